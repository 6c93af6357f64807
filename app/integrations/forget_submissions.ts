import type { Scope } from '#app/workspaces/within'

/** Why a delivery was cancelled. */
export const SUBMISSION_DELETED = 'The submission was deleted.'

/** Nobody finds the submission of delivery `d` any more. */
const GONE = `not exists (
  select from submissions s where s.workspace_id = d.workspace_id and s.id = d.submission_id)`

/**
 * What the deliveries of deleted submissions held goes with them: bodies, logs, and attempts that were still to come.
 * Only the news of the deletion itself is delivered. Those that were restored meanwhile keep them.
 */
export async function forgetSubmissions(scope: Scope, submissionIds: readonly string[]): Promise<void> {
  const those = [scope.workspaceId, [...submissionIds]]
  await scope.trx.rawQuery(
    `update delivery_attempts a set request = null, response = null
     from deliveries d
     where d.workspace_id = ? and d.submission_id = any(?::uuid[]) and d.event <> 'submission.deleted'
       and a.workspace_id = d.workspace_id and a.delivery_id = d.id and ${GONE}`,
    those,
  )
  await scope.trx.rawQuery(
    `update deliveries d
     set body = null, payload = '{}',
         status = case when status = 'pending' then 'cancelled' else status end,
         reason = case when status = 'pending' then '${SUBMISSION_DELETED}' else reason end,
         finished_at = coalesce(finished_at, now()), lease = null, leased_until = null
     where workspace_id = ? and submission_id = any(?::uuid[]) and event <> 'submission.deleted' and ${GONE}`,
    those,
  )
}
