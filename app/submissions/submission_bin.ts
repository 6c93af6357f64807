import type { Page } from '#api_types/answer'
import type { DeletedSubmission } from '#api_types/submissions'
import { goneAt, IN_BIN } from '#app/forms/bin'
import { versionOf } from '#app/forms/versions'
import { readCursor, writeCursor } from '#app/http/cursor'
import { plugins } from '#app/plugins/registry'
import { titleOf } from '#app/submissions/show_submission'
import { type Scope, within } from '#app/workspaces/within'
import type { StoredAnswers } from '#engine/response/response'

const PAGE = 50
/** Of longer answers, in characters of JSON, no title is made: a page would be read for long. */
const LARGEST_TITLED = 200_000

interface Row {
  id: string
  received_at: Date
  version: number
  answers: StoredAnswers | null
  deleted_at: Date
  at: string
  user_id: string | null
  user_name: string | null
}

/** The deleted submissions of a form, the last one first. `cursor` is the `next_cursor` of the page before. */
export async function listSubmissionBin(
  workspaceId: string,
  formId: string,
  cursor: unknown,
): Promise<Page<DeletedSubmission>> {
  const after = readCursor(cursor)
  const rows = await within(workspaceId, async ({ trx }) => {
    const { rows: found } = await trx.rawQuery<{ rows: Row[] }>(
      `select s.id, s.received_at, s.version, s.deleted_at, s.deleted_at::text as at,
         case when octet_length(s.answers::text) <= ${LARGEST_TITLED} then s.answers end as answers,
         u.id as user_id, u.name as user_name
       from deleted_submissions s left join users u on u.id = s.deleted_by
       where s.workspace_id = ? and s.form_id = ? and s.${IN_BIN}
         and (? = '' or (s.deleted_at, s.id) < (nullif(?, '')::timestamptz, nullif(?, '')::uuid))
       order by s.deleted_at desc, s.id desc limit ${PAGE + 1}`,
      [workspaceId, formId, after?.at ?? '', after?.at ?? '', after?.id ?? ''],
    )
    return found
  })
  const data: DeletedSubmission[] = []
  for (const row of rows.slice(0, PAGE)) data.push(await toItem(workspaceId, formId, row))
  return { data, next_cursor: rows.length > PAGE ? writeCursor(rows[PAGE - 1]) : null }
}

async function toItem(workspaceId: string, formId: string, row: Row): Promise<DeletedSubmission> {
  const version = row.answers && (await versionOf(workspaceId, formId, row.version))
  return {
    id: row.id,
    received_at: row.received_at.toISOString(),
    title: version && row.answers ? titleOf(version.document, row.answers, plugins.registry()) : null,
    deleted_at: row.deleted_at.toISOString(),
    deleted_by: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
    gone_at: goneAt(row.deleted_at),
  }
}

/** Deletes a submission of the bin for good, or all of a form: the job that does it finds them within the hour. Returns how many. */
export async function deleteSubmissionsForGood(
  { trx, workspaceId }: Scope,
  formId: string,
  id = '',
): Promise<number> {
  const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
    `update deleted_submissions set deleted_at = to_timestamp(0)
     where workspace_id = ? and form_id = ? and ${IN_BIN} and (? = '' or id = nullif(?, '')::uuid)`,
    [workspaceId, formId, id, id],
  )
  return rowCount
}
