import { BACKFILL_PAUSED } from '#app/integrations/backfill/reasons'
import type { Scope } from '#app/workspaces/within'

/** Counting ends here: of more it is only said that there are many, and quickly. */
export const MOST = 10_000

/** How many deliveries of an integration can be sent by hand, up to 10,000 of each, and when one arrived. Tests do not count. */
export interface DeliveryCounts {
  /** for good */
  failed: number
  /** that were sent, and had no answer */
  unsure: number
  /** for an attempt that is to come, or for the connection; those that are being sent are not among them */
  waiting: number
  /** of those made in the last 24 hours: arrived, failed for good, and had no answer */
  deliveredLastDay: number
  failedLastDay: number
  unsureLastDay: number
  /** when the newest of those that arrived did */
  lastDelivered: Date | null
}

/** These counts of integrations, by id. */
export async function countDeliveries(
  { trx, workspaceId }: Scope,
  integrations: readonly string[],
): Promise<Map<string, DeliveryCounts>> {
  const { rows } = await trx.rawQuery<{ rows: (DeliveryCounts & { id: string })[] }>(
    `select i.id, ${counted(`d.status = 'failed'`)} as failed, ${counted(`d.status = 'unsure'`)} as unsure, ${counted(`${NOT_SENT} and (d.next_attempt_at > now() or i.waits_since is not null)`)} as waiting,
       ${counted(`d.status = 'delivered' and ${LAST_DAY}`)} as "deliveredLastDay",
       ${counted(`d.status = 'failed' and ${LAST_DAY}`)} as "failedLastDay",
       ${counted(`d.status = 'unsure' and ${LAST_DAY}`)} as "unsureLastDay",
       (select d.finished_at from deliveries d
        where d.workspace_id = ? and d.integration_id = i.id and d.status = 'delivered' and not d.test
        order by d.created_at desc, d.id desc limit 1) as "lastDelivered"
     from integrations i where i.workspace_id = ? and i.id = any (?::uuid[])`,
    [...Array.from({ length: 8 }, () => workspaceId), [...integrations]],
  )
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** Deliveries `d` that are not over, that nobody is sending, and that do not wait for their backfill to go on. */
const NOT_SENT = `d.status = 'pending' and (d.leased_until is null or d.leased_until < now())
  and d.reason is distinct from '${BACKFILL_PAUSED}'`

const LAST_DAY = `d.created_at > now() - interval '1 day'`

/** Those whose next attempt is still to come. */
export const WAITING = `${NOT_SENT} and d.next_attempt_at > now()`

function counted(condition: string): string {
  return `(
       select count(*)::int from (
         select from deliveries d
         where d.workspace_id = ? and d.integration_id = i.id and ${condition} and not d.test limit ${MOST}
       ) counted)`
}
