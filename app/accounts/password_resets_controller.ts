import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { askForReset, linksGoByMail, tellPasswordChanged } from '#app/accounts/account_mails'
import { emailKey } from '#app/accounts/email_key'
import { countAddress, countAttempt, forgiveSignIn } from '#app/accounts/limits'
import { readReset, spendReset } from '#app/accounts/password_resets'
import { refuseCommonPassword } from '#app/accounts/passwords'
import { personFields } from '#app/accounts/register'
import { callerOf } from '#app/http/caller'
import { CodedError } from '#app/http/errors'
import { hashPassword } from '#app/http/hashing'
import { validate } from '#app/http/validate'
import { transaction } from '#app/workspaces/transaction'

const asked = vine.create({ email: personFields.email.clone() })
const chosen = vine.create({ token: vine.string().maxLength(100), password: personFields.password.clone() })

/** Passwords that were forgotten. */
export default class PasswordResetsController {
  /** Sends a link to whose address it is. The answer, and how long it takes, are the same where it is nobody's. */
  async store(ctx: HttpContext) {
    const { email } = await validate(ctx, asked)
    if (!linksGoByMail()) {
      throw new CodedError(
        'E_NO_MAIL',
        409,
        'This server sends no mail. Ask whoever runs it for a link to choose a new password.',
      )
    }
    await countAddress(ctx, 'reset-address')
    await countAttempt('reset-account', emailKey(email))
    await askForReset(email)
    return ctx.response.status(202).send(null)
  }

  /** Sets the password of whose link it is, and ends all of their sessions. */
  async update(ctx: HttpContext) {
    const { token, password } = await validate(ctx, chosen)
    await countAddress(ctx, 'login-address')
    const { userId, email } = await readReset(token)
    refuseCommonPassword({ email, password })
    const kept = await hashPassword(password, { kind: 'stranger', name: callerOf(ctx.request.ip()) })
    await transaction(async (trx) => {
      await spendReset(trx, token, userId)
      await trx.rawQuery('update users set password = ?, updated_at = now() where id = ?', [kept, userId])
      await trx.rawQuery('delete from sessions where user_id = ?', [userId])
      await tellPasswordChanged(trx, email)
    })
    // whoever guessed in vain before may sign in at once
    await forgiveSignIn(ctx, emailKey(email))
    return ctx.response.status(204).send(null)
  }
}
