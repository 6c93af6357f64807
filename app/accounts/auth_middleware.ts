import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { CodedError } from '#app/http/errors'

/** Lets signed-in people pass; everyone else gets 401. */
export default class AuthMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    const user = (await ctx.auth.check()) ? ctx.auth.user : undefined
    if (!user || user.suspendedAt) {
      throw new CodedError('E_SIGNED_OUT', 401, 'Sign in to go on.')
    }
    return next()
  }
}
