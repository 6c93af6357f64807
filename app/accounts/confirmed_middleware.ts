import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { isConfirmed } from '#app/accounts/session_table'
import { CodedError } from '#app/http/errors'

/**
 * Lets people pass who gave their password not long ago: for what a browser left open must not give away. For an access
 * token the password was given when it was made.
 */
export default class ConfirmedMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    if (!ctx.accessToken && !(await isConfirmed(ctx.session.sessionId))) {
      throw new CodedError('E_CONFIRM_PASSWORD', 403, 'Confirm your password to continue.')
    }
    return next()
  }
}
