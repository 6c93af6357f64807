import type { Page } from '#api_types/answer'
import type { VersionItem, VersionRows } from '#api_types/versions'
import { CodedError, notFound } from '#app/http/errors'
import { plugins } from '#app/plugins/registry'
import type { Scope } from '#app/workspaces/within'
import { toRows } from '#engine/document/assemble'
import type { FormDocument } from '#engine/document/document'
import { liftDocument } from '#engine/document/lift'

interface VersionRow {
  number: number
  note: string | null
  withdrawn_at: Date | null
  created_at: Date
  user_id: string | null
  user_name: string | null
}

const COLUMNS = 'v.number, v.note, v.withdrawn_at, v.created_at, u.id as user_id, u.name as user_name'

function toItem(row: VersionRow): VersionItem {
  return {
    number: row.number,
    note: row.note,
    withdrawn: row.withdrawn_at !== null,
    created_by: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
    created_at: row.created_at.toISOString(),
  }
}

/** Versions of a form, newest first, without their documents. `cursor` is the `next_cursor` of the page before. */
export async function listVersions(
  scope: Scope,
  formId: string,
  { limit, cursor }: { limit: number; cursor?: unknown },
): Promise<Page<VersionItem>> {
  const { rows } = await scope.trx.rawQuery<{ rows: VersionRow[] }>(
    `select ${COLUMNS} from form_versions v left join users u on u.id = v.created_by
     where v.workspace_id = ? and v.form_id = ? and v.number < ? order by v.number desc limit ?`,
    [scope.workspaceId, formId, readCursor(cursor), limit + 1],
  )
  const page = rows.slice(0, limit)
  return {
    data: page.map(toItem),
    next_cursor: rows.length > limit ? String(page[page.length - 1].number) : null,
  }
}

/** Writes what members read of a version: the one thing of it that changes. An empty note is none; without one it stays. */
export async function noteVersion(
  scope: Scope,
  formId: string,
  number: number,
  note: string | null | undefined,
): Promise<VersionItem> {
  const { rows } = await scope.trx.rawQuery<{ rows: VersionRow[] }>(
    `with noted as (
       update form_versions set note = case when ? then note else nullif(?, '') end
       where workspace_id = ? and form_id = ? and number = ?
       returning number, note, withdrawn_at, created_at, created_by
     )
     select ${COLUMNS} from noted v left join users u on u.id = v.created_by`,
    [note === undefined, note ?? '', scope.workspaceId, formId, number],
  )
  if (!rows[0]) throw notFound()
  return toItem(rows[0])
}

/** The number that the versions of a page are below. */
function readCursor(cursor: unknown): number {
  if (cursor === undefined || cursor === null || cursor === '') return 2 ** 31 - 1
  if (!/^\d{1,9}$/.test(String(cursor)))
    throw new CodedError('E_CURSOR', 422, 'This cursor is not valid. Start over without it.')
  return Number(cursor)
}

/** A version as the rows of a draft. Former keys are none of them: publishing adds those that a form has. */
export async function versionRows(scope: Scope, formId: string, number: number): Promise<VersionRows> {
  const { rows } = await scope.trx.rawQuery<{ rows: { document: FormDocument }[] }>(
    'select document from form_versions where workspace_id = ? and form_id = ? and number = ?',
    [scope.workspaceId, formId, number],
  )
  if (!rows[0]) throw notFound()
  const { document } = liftDocument(rows[0].document, plugins.registry())
  return { number, rows: toRows({ ...document, aliases: {} }) }
}

/** The number that the next version of a form will have. Numbers of withdrawn ones are not used again. */
export async function nextVersion(scope: Scope, formId: string): Promise<number> {
  const { rows } = await scope.trx.rawQuery<{ rows: { number: number }[] }>(
    `select coalesce(max(number), 0) + 1 as number from form_versions where workspace_id = ? and form_id = ?`,
    [scope.workspaceId, formId],
  )
  return rows[0].number
}
