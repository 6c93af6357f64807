import { notifyForm } from '#app/forms/events'
import type { Cursor } from '#app/http/cursor'
import { forgetSubmissions } from '#app/integrations/forget_submissions'
import { notifyOutbox } from '#app/outbox/notify'
import { releaseClaims } from '#app/respond/submission/claims'
import { checkedFilters } from '#app/submissions/checked_filters'
import type { Table } from '#app/submissions/columns'
import { refused } from '#app/submissions/comparisons'
import { withTable } from '#app/submissions/load_table'
import { readRows } from '#app/submissions/read_rows'
import { placeFor } from '#app/submissions/read_places'
import { MOST_TOGETHER } from '#app/submissions/several_ids'
import { isLimited, type View } from '#app/submissions/view'
import { type Scope, within } from '#app/workspaces/within'

/** So many bytes of submissions, as they lie in the database, are moved together: a transaction has its time. The first one is in any case. */
export const MOST_BYTES = 4_000_000

/** Of several that are to go: those that are in the bin now, and those that were no submissions of the form any more. */
interface Deletion {
  deleted: string[]
  missing: string[]
}

interface Found {
  id: string
  version: number
  at: Date
  place: string
  fits: boolean
}

/**
 * Puts submissions into the bin of their form with all that hangs on them, in one transaction: what they had claimed is
 * free again, nobody has their files, deliveries that were still to come are cancelled, and the outbox has the news. `by`
 * is the id of who did it. Where they are too large to go together the oldest are in neither list: they are to be asked
 * for again.
 */
export async function deleteSubmissions(
  workspaceId: string,
  formId: string,
  ids: readonly string[],
  by: string,
): Promise<Deletion> {
  const found = await within(workspaceId, (scope) => toBin(scope, formId, ids, by))
  const deleted = told(formId, found)
  const there = new Set(found.map(({ id }) => id))
  return { deleted, missing: ids.filter((id) => !there.has(id)) }
}

/** Which submissions are meant: of a view, below a place in its order and not newer than a time. */
export interface Matching {
  view: View
  after: Cursor | undefined
  until: string
}

/**
 * Puts the next submissions of a view into the bin, newest first, as `deleteSubmissions` does. `next` is the place to go
 * on from; absent where the view ends. There may be none among them: what is rare lies far down.
 */
export async function deleteMatching(
  workspaceId: string,
  formId: string,
  { view, after, until }: Matching,
  by: string,
): Promise<{ deleted: string[]; next?: Cursor }> {
  // with each that goes another one would be among the newest
  if (isLimited(view))
    throw refused('With words of under 3 letters not all submissions are searched. Search for a longer word.')
  const work = async (scope: Scope, table: Table) => {
    const filters = await checkedFilters(scope, view, table)
    const read = await readRows(scope, { formId, view, filters }, MOST_TOGETHER, after, until)
    const ids = read.rows.map(({ id }) => id)
    return { found: await toBin(scope, formId, ids, by), next: read.next }
  }
  const { found, next } = await withTable(workspaceId, formId, work, placeFor(workspaceId, view))
  const left = found.find(({ fits }) => !fits)
  const last = found.findLast(({ fits }) => fits)
  const deleted = told(formId, found)
  return { deleted, next: left && last ? { at: last.place, id: last.id } : next }
}

/** Answers those that there were, newest first; those that fit are in the bin then. */
async function toBin(scope: Scope, formId: string, ids: readonly string[], by: string): Promise<Found[]> {
  if (ids.length === 0) return []
  const { trx, workspaceId } = scope
  await oneMoveAtATime(scope, formId)
  const { rows: found } = await trx.rawQuery<{ rows: Found[] }>(
    `with found as materialized (
       select id, version, received_at, pg_column_size(answers) + pg_column_size(search) as bytes
       from submissions where workspace_id = ? and form_id = ? and id = any(?::uuid[]) order by id for update
     )
     select id, version, received_at as at, received_at::text as place,
       sum(bytes) over (order by received_at desc, id desc) - bytes < ${MOST_BYTES} as fits
     from found order by received_at desc, id desc`,
    [workspaceId, formId, [...ids]],
  )
  const going = found.filter(({ fits }) => fits)
  if (going.length === 0) return []
  const gone = going.map(({ id }) => id)
  await releaseClaims(scope, formId, gone)
  await trx.rawQuery(
    `with gone as (delete from submissions where workspace_id = ? and id = any(?::uuid[]) returning *)
     insert into deleted_submissions select gone.*, now(), ? from gone`,
    [workspaceId, gone, by],
  )
  await trx.rawQuery(
    `update files set status = 'deleted' where workspace_id = ? and submission_id = any(?::uuid[])`,
    [workspaceId, gone],
  )
  await forgetSubmissions(scope, gone)
  await trx.rawQuery(
    // the time that the bin has
    `insert into outbox (workspace_id, form_id, event, submission_id, payload, created_at)
     select ?, ?, 'submission.deleted', g.id, g.payload, now()
     from json_to_recordset(?::json) as g (id uuid, payload jsonb)`,
    [
      ...[workspaceId, formId],
      JSON.stringify(
        going.map(({ id, version, at }) => ({ id, payload: { version, received_at: at.toISOString() } })),
      ),
    ],
  )
  return found
}

/**
 * Submissions of a form go into its bin, and leave it, one transaction after the other: several of them at once would wait in
 * a circle for the segments that they drop, or for the rows of the bin.
 */
export async function oneMoveAtATime({ trx }: Scope, formId: string): Promise<void> {
  await trx.rawQuery(`select pg_advisory_xact_lock(hashtextextended('bin ' || ?, 0))`, [formId])
}

/** Tells those who look on, and deliveries, of what has gone; to be called after the commit. */
function told(formId: string, found: readonly Found[]): string[] {
  const deleted = found.filter(({ fits }) => fits).map(({ id }) => id)
  if (deleted.length > 0) notifyOutbox()
  for (const id of deleted) notifyForm(formId, { name: 'submissions', data: { deleted: id } })
  return deleted
}
