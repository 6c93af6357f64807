import { beingSent, delivered } from '#app/integrations/errors'
import type { Scope } from '#app/workspaces/within'

/**
 * Ends a delivery that waits, has failed or had no answer: nothing more is sent, and what its body and its attempts held goes. Who may
 * send it again later makes it anew of its submission. 409 while it is being sent, and when it was delivered.
 */
export async function cancelDelivery({ trx, workspaceId }: Scope, id: string, reason: string): Promise<void> {
  const { rows } = await trx.rawQuery<{ rows: { under_way: boolean; status: string }[] }>(
    `select status, status = 'pending' and coalesce(leased_until >= now(), false) as under_way
     from deliveries where workspace_id = ? and id = ? for update`,
    [workspaceId, id],
  )
  const [delivery] = rows
  if (delivery?.under_way) throw beingSent()
  if (!['pending', 'failed', 'unsure'].includes(delivery?.status ?? '')) throw delivered()
  await trx.rawQuery(
    `update deliveries set status = 'cancelled', reason = ?, body = null, finished_at = now(), lease = null, leased_until = null
     where workspace_id = ? and id = ?`,
    [reason, workspaceId, id],
  )
  await trx.rawQuery(
    'update delivery_attempts set request = null, response = null where workspace_id = ? and delivery_id = ?',
    [workspaceId, id],
  )
}
