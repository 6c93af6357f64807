import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { countAddress } from '#app/accounts/limits'
import { refuseCommonPassword } from '#app/accounts/passwords'
import { personFields, register } from '#app/accounts/register'
import { spendSetupLink } from '#app/accounts/setup_link'
import { signIn } from '#app/accounts/sign_in'
import { userJson } from '#app/accounts/user_json'
import { callerOf } from '#app/http/caller'
import { validate } from '#app/http/validate'

const setup = vine.create({ ...personFields, token: vine.string().maxLength(100) })

/** The first account of an installation. */
export default class SetupsController {
  /** Makes it with the link that the start printed, and signs it in. */
  async store(ctx: HttpContext) {
    const { token, ...person } = await validate(ctx, setup)
    await countAddress(ctx, 'register-address')
    refuseCommonPassword(person)
    const user = await register({ ...person, operator: true }, callerOf(ctx.request.ip()), ({ trx }) =>
      spendSetupLink(trx, token),
    )
    await signIn(ctx, user)
    return ctx.response.status(201).json({ user: userJson(user) })
  }
}
