import { findResumable } from '#app/integrations/claimer'
import { dropNotices } from '#app/integrations/notices'
import { type Scope, within } from '#app/workspaces/within'

/** So many go on at a time: each in a short transaction, however many wait. */
const TOGETHER = 1_000

/** The next attempt of a delivery that waits for a connection, as the database has it. */
export const UNTIL_CONNECTED = 'infinity'

/**
 * Notes that deliveries of an integration wait for its connection. To be called before one of them is written: whoever
 * lets them go on holds the integration too, so that none is left behind.
 */
export async function waitForConnection({ trx, workspaceId }: Scope, integrationId: string): Promise<void> {
  await trx.rawQuery(
    'update integrations set waits_since = coalesce(waits_since, now()) where workspace_id = ? and id = ?',
    [workspaceId, integrationId],
  )
}

/**
 * Lets deliveries go on whose integration waited for a connection that is well by now, with the whole schedule before
 * them. Looked for again and again, so that whoever connected again, in whatever process, has nothing to remember.
 */
export async function resumeWaiting(): Promise<number> {
  let resumed = 0
  for (const { workspaceId, id } of await findResumable()) {
    for (let step = TOGETHER; step === TOGETHER;) {
      step = await within(workspaceId, (scope) => resumeSome(scope, id))
      resumed += step
    }
  }
  return resumed
}

async function resumeSome(scope: Scope, integrationId: string): Promise<number> {
  const { trx, workspaceId } = scope
  await trx.rawQuery('select from integrations where workspace_id = ? and id = ? for no key update', [
    workspaceId,
    integrationId,
  ])
  const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
    `update deliveries set next_attempt_at = now(), round_start = attempts
     where workspace_id = ? and id = any (array(
       select id from deliveries
       where workspace_id = ? and integration_id = ? and status = 'pending' and next_attempt_at = '${UNTIL_CONNECTED}'
       order by outbox_id limit ${TOGETHER}))`,
    [workspaceId, workspaceId, integrationId],
  )
  if (rowCount < TOGETHER) {
    await trx.rawQuery(
      `update integrations
       set waits_since = null, failing_since = null, told = case when paused_at is not null then told end
       where workspace_id = ? and id = ?`,
      [workspaceId, integrationId],
    )
    await dropNotices(scope, integrationId)
  }
  return rowCount
}
