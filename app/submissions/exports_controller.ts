import { createReadStream } from 'node:fs'
import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import type { Page, Single } from '#api_types/answer'
import type { ExportRequest, SubmissionExport } from '#api_types/submissions'
import { showForm } from '#app/forms/list_forms'
import { attachment } from '#app/http/attachment'
import { CodedError, notFound } from '#app/http/errors'
import { validate } from '#app/http/validate'
import { jobs } from '#app/jobs/jobs'
import { checkedFilters } from '#app/submissions/checked_filters'
import { type ExportFormat, exportName, MEDIA_TYPES } from '#app/submissions/csv'
import { exportPath, removeExport, writeExports } from '#app/submissions/export_job'
import { idOf } from '#app/submissions/id_of'
import { withTable } from '#app/submissions/load_table'
import { isWhole, readView } from '#app/submissions/view'
import { type Scope, within } from '#app/workspaces/within'

/** What of the submissions is wanted. */
export const wanted = vine.create({
  search: vine.string().maxLength(500).optional(),
  filter: vine.string().maxLength(100_000).optional(),
})

interface ExportRow {
  id: string
  status: 'waiting' | 'running' | 'done' | 'failed'
  reason: string | null
  search: string
  filter: string
  rows: number
  format: ExportFormat
  bytes: number
  total: number | null
  created_at: Date
  expires_at: Date | null
  expired: boolean
  title: string
}

/** So many of a person's exports of a form are listed, none older than this many days. */
const LISTED = 10
const DAYS = 7
/** So many exports a person may have under way in a workspace, of whatever forms. */
const UNDER_WAY = 3
/** So many files of a person stay in a workspace until they run out; beyond them those go that were asked for longest ago. */
const KEPT = 10

/** Exports that are too large to wait for: written by a job, fetched when they are done. */
export default class ExportsController {
  /** The caller's own, the newest first. */
  async index({ workspace, formId, auth }: HttpContext): Promise<Page<SubmissionExport>> {
    return within(workspace.id, async (scope) => {
      const { rows } = await scope.trx.rawQuery<{ rows: ExportRow[] }>(
        `${SELECT} and e.created_by = ? and e.created_at > now() - interval '${DAYS} days'
         order by e.created_at desc limit ${LISTED}`,
        [scope.workspaceId, formId, auth.getUserOrFail().id],
      )
      return { data: rows.map((row) => served(formId, row)), next_cursor: null }
    })
  }

  async store(ctx: HttpContext): Promise<Single<SubmissionExport>> {
    const { search = '', filter = '' }: ExportRequest = await validate(ctx, wanted)
    const { workspace, formId, auth, response } = ctx
    const userId = auth.getUserOrFail().id
    const view = readView(search, filter)
    const queue = jobs()
    const { data, gone } = await withTable(workspace.id, formId, async (scope, table) => {
      await refuseTooManyExports(scope, userId)
      const gone = await endOldExports(scope, userId)
      const form = await showForm(scope, formId, workspace.role)
      await checkedFilters(scope, view, table)
      const whole = isWhole(view)
      const { rows } = await scope.trx.rawQuery<{ rows: { id: string }[] }>(
        `insert into exports (workspace_id, form_id, created_by, search, filter, total, version)
         select ?, ?, ?, ?, ?, case when ? then ?::bigint end, coalesce(max(number), 0) from form_versions where workspace_id = ? and form_id = ?
         returning id`,
        [
          ...[workspace.id, formId, userId, search, filter, whole, form.submissions],
          ...[workspace.id, formId],
        ],
      )
      const { id } = rows[0]
      await queue.enqueue(writeExports.queue, { workspace_id: workspace.id, id }, scope.trx)
      return { data: served(formId, await find(scope, formId, id)), gone }
    })
    queue.wake(writeExports.queue)
    for (const id of gone) await removeExport(id)
    response.status(202)
    return { data }
  }

  async show({ params, workspace, formId }: HttpContext): Promise<Single<SubmissionExport>> {
    return within(workspace.id, async (scope) => {
      return { data: served(formId, await find(scope, formId, idOf(params.id))) }
    })
  }

  async file({ params, response, workspace, formId }: HttpContext) {
    const row = await within(workspace.id, (scope) => find(scope, formId, idOf(params.id)))
    if (row.status !== 'done' || row.expired) throw notFound()
    const day = row.created_at.toISOString().slice(0, 10)
    response.header('content-type', MEDIA_TYPES[row.format])
    response.header('content-length', String(row.bytes))
    response.header('content-disposition', attachment(exportName(row.title, day, row.format)))
    response.header('cache-control', 'private, no-store')
    response.stream(createReadStream(exportPath(row.id, row.format)))
  }

  /** The caller's own: ends it, or removes its file. */
  async destroy({ params, response, workspace, formId, auth }: HttpContext) {
    const id = idOf(params.id)
    await within(workspace.id, async ({ trx }) => {
      const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
        'delete from exports where workspace_id = ? and form_id = ? and id = ? and created_by = ?',
        [workspace.id, formId, id, auth.getUserOrFail().id],
      )
      if (rowCount === 0) throw notFound()
    })
    await removeExport(id)
    return response.noContent()
  }
}

/** Throws where the person has as many exports under way as they may, counted one request after the other. */
async function refuseTooManyExports({ trx, workspaceId }: Scope, userId: string): Promise<void> {
  await trx.rawQuery(`select pg_advisory_xact_lock(hashtextextended('exports ' || ?, 0))`, [userId])
  const { rows } = await trx.rawQuery<{ rows: { count: number }[] }>(
    `select count(*)::int as count from exports
     where workspace_id = ? and created_by = ? and status in ('waiting', 'running')`,
    [workspaceId, userId],
  )
  if (rows[0].count < UNDER_WAY) return
  throw new CodedError(
    'E_EXPORTS_UNDER_WAY',
    429,
    `${UNDER_WAY} of your exports are being written. Wait until one is done, or remove it from its list.`,
  )
}

/** Lets the files of a person run out that give way to a new one; answers the ids of their exports. */
async function endOldExports({ trx, workspaceId }: Scope, userId: string): Promise<string[]> {
  const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
    `update exports set expires_at = now() where workspace_id = ? and id in (
       select id from exports
       where workspace_id = ? and created_by = ? and status = 'done' and expires_at > now()
       order by created_at desc offset ${KEPT - 1})
     returning id`,
    [workspaceId, workspaceId, userId],
  )
  return rows.map(({ id }) => id)
}

const SELECT = `
  select e.id, e.status, e.reason, e.search, e.filter, e.rows::float8 as rows, e.format, e.bytes::float8 as bytes,
         e.total::float8 as total, e.created_at, e.expires_at, coalesce(e.expires_at < now(), false) as expired, f.title
  from exports e join forms f on f.workspace_id = e.workspace_id and f.id = e.form_id
  where e.workspace_id = ? and e.form_id = ?`

async function find(scope: Scope, formId: string, id: string): Promise<ExportRow> {
  const { rows } = await scope.trx.rawQuery<{ rows: ExportRow[] }>(`${SELECT} and e.id = ?`, [
    scope.workspaceId,
    formId,
    id,
  ])
  if (!rows[0]) throw notFound()
  return rows[0]
}

function served(formId: string, row: ExportRow): SubmissionExport {
  return {
    id: row.id,
    status: row.expired ? 'expired' : row.status,
    reason: row.reason,
    search: row.search,
    filter: row.filter,
    rows: row.rows,
    format: row.format,
    bytes: row.bytes,
    total: row.total,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    file: row.status === 'done' && !row.expired ? `/api/forms/${formId}/exports/${row.id}/file` : null,
  }
}
