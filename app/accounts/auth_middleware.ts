import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { passwordMark } from '#app/accounts/passwords'
import { PASSWORD_MARK } from '#app/accounts/session_table'
import { noToken, signedOut } from '#app/http/errors'
import { instanceCookie } from '#app/http/instance'

const SESSION_COOKIE = instanceCookie('formwright_session')

/**
 * Lets signed-in people pass, and programs that the bearer middleware let in; everyone else gets 401. A session is worth nothing once the password it was opened with
 * is another one, even if it was opened in the very moment of the change.
 */
export default class AuthMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    if (ctx.accessToken) {
      await ctx.auth.authenticateUsing(['token'])
      return next()
    }
    const user = (await ctx.auth.check()) ? ctx.auth.user : undefined
    if (!user || user.suspendedAt || ctx.session.get(PASSWORD_MARK) !== passwordMark(user.password)) {
      throw ctx.request.cookiesList()[SESSION_COOKIE] === undefined ? noToken() : signedOut()
    }
    return next()
  }
}
