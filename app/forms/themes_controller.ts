import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import type { Page, Single } from '#api_types/answer'
import type { Theme } from '#api_types/themes'
import { addTheme, changeTheme, listThemes, readLook, removeTheme } from '#app/forms/themes'
import { validate } from '#app/http/validate'
import { within } from '#app/workspaces/within'

const name = vine.string().trim().minLength(1).maxLength(100)
const look = vine.object({}).allowUnknownProperties()

/** A new theme. */
export const newTheme = vine.create({ name: name.clone(), look: look.clone() })
/** What is changed of a theme. */
export const themeChanges = vine.create({ name: name.clone().optional(), look: look.clone().optional() })

/** The looks that a workspace keeps by name. */
export default class ThemesController {
  async index({ workspace }: HttpContext): Promise<Page<Theme>> {
    return { data: await within(workspace.id, listThemes), next_cursor: null }
  }

  async store(ctx: HttpContext): Promise<Single<Theme>> {
    const given = await validate(ctx, newTheme)
    const kept = readLook(given.look)
    const data = await within(ctx.workspace.id, (scope) => addTheme(scope, given.name, kept))
    ctx.response.status(201)
    return { data }
  }

  async update(ctx: HttpContext): Promise<Single<Theme>> {
    const given = await validate(ctx, themeChanges)
    const kept = given.look && readLook(given.look)
    const data = await within(ctx.workspace.id, (scope) =>
      changeTheme(scope, ctx.params.id, { name: given.name, look: kept }),
    )
    return { data }
  }

  async destroy({ response, workspace, params }: HttpContext) {
    await within(workspace.id, (scope) => removeTheme(scope, params.id))
    return response.noContent()
  }
}
