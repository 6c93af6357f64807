import type { HttpContext } from '@adonisjs/core/http'
import { countAddress, countAttempt, forgiveAddress, forgiveAttempts } from '#app/accounts/limits'
import { passwordFits } from '#app/accounts/passwords'
import { FieldErrors } from '#app/http/errors'

/** Refuses, at its field, what is not the password of the signed-in person. Attempts are counted as at sign-in. */
export async function refuseWrongPassword(ctx: HttpContext, field: string, password: string): Promise<void> {
  const user = ctx.auth.getUserOrFail()
  await countAddress(ctx, 'login-address')
  await countAttempt('confirm-account', user.id)
  if (!(await passwordFits(user.password, password, { kind: 'member', name: user.id }))) {
    const message = 'This password is wrong.'
    throw new FieldErrors('E_CREDENTIALS', message, { [field]: [message] })
  }
  await forgiveAttempts('confirm-account', user.id)
  await forgiveAddress(ctx)
}
