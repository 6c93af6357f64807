import { defineConfig } from '@adonisjs/auth'
import { SessionGuard } from '@adonisjs/auth/session'
import type { Authenticators, InferAuthenticators, InferAuthEvents } from '@adonisjs/auth/types'
import type { HttpContext } from '@adonisjs/core/http'
import emitter from '@adonisjs/core/services/emitter'
import { TokenGuard } from '#app/access_tokens/token_guard'
import { SessionUsers } from '#app/accounts/session_users'

const authConfig = defineConfig({
  default: 'web',
  guards: {
    web: (ctx: HttpContext): SessionGuard<false, SessionUsers> =>
      new SessionGuard('web', ctx, { useRememberMeTokens: false }, emitter, new SessionUsers(ctx)),
    token: (ctx: HttpContext) => new TokenGuard(ctx),
  },
})

export default authConfig

declare module '@adonisjs/auth/types' {
  export interface Authenticators extends InferAuthenticators<typeof authConfig> {}
}
declare module '@adonisjs/core/types' {
  interface EventsList extends InferAuthEvents<Authenticators> {}
}
