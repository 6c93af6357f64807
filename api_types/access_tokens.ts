import type { NamedPerson } from './accounts.ts'

/** What a program may do with an access token, within the rights of the person who made it. */
export type Scope =
  | 'forms:read'
  | 'forms:write'
  | 'submissions:read'
  | 'submissions:write'
  | 'integrations:manage'
  | 'workspaces:read'

/** An access token, without the token itself. */
export interface AccessToken {
  /** names it in paths */
  id: string
  /** as whoever made it calls it */
  name: string
  /** the first characters of the token */
  begins: string
  /** what it may do */
  scopes: Scope[]
  /** who made it, with whose rights it acts */
  person: NamedPerson
  /** when it was made */
  created_at: string
  /** null for never */
  expires_at: string | null
  /** to the minute; null for never */
  last_used_at: string | null
}

/** An access token in the one answer that holds it. */
export interface NewAccessToken extends AccessToken {
  token: string
}

/** The access token that a request came with. */
export interface CurrentAccessToken extends AccessToken {
  /** the one it is of */
  workspace: {
    /** names it in paths */
    id: string
    /** what its members call it */
    name: string
  }
}
