import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { setFormPassword } from '#app/forms/form_password'
import { validate } from '#app/http/validate'
import { LONGEST_PASSWORD } from '#engine/document/limits'

/** The password that visitors are asked for. */
export const newPassword = vine.create({ password: vine.string().minLength(1).maxLength(LONGEST_PASSWORD) })

/** The password that a form asks its visitors for. Nothing ever says what it is. */
export default class FormPasswordsController {
  async update(ctx: HttpContext) {
    const { password } = await validate(ctx, newPassword)
    await setFormPassword(ctx.workspace.id, ctx.formId, password, ctx.auth.getUserOrFail().id)
    return ctx.response.noContent()
  }

  async destroy({ response, workspace, formId, auth }: HttpContext) {
    await setFormPassword(workspace.id, formId, null, auth.getUserOrFail().id)
    return response.noContent()
  }
}
