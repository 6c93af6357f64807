import type { Scope } from '#api_types/access_tokens'

/** A program that came with an access token (app/access_tokens). */
export interface TokenCaller {
  id: string
  workspaceId: string
  /** with whose rights it acts */
  userId: string
  scopes: readonly Scope[]
}

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** set by the `bearer` middleware, of whoever comes with an access token instead of a session */
    accessToken?: TokenCaller
  }
}
