import type { Page } from '#api_types/answer'
import type { DeletedSubmission } from '#api_types/submissions'
import { goneAt, IN_BIN } from '#app/forms/bin'
import { versionOf } from '#app/forms/versions'
import { type Cursor, readCursor, writeCursor } from '#app/http/cursor'
import { plugins } from '#app/plugins/registry'
import { oneMoveAtATime } from '#app/submissions/delete_submissions'
import { titleOf } from '#app/submissions/show_submission'
import { TOP } from '#app/submissions/stored_rows'
import { type Scope, within } from '#app/workspaces/within'
import type { StoredAnswers } from '#engine/response/response'

const PAGE = 50
/** Submissions are deleted for good so many at a time: each in one short transaction. */
const STEP = 2_000
/** And for so long, in milliseconds, by one request. */
const PATIENCE = 3_000
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

/** Deletes submissions of the bin for good: the job that does it finds them within the hour. Answers those that were in it. */
export async function deleteSubmissionsForGood(
  scope: Scope,
  formId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { trx, workspaceId } = scope
  await oneMoveAtATime(scope, formId)
  const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
    `update deleted_submissions set deleted_at = to_timestamp(0)
     where workspace_id = ? and form_id = ? and ${IN_BIN} and id = any(?::uuid[]) returning id`,
    [workspaceId, formId, [...ids]],
  )
  return rows.map(({ id }) => id)
}

/**
 * Deletes for good what is in the bin of a form by now, some at a time so that nobody waits for it long: the last that was
 * deleted first, so that what comes into it meanwhile is above. Answers the `cursor` to go on with where that took too long
 * for one request; null where nothing is left.
 */
export async function emptySubmissionBin(
  workspaceId: string,
  formId: string,
  cursor: unknown,
): Promise<string | null> {
  const began = performance.now()
  let after = readCursor(cursor)
  do {
    const place: Cursor | undefined = after
    after = await within(workspaceId, (scope) => emptySome(scope, formId, place))
  } while (after && performance.now() - began < PATIENCE)
  return after ? writeCursor(after) : null
}

/** Answers the place to go on from; undefined where nothing is left. */
async function emptySome(
  scope: Scope,
  formId: string,
  after: Cursor | undefined,
): Promise<Cursor | undefined> {
  const { trx, workspaceId } = scope
  await oneMoveAtATime(scope, formId)
  const { rows } = await trx.rawQuery<{ rows: [Cursor & { found: number }] }>(
    `with next as materialized (
       select id, deleted_at from deleted_submissions
       where workspace_id = ? and form_id = ? and ${IN_BIN}
         and (deleted_at, id) < (coalesce(nullif(?, '')::timestamptz, now()), ?::uuid)
       order by deleted_at desc, id desc limit ${STEP} for update
     ),
     marked as (
       -- as a list: joined to a table that nobody has counted yet, each would be looked for among all
       update deleted_submissions set deleted_at = to_timestamp(0)
       where workspace_id = ? and id = any(array(select id from next))
     )
     select count(*)::int as found, min(deleted_at)::text as at, (array_agg(id order by deleted_at, id))[1] as id from next`,
    [workspaceId, formId, after?.at ?? '', after?.id ?? TOP.id, workspaceId],
  )
  const [{ found, at, id }] = rows
  return found === STEP ? { at, id } : undefined
}
