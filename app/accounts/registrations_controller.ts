import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { countAddress } from '#app/accounts/limits'
import { refuseCommonPassword } from '#app/accounts/passwords'
import { personFields, register } from '#app/accounts/register'
import { refuseWhileSettingUp } from '#app/accounts/setup_link'
import { signIn } from '#app/accounts/sign_in'
import { userJson } from '#app/accounts/user_json'
import { callerOf } from '#app/http/caller'
import { validate } from '#app/http/validate'

const registration = vine.create(personFields)

/** Accounts being made. */
export default class RegistrationsController {
  /** Makes the account and signs it in. */
  async store(ctx: HttpContext) {
    const person = await validate(ctx, registration)
    await countAddress(ctx, 'register-address')
    await refuseWhileSettingUp()
    refuseCommonPassword(person)
    const user = await register(person, callerOf(ctx.request.ip()))
    await signIn(ctx, user)
    return ctx.response.status(201).json({ user: userJson(user) })
  }
}
