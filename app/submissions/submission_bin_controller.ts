import type { HttpContext } from '@adonisjs/core/http'
import type { Page, Single } from '#api_types/answer'
import type {
  DeletedSubmission,
  DeletedTogether,
  EmptiedBin,
  RestoredTogether,
  Submission,
} from '#api_types/submissions'
import { readFile } from '#app/files/read_file'
import { sendFile } from '#app/files/send_file'
import { notInBin } from '#app/forms/errors'
import { notifyForm } from '#app/forms/events'
import { notFound } from '#app/http/errors'
import { busy } from '#app/http/load_shedding'
import { idOf } from '#app/submissions/id_of'
import { restoreSubmissions } from '#app/submissions/restore_submissions'
import { severalIds } from '#app/submissions/several_ids'
import { showDeletedSubmission } from '#app/submissions/show_submission'
import {
  deleteSubmissionsForGood,
  emptySubmissionBin,
  listSubmissionBin,
} from '#app/submissions/submission_bin'
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
    const { restored, refused } = await restoreSubmissions(workspace.id, formId, [idOf(params.id)])
    if (refused[0]) throw refused[0].error
    if (restored.length === 0) throw busy()
    return response.noContent()
  }

  /** Of several: which are back, and why not the others. */
  async restoreSeveral(ctx: HttpContext): Promise<Single<RestoredTogether>> {
    const ids = await severalIds(ctx)
    const { restored, refused } = await restoreSubmissions(ctx.workspace.id, ctx.formId, ids)
    return {
      data: {
        restored,
        refused: refused.map(({ id, error }) => ({ id, code: error.code ?? '', message: error.message })),
      },
    }
  }

  async destroy({ params, response, workspace, formId }: HttpContext) {
    const deleted = await forGood(workspace.id, formId, [idOf(params.id)])
    if (deleted.length === 0) throw notInBin()
    return response.noContent()
  }

  async destroySeveral(ctx: HttpContext): Promise<Single<DeletedTogether>> {
    const ids = await severalIds(ctx)
    const deleted = new Set(await forGood(ctx.workspace.id, ctx.formId, ids))
    return { data: { deleted: [...deleted], missing: ids.filter((id) => !deleted.has(id)) } }
  }

  async empty({ request, workspace, formId }: HttpContext): Promise<Single<EmptiedBin>> {
    const next_cursor = await emptySubmissionBin(workspace.id, formId, request.input('cursor'))
    notifyForm(formId, { name: 'submissions', data: { gone: true } })
    return { data: { next_cursor } }
  }
}

async function forGood(workspaceId: string, formId: string, ids: readonly string[]): Promise<string[]> {
  const deleted = await within(workspaceId, (scope) => deleteSubmissionsForGood(scope, formId, ids))
  if (deleted.length > 0) notifyForm(formId, { name: 'submissions', data: { gone: true } })
  return deleted
}
