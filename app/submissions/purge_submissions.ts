import { operator } from '#app/administration/operator'
import { IN_BIN } from '#app/forms/bin'

/** Submissions are removed so many at a time: each in one short statement. */
const STEP = 2_000

/**
 * Removes for good what has been in the bins of forms for 30 days, of all workspaces. Files become unclaimed ones, whose
 * bytes are collected (`app/files/collector.ts`) even if the process dies here.
 */
export async function purgeSubmissions(signal: AbortSignal): Promise<void> {
  for (let removed = STEP; removed === STEP;) {
    signal.throwIfAborted()
    const { rows } = await operator().rawQuery<{ rows: { removed: number }[] }>(
      `with due as materialized (
         select workspace_id, id from deleted_submissions where not (${IN_BIN})
         order by deleted_at limit ${STEP} for update skip locked
       ),
       freed as (
         update files f set status = 'pending', submission_id = null, created_at = 'epoch'
         from due where f.workspace_id = due.workspace_id and f.submission_id = due.id
       ),
       gone as (
         delete from deleted_submissions d using due
         where d.workspace_id = due.workspace_id and d.id = due.id returning 1
       )
       select count(*)::int as removed from gone`,
    )
    removed = rows[0].removed
  }
}
