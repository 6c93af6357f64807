import type { HttpContext } from '@adonisjs/core/http'
import type { Page, Single } from '#api_types/answer'
import type { Form } from '#api_types/forms'
import { moveAddress, silenceAddresses } from '#app/forms/addresses'
import { newRows, readNewForm, storeForm } from '#app/forms/create_form'
import { duplicateForm } from '#app/forms/duplicate_form'
import { listForms, showForm } from '#app/forms/list_forms'
import { stateChanged } from '#app/forms/publications'
import { slugProblem } from '#app/forms/slugs'
import { demoForm } from '#database/demo_form'
import { FieldErrors, notFound } from '#app/http/errors'
import { inSlices } from '#app/http/in_slices'
import { validate } from '#app/http/validate'
import { pageLimit } from '#app/http/page_limit'
import { within } from '#app/workspaces/within'
import vine from '@vinejs/vine'

/** Another address. */
export const newSlug = vine.create({ slug: vine.string().trim().toLowerCase() })

/** Forms of a workspace. */
export default class FormsController {
  async index({ request, workspace }: HttpContext): Promise<Page<Form>> {
    const search: unknown = request.input('search')
    const limit = pageLimit(request.qs().limit, 100)
    return within(workspace.id, (scope) =>
      listForms(scope, workspace.role, {
        limit,
        cursor: request.input('cursor'),
        search: typeof search === 'string' ? search : undefined,
        sort: request.qs().sort,
      }),
    )
  }

  async store({ request, response, workspace, auth }: HttpContext): Promise<Single<Form>> {
    const { example, ...own } = readNewForm(request.body())
    const form = example ? { ...demoForm, ...own } : own
    const userId = auth.getUserOrFail().id
    const rows = await inSlices(newRows(form))
    const data = await within(workspace.id, async (scope) => {
      const id = await storeForm(scope, rows, userId)
      return showForm(scope, id, workspace.role)
    })
    response.status(201)
    return { data }
  }

  /** Another form like this one. */
  async duplicate({ response, workspace, formId, auth }: HttpContext): Promise<Single<Form>> {
    const userId = auth.getUserOrFail().id
    const data = await within(workspace.id, async (scope) => {
      const id = await duplicateForm(scope, formId, userId)
      return showForm(scope, id, workspace.role)
    })
    response.status(201)
    return { data }
  }

  async show({ workspace, formId }: HttpContext): Promise<Single<Form>> {
    return { data: await within(workspace.id, (scope) => showForm(scope, formId, workspace.role)) }
  }

  async destroy({ response, workspace, formId, auth }: HttpContext) {
    const userId = auth.getUserOrFail().id
    await within(workspace.id, async (scope) => {
      const { rowCount } = await scope.trx.rawQuery<{ rowCount: number }>(
        `update forms set deleted_at = now(), updated_by = ? where workspace_id = ? and id = ? and deleted_at is null`,
        [userId, workspace.id, formId],
      )
      if (rowCount !== 1) throw notFound()
      await silenceAddresses(scope, formId)
    })
    stateChanged(formId)
    return response.noContent()
  }

  /** Gives the form another address; the old one leads to it. */
  async move(ctx: HttpContext): Promise<Single<Form>> {
    const { workspace, formId } = ctx
    const { slug } = await validate(ctx, newSlug)
    const problem = slugProblem(slug)
    if (problem) throw new FieldErrors('E_VALIDATION', problem, { slug: [problem] })
    const data = await within(workspace.id, async (scope) => {
      // the form before its addresses, as by everybody: who changes them at the same time, or deletes it, comes before or after
      const { rowCount } = await scope.trx.rawQuery<{ rowCount: number }>(
        'update forms set slug = ?, updated_at = now() where workspace_id = ? and id = ? and deleted_at is null',
        [slug, workspace.id, formId],
      )
      if (rowCount !== 1) throw notFound()
      await moveAddress(scope, formId, slug)
      return showForm(scope, formId, workspace.role)
    })
    stateChanged(formId)
    return { data }
  }
}
