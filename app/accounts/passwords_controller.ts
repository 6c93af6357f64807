import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { passwordMark, refuseCommonPassword } from '#app/accounts/passwords'
import { tellPasswordChanged } from '#app/accounts/account_mails'
import { endResets } from '#app/accounts/password_resets'
import { personFields } from '#app/accounts/register'
import { refuseWrongPassword } from '#app/accounts/refuse_wrong_password'
import { endOtherSessions, PASSWORD_MARK, renewSession } from '#app/accounts/session_table'
import { signedOut } from '#app/http/errors'
import { hashPassword } from '#app/http/hashing'
import { validate } from '#app/http/validate'
import { transaction } from '#app/workspaces/transaction'

const change = vine.create({
  current_password: vine.string().maxLength(128),
  password: personFields.password.clone(),
})

/** The password of the signed-in person. */
export default class PasswordsController {
  /** Sets another one. All other sessions end, this one gets a new token. */
  async update(ctx: HttpContext) {
    const { current_password: current, password } = await validate(ctx, change)
    await refuseWrongPassword(ctx, 'current_password', current)
    const user = ctx.auth.getUserOrFail()
    refuseCommonPassword({ email: user.email, password })
    const kept = await hashPassword(password, { kind: 'member', name: user.id })
    await transaction(async (trx) => {
      await trx.rawQuery('update users set password = ?, updated_at = now() where id = ?', [kept, user.id])
      // of two changes at once the second one finds its session ended
      if (!(await renewSession(ctx, trx))) throw signedOut()
      await endOtherSessions(ctx, user.id, trx)
      await endResets(trx, user.id)
      await tellPasswordChanged(trx, user.email)
    })
    ctx.session.put(PASSWORD_MARK, passwordMark(kept))
    return ctx.response.status(204).send(null)
  }
}
