import type { HttpContext } from '@adonisjs/core/http'
import type { Page, Single } from '#api_types/answer'
import type { KeyedSubmission } from '#api_types/submissions'
import { showForm } from '#app/forms/list_forms'
import { writeCursor, readCursor } from '#app/http/cursor'
import { notFound } from '#app/http/errors'
import { plugins } from '#app/plugins/registry'
import { checkedFilters } from '#app/submissions/checked_filters'
import type { Table } from '#app/submissions/columns'
import { idOf } from '#app/submissions/id_of'
import { keyedAnswers } from '#app/submissions/keyed_answers'
import { loadTable } from '#app/submissions/load_table'
import { withReadPlace } from '#app/submissions/read_places'
import { readRows } from '#app/submissions/read_rows'
import { columns, type StoredRow } from '#app/submissions/stored_rows'
import { readView } from '#app/submissions/view'
import { type Scope, within } from '#app/workspaces/within'

const MOST = 500

/** Submissions as programs read them: answers by key. */
export default class AnswersController {
  /** A view of the table, newest first. */
  async index({ request, workspace, formId }: HttpContext): Promise<Page<KeyedSubmission>> {
    const view = readView(request.input('search'), request.input('filter'))
    const after = readCursor(request.input('cursor'))
    const limit = Math.min(Math.max(Math.trunc(Number(request.input('limit'))) || 50, 1), MOST)
    const read = async (scope: Scope): Promise<Page<KeyedSubmission>> => {
      await showForm(scope, formId, workspace.role)
      const table = await loadTable(scope, formId)
      const filters = await checkedFilters(scope, view, table)
      const { rows, next } = await readRows(scope, { formId, view, filters }, limit, after)
      return { data: rows.map((row) => keyed(table, row)), next_cursor: next ? writeCursor(next) : null }
    }
    return withReadPlace(workspace.id, view, () => within(workspace.id, read))
  }

  async show({ params, workspace, formId }: HttpContext): Promise<Single<KeyedSubmission>> {
    const id = idOf(params.id)
    return within(workspace.id, async (scope) => {
      const { rows } = await scope.trx.rawQuery<{ rows: StoredRow[] }>(
        `select ${columns} from submissions s where s.workspace_id = ? and s.form_id = ? and s.id = ?`,
        [workspace.id, formId, id],
      )
      if (!rows[0]) throw notFound()
      return { data: keyed(await loadTable(scope, formId), rows[0]) }
    })
  }
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
