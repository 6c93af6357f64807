import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { refuseWrongPassword } from '#app/accounts/refuse_wrong_password'
import { renewSession } from '#app/accounts/session_table'
import { signedOut } from '#app/http/errors'
import { validate } from '#app/http/validate'

const confirmation = vine.create({ password: vine.string().maxLength(128) })

/** Whether the person in front of this browser has lately shown that they know the password. */
export default class ConfirmationsController {
  /** Tells whether it was asked for not long ago; the middleware before it says no. */
  show({ response }: HttpContext) {
    return response.status(204).send(null)
  }

  /** Takes the password, and gives the session a new token. */
  async store(ctx: HttpContext) {
    const { password } = await validate(ctx, confirmation)
    await refuseWrongPassword(ctx, 'password', password)
    if (!(await renewSession(ctx))) throw signedOut()
    return ctx.response.status(204).send(null)
  }
}
