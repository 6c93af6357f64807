import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { browsersOnly, scopeMissing, twoCredentials } from '#app/access_tokens/errors'
import { findToken } from '#app/access_tokens/find_token'
import { countRequest } from '#app/access_tokens/token_rate'
import { bearerOf } from '#app/http/bearer'
import { instanceCookie } from '#app/http/instance'
import { scopesOf } from '#start/scopes'

const SESSION_COOKIE = instanceCookie('formwright_session')

/**
 * Lets a program in that comes with an access token, as far as the token's scopes reach; whoever comes without one passes
 * as before. What a token may do in a workspace is the workspace middleware's to say.
 */
export default class BearerMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    const token = bearerOf(ctx.request.request)
    if (token === undefined) return next()
    if (ctx.request.cookiesList()[SESSION_COOKIE] !== undefined) throw twoCredentials()
    const caller = await findToken(token)
    await countRequest(ctx, caller.id)
    const needed = scopesOf(ctx.route?.name ?? '')
    if (needed === 'browser') throw browsersOnly()
    const missing = needed.find((scope) => !caller.scopes.includes(scope))
    if (missing) throw scopeMissing(missing)
    ctx.accessToken = caller
    return next()
  }
}
