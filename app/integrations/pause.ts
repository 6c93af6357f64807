import logger from '@adonisjs/core/services/logger'
import { type Scope, within } from '#app/workspaces/within'

/** So many are changed at a time: each in a short transaction, however many wait. */
const TOGETHER = 1_000

/** Why an integration is paused: what its creator has to do about it. */
export type PauseCause = 'gone' | 'reconnect' | 'failing'

/**
 * Nothing more is sent until somebody switches the integration on again. Answers whether it was this call that paused
 * it: then `failWaiting` follows, after the commit.
 */
export async function pause(
  scope: Scope,
  integrationId: string,
  cause: PauseCause,
  reason: string,
): Promise<boolean> {
  const { rowCount } = await scope.trx.rawQuery<{ rowCount: number }>(
    `update integrations set paused_at = now(), pause_cause = ?, pause_reason = ?
     where workspace_id = ? and id = ? and paused_at is null`,
    [cause, reason, scope.workspaceId, integrationId],
  )
  if (rowCount > 0) logger.warn({ integration: integrationId, cause }, 'an integration was paused')
  return rowCount > 0
}

/**
 * What waited for an integration that was paused has failed, and can be replayed. Should the process die before all of
 * it is written down, the rest fails as it comes up.
 */
export async function failWaiting(workspaceId: string, integrationId: string): Promise<void> {
  for (let failed = TOGETHER; failed === TOGETHER;) {
    failed = await within(workspaceId, async ({ trx }) => {
      const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
        `update deliveries set status = 'failed', reason = 'The integration was paused.', finished_at = now(),
                lease = null, leased_until = null
         where workspace_id = ? and status = 'pending' and id = any (array(
           select id from deliveries
           where workspace_id = ? and integration_id = ? and status = 'pending' and not test
             -- unless somebody has switched it on again meanwhile
             and exists (select from integrations where workspace_id = ? and id = ? and paused_at is not null)
           limit ${TOGETHER}))`,
        [workspaceId, workspaceId, integrationId, workspaceId, integrationId],
      )
      return rowCount
    })
  }
}
