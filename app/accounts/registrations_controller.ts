import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { isCommonPassword } from '#app/accounts/common_passwords'
import { countAttempt } from '#app/accounts/limits'
import { register } from '#app/accounts/register'
import { userJson } from '#app/accounts/user_json'
import { FieldErrors } from '#app/http/errors'
import { validate } from '#app/http/validate'

const registration = vine.create({
  name: vine.string().trim().minLength(1).maxLength(100),
  email: vine.string().trim().maxLength(254).email(),
  password: vine.string().minLength(8).maxLength(128),
})

/** Accounts being made. */
export default class RegistrationsController {
  /** Makes the account and signs it in. */
  async store(ctx: HttpContext) {
    const person = await validate(ctx, registration)
    await countAttempt('register-address', ctx.request.ip())
    if (isCommonPassword(person.password, person.email)) {
      const message = 'This password is among the first that are guessed. Choose another one.'
      throw new FieldErrors('E_VALIDATION', message, { password: [message] })
    }
    const user = await register(person)
    await ctx.auth.use('web').login(user)
    return ctx.response.status(201).json({ user: userJson(user) })
  }
}
