import type { HttpContext } from '@adonisjs/core/http'
import { rememberDevice } from '#app/accounts/known_device'
import { passwordMark } from '#app/accounts/passwords'
import { openSession, PASSWORD_MARK, REMEMBER } from '#app/accounts/session_table'
import { keepLanguage } from '#app/accounts/spoken_language'
import type User from '#app/accounts/user'

/** Opens a new session for somebody who has just given their password. */
export async function signIn(ctx: HttpContext, user: User, remember = false): Promise<void> {
  ctx.session.put(REMEMBER, remember)
  ctx.session.put(PASSWORD_MARK, passwordMark(user.password))
  await ctx.auth.use('web').login(user)
  await openSession(ctx, user.id)
  rememberDevice(ctx, user.emailKey)
  await keepLanguage(ctx, user)
}
