import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import type { Page, Single } from '#api_types/answer'
import type { EditedSubmission, KeyedSubmission } from '#api_types/submissions'
import { notifyForm } from '#app/forms/events'
import { showForm } from '#app/forms/list_forms'
import { writeCursor, readCursor } from '#app/http/cursor'
import { notFound } from '#app/http/errors'
import { inSlices } from '#app/http/in_slices'
import { refuseDeeper } from '#app/http/read_json'
import { validate } from '#app/http/validate'
import { pageLimit } from '#app/http/page_limit'
import { plugins } from '#app/plugins/registry'
import { inWords } from '#app/respond/page/problem_texts'
import { checkedFilters } from '#app/submissions/checked_filters'
import type { Table } from '#app/submissions/columns'
import { editSubmission } from '#app/submissions/edit_submission'
import { idOf } from '#app/submissions/id_of'
import { keyedAnswers } from '#app/submissions/keyed_answers'
import { withTable } from '#app/submissions/load_table'
import { placeFor } from '#app/submissions/read_places'
import { readRows } from '#app/submissions/read_rows'
import { columns, type StoredRow } from '#app/submissions/stored_rows'
import { CHANGED, isKnown, submissionTag, tagsAsked } from '#app/submissions/submission_tag'
import { readView } from '#app/submissions/view'
import type { Scope } from '#app/workspaces/within'
import { DEEPEST_JSON } from '#engine/document/schema'
import type { Steps } from '#engine/steps'

const MOST = 500

/** What is to become of a submission. */
export const answerChanges = vine.create({
  answers: vine.object({}).allowUnknownProperties(),
  /** under which new files of it were sent */
  submission_key: vine.string().uuid().optional(),
})

/** Submissions as programs read them: answers by key. */
export default class AnswersController {
  /** A view of the table, newest first. */
  async index({ request, workspace, formId }: HttpContext): Promise<Page<KeyedSubmission>> {
    const view = readView(request.input('search'), request.input('filter'))
    const after = readCursor(request.input('cursor'))
    const limit = pageLimit(request.qs().limit, MOST)
    const read = async (scope: Scope, table: Table) => {
      await showForm(scope, formId, workspace.role)
      const filters = await checkedFilters(scope, view, table)
      return { table, ...(await readRows(scope, { formId, view, filters }, limit, after)) }
    }
    const { table, rows, next } = await withTable(workspace.id, formId, read, placeFor(workspace.id, view))
    const data = await inSlices(keyedRows(table, rows), { client: request.request })
    return { data, next_cursor: next ? writeCursor(next) : null }
  }

  async show(ctx: HttpContext): Promise<Single<KeyedSubmission> | undefined> {
    const { params, workspace, formId, response } = ctx
    const { changed, submission } = await shown(workspace.id, formId, idOf(params.id))
    response.header('etag', submissionTag(changed))
    if (!isKnown(ctx, changed)) return { data: submission }
    response.status(304).send(null)
    return undefined
  }

  /** Changes the answers that are named; with `If-Match`, only of the submission as the caller knows it. */
  async update(ctx: HttpContext): Promise<Single<EditedSubmission>> {
    const { params, workspace, formId, auth, response } = ctx
    const { answers, submission_key: uploadKey } = await validate(ctx, answerChanges)
    refuseDeeper(answers, DEEPEST_JSON)
    const id = idOf(params.id)
    const edit = {
      ...{ workspaceId: workspace.id, formId, id, answers, by: auth.getUserOrFail().id },
      exactly: tagsAsked(ctx),
      uploadKey: uploadKey?.toLowerCase(),
    }
    const { ignored } = await inWords(ctx, () => editSubmission(edit))
    notifyForm(formId, { name: 'submissions', data: { edited: id } })
    const { changed, submission } = await shown(workspace.id, formId, id)
    response.header('etag', submissionTag(changed))
    return { data: { ...submission, ignored: [...ignored] } }
  }
}

interface Shown {
  changed: string
  submission: KeyedSubmission
}

async function shown(workspaceId: string, formId: string, id: string): Promise<Shown> {
  return withTable(workspaceId, formId, async (scope, table) => {
    const { rows } = await scope.trx.rawQuery<{ rows: (StoredRow & { changed: string })[] }>(
      `select ${columns}, ${CHANGED} as changed from submissions s
       where s.workspace_id = ? and s.form_id = ? and s.id = ?`,
      [workspaceId, formId, id],
    )
    if (!rows[0]) throw notFound()
    return { changed: rows[0].changed, submission: keyed(table, rows[0]) }
  })
}

function* keyedRows(table: Table, rows: readonly StoredRow[]): Steps<KeyedSubmission[]> {
  const keyedSoFar: KeyedSubmission[] = []
  for (const row of rows) {
    keyedSoFar.push(keyed(table, row))
    yield
  }
  return keyedSoFar
}

function keyed(table: Table, { id, at, version, answers }: StoredRow): KeyedSubmission {
  const document = table.versions.find(({ number }) => number === version)?.document
  if (!document) throw notFound()
  return {
    id,
    received_at: new Date(at).toISOString(),
    version,
    answers: keyedAnswers(document, JSON.parse(answers), plugins.registry()),
  }
}
