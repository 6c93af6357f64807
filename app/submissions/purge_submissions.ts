import db from '@adonisjs/lucid/services/db'
import { IN_BIN } from '#app/forms/bin'
import { eachByItself } from '#app/jobs/each_by_itself'
import { within } from '#app/workspaces/within'

/** Ids of workspaces are looked for so many at a time. */
const WORKSPACES = 1_000
/** Submissions are removed so many at a time: each in one short transaction. */
const STEP = 2_000

/**
 * Removes for good what has been in the bins of forms for 30 days. Files become unclaimed ones, whose bytes are collected
 * (`app/files/collector.ts`) even if the process dies here.
 */
export async function purgeSubmissions(signal: AbortSignal): Promise<void> {
  for (let found = WORKSPACES; found === WORKSPACES;) {
    const { rows } = await db.rawQuery<{ rows: { workspace_id: string }[] }>(
      'select workspace_id from workspaces_to_purge(?) as workspace_id',
      [WORKSPACES],
    )
    await eachByItself(rows, signal, async ({ workspace_id }) => {
      while ((await purgeStep(workspace_id)) === STEP) signal.throwIfAborted()
    })
    found = rows.length
  }
}

/** Answers how many were removed. */
async function purgeStep(workspaceId: string): Promise<number> {
  return within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { removed: number }[] }>(
      `with due as materialized (
         select id from deleted_submissions where workspace_id = ? and not (${IN_BIN})
         order by deleted_at limit ${STEP} for update
       ),
       freed as (
         update files f set status = 'pending', submission_id = null, created_at = 'epoch'
         from due where f.workspace_id = ? and f.submission_id = due.id
       ),
       forgotten as (
         delete from submission_edits e using due where e.workspace_id = ? and e.submission_id = due.id
       ),
       unknown as (
         delete from past_deliveries p using due where p.workspace_id = ? and p.submission_id = due.id
       ),
       gone as (
         delete from deleted_submissions d using due where d.workspace_id = ? and d.id = due.id returning 1
       )
       select count(*)::int as removed from gone`,
      [workspaceId, workspaceId, workspaceId, workspaceId, workspaceId],
    )
    return rows[0].removed
  })
}
