import type { HttpContext } from '@adonisjs/core/http'
import type { Page, Single } from '#api_types/answer'
import type { DeletedSubmission, Submission } from '#api_types/submissions'
import { readFile } from '#app/files/read_file'
import { sendFile } from '#app/files/send_file'
import { notInBin } from '#app/forms/errors'
import { notifyForm } from '#app/forms/events'
import { notFound } from '#app/http/errors'
import { idOf } from '#app/submissions/id_of'
import { restoreSubmission } from '#app/submissions/restore_submission'
import { showDeletedSubmission } from '#app/submissions/show_submission'
import { deleteSubmissionsForGood, listSubmissionBin } from '#app/submissions/submission_bin'
import { within } from '#app/workspaces/within'

/** Deleted submissions of a form, for as long as they can be restored. */
export default class SubmissionBinController {
  async index({ request, workspace, formId }: HttpContext): Promise<Page<DeletedSubmission>> {
    return listSubmissionBin(workspace.id, formId, request.input('cursor'))
  }

  async show({ params, workspace, formId }: HttpContext): Promise<Single<Submission>> {
    return { data: await showDeletedSubmission(workspace.id, formId, idOf(params.id)) }
  }

  async file({ params, response, workspace, formId }: HttpContext) {
    const submission = idOf(params.id)
    await showDeletedSubmission(workspace.id, formId, submission)
    const file = await readFile(workspace.id, idOf(params.fileId), 'bin')
    if (!file || file.submissionId !== submission) throw notFound()
    await sendFile(response, file)
  }

  async restore({ params, response, workspace, formId }: HttpContext) {
    const id = idOf(params.id)
    await restoreSubmission(workspace.id, formId, id)
    notifyForm(formId, { name: 'submissions', data: { restored: id } })
    return response.noContent()
  }

  async destroy({ params, response, workspace, formId }: HttpContext) {
    const id = idOf(params.id)
    const deleted = await within(workspace.id, (scope) => deleteSubmissionsForGood(scope, formId, id))
    if (deleted === 0) throw notInBin()
    notifyForm(formId, { name: 'submissions', data: { gone: true } })
    return response.noContent()
  }

  async empty({ response, workspace, formId }: HttpContext) {
    await within(workspace.id, (scope) => deleteSubmissionsForGood(scope, formId))
    notifyForm(formId, { name: 'submissions', data: { gone: true } })
    return response.noContent()
  }
}
