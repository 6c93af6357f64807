import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { refuseRegistration, registration, spendInvitation } from '#app/accounts/account_invitations'
import { countAddress } from '#app/accounts/limits'
import { refuseCommonPassword } from '#app/accounts/passwords'
import { personFields, register } from '#app/accounts/register'
import { refuseWhileSettingUp } from '#app/accounts/setup_link'
import { signIn } from '#app/accounts/sign_in'
import { userJson } from '#app/accounts/user_json'
import { callerOf } from '#app/http/caller'
import { validate } from '#app/http/validate'

const person = vine.create({ ...personFields, invitation: vine.string().maxLength(100).optional() })

/** Accounts being made. */
export default class RegistrationsController {
  /** Makes the account and signs it in. An invitation is used up where one is needed. */
  async store(ctx: HttpContext) {
    const { invitation, ...given } = await validate(ctx, person)
    await countAddress(ctx, 'register-address')
    await refuseWhileSettingUp()
    refuseRegistration(invitation)
    refuseCommonPassword(given)
    const address = callerOf(ctx.request.ip())
    const user =
      registration() === 'open' || invitation === undefined
        ? await register(given, address)
        : await register(given, address, ({ trx }) => spendInvitation(trx, invitation, given.email))
    await signIn(ctx, user)
    return ctx.response.status(201).json({ user: userJson(user) })
  }
}
