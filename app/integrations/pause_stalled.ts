import { join } from 'node:path'
import { failWaiting, pause } from '#app/integrations/pause'
import { concludeNotes, interrupted } from '#app/integrations/sent_once'
import type { DeliveryPlace } from '#app/plugins/at_work'
import { forgetStalled, stalledDeliveries, STALLS_FILE } from '#app/plugins/stalls'
import { within } from '#app/workspaces/within'
import env from '#start/env'

/** For whoever made the integration. */
const STALLED =
  'It kept this server busy until it had to be stopped, and for some seconds nobody was answered. Whoever runs the server is told where; switch it on again once that is mended.'

/**
 * Pauses the integrations at whose deliveries the server had to be ended, so that everybody waits for each of them once, and
 * not at every attempt. Before deliveries begin.
 */
export async function pauseStalled(): Promise<void> {
  const file = join(env.get('STORAGE_DIR'), STALLS_FILE)
  for (const delivery of stalledDeliveries(file)) {
    await pauseFor(delivery, STALLED)
    // not before: the database may be away, and this is tried again
    forgetStalled(file, delivery)
  }
}

/** Pauses the integration of a delivery that is not to be tried again, which has failed; `why` is for whoever made it. */
export async function pauseFor({ workspaceId, id }: DeliveryPlace, why: string): Promise<void> {
  const integrationId = await within(workspaceId, async (scope) => {
    const { rows } = await scope.trx.rawQuery<{ rows: { integration: string; attempts: number }[] }>(
      `select integration_id as integration, attempts from deliveries
       where workspace_id = ? and id = ? and status = 'pending'`,
      [workspaceId, id],
    )
    const [row] = rows
    // deleted meanwhile, with its form for instance
    if (!row) return undefined
    await pause(scope, row.integration, 'failing', why)
    const next = { id, attempt: row.attempts + 1 }
    const { result, reason } = (await interrupted(scope, next)) ?? { result: 'failed', reason: why }
    await concludeNotes(scope, next, why)
    await scope.trx.rawQuery(
      `update deliveries set status = ?, reason = ?, finished_at = now(), lease = null, leased_until = null
       where workspace_id = ? and id = ? and status = 'pending'`,
      [result, reason ?? why, workspaceId, id],
    )
    return row.integration
  })
  if (integrationId !== undefined) await failWaiting(workspaceId, integrationId)
}
