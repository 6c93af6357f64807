import type { HttpContext } from '@adonisjs/core/http'
import type { Page, Single } from '#api_types/answer'
import type { DeletedForm, Form } from '#api_types/forms'
import { deleteForGood, listBin, restoreForm } from '#app/forms/bin'
import { notInBin } from '#app/forms/errors'
import { showForm } from '#app/forms/list_forms'
import { stateChanged } from '#app/forms/publications'
import { within } from '#app/workspaces/within'

const PAGE = 50

/** Deleted forms of a workspace, for as long as they can be restored. */
export default class BinController {
  async index({ request, workspace }: HttpContext): Promise<Page<DeletedForm>> {
    return within(workspace.id, (scope) => listBin(scope, { limit: PAGE, cursor: request.input('cursor') }))
  }

  async restore({ params, workspace, auth }: HttpContext): Promise<Single<Form>> {
    const userId = auth.getUserOrFail().id
    const data = await within(workspace.id, async (scope) => {
      await restoreForm(scope, params.id, userId)
      return showForm(scope, params.id, workspace.role)
    })
    stateChanged(data.id)
    return { data }
  }

  async destroy({ params, response, workspace }: HttpContext) {
    const deleted = await within(workspace.id, (scope) => deleteForGood(scope, params.id))
    if (deleted === 0) throw notInBin()
    return response.noContent()
  }

  async empty({ response, workspace }: HttpContext) {
    await within(workspace.id, (scope) => deleteForGood(scope))
    return response.noContent()
  }
}
