import { createReadStream } from 'node:fs'
import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { showForm } from '#app/forms/list_forms'
import { isUuid } from '#app/forms/slugs'
import { notFound } from '#app/http/errors'
import { validate } from '#app/http/validate'
import { attachment, csvName } from '#app/submissions/csv'
import { exportPath } from '#app/submissions/export_job'
import { wakeExports } from '#app/submissions/export_loop'
import { filterSql } from '#app/submissions/filter_sql'
import { loadTable } from '#app/submissions/load_table'
import { readView } from '#app/submissions/view'
import { type Scope, within } from '#app/workspaces/within'

const wanted = vine.create({
  search: vine.string().maxLength(500).optional(),
  filter: vine.string().maxLength(100_000).optional(),
})

interface ExportRow {
  id: string
  status: 'waiting' | 'running' | 'done' | 'failed'
  reason: string | null
  rows: number
  bytes: number
  created_at: Date
  expires_at: Date | null
  expired: boolean
  title: string
}

/** Exports that are too large to wait for: written by a job, fetched when they are done. */
export default class ExportsController {
  async store(ctx: HttpContext) {
    const { search = '', filter = '' } = await validate(ctx, wanted)
    const { workspace, formId, auth, response } = ctx
    const userId = auth.getUserOrFail().id
    const view = readView(search, filter)
    const data = await within(workspace.id, async (scope) => {
      const form = await showForm(scope, formId, workspace.role)
      filterSql(view.filters, (await loadTable(scope, formId)).comparable)
      const { rows } = await scope.trx.rawQuery<{ rows: { id: string }[] }>(
        `insert into exports (workspace_id, form_id, created_by, search, filter, version)
         select ?, ?, ?, ?, ?, coalesce(max(number), 0) from form_versions where workspace_id = ? and form_id = ?
         returning id`,
        [workspace.id, formId, userId, search, filter, workspace.id, formId],
      )
      const whole = view.words.length === 0 && view.filters.length === 0
      return served(formId, await find(scope, formId, rows[0].id), whole ? form.submissions : null)
    })
    wakeExports()
    return response.status(202).json({ data })
  }

  async show({ params, workspace, formId }: HttpContext) {
    return within(workspace.id, async (scope) => {
      return { data: served(formId, await find(scope, formId, idOf(params.id)), null) }
    })
  }

  async file({ params, response, workspace, formId }: HttpContext) {
    const row = await within(workspace.id, (scope) => find(scope, formId, idOf(params.id)))
    if (row.status !== 'done' || row.expired) throw notFound()
    const day = row.created_at.toISOString().slice(0, 10)
    response.header('content-type', 'text/csv; charset=utf-8')
    response.header('content-length', String(row.bytes))
    response.header('content-disposition', attachment(csvName(row.title, day)))
    response.header('cache-control', 'private, no-store')
    response.stream(createReadStream(exportPath(row.id)))
  }
}

async function find(scope: Scope, formId: string, id: string): Promise<ExportRow> {
  const { rows } = await scope.trx.rawQuery<{ rows: ExportRow[] }>(
    `select e.id, e.status, e.reason, e.rows::float8 as rows, e.bytes::float8 as bytes, e.created_at, e.expires_at,
            coalesce(e.expires_at < now(), false) as expired, f.title
     from exports e join forms f on f.workspace_id = e.workspace_id and f.id = e.form_id
     where e.workspace_id = ? and e.form_id = ? and e.id = ?`,
    [scope.workspaceId, formId, id],
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** `total` is what there probably is to write, where that is known. */
function served(formId: string, row: ExportRow, total: number | null) {
  return {
    id: row.id,
    status: row.expired ? 'expired' : row.status,
    reason: row.reason,
    rows: row.rows,
    bytes: row.bytes,
    total,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    file: row.status === 'done' && !row.expired ? `/api/forms/${formId}/exports/${row.id}/file` : null,
  }
}

function idOf(text: unknown): string {
  if (typeof text !== 'string' || !isUuid(text)) throw notFound()
  return text
}
