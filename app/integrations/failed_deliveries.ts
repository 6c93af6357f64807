import type { Scope } from '#app/workspaces/within'

/** Counting ends here: of more it is only said that there are many, and quickly. */
const MOST = 10_000

/** How many deliveries of these integrations have failed for good, up to 10,000 of each. Tests do not count. */
export async function failedDeliveries(
  { trx, workspaceId }: Scope,
  integrations: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await trx.rawQuery<{ rows: { id: string; failed: number }[] }>(
    `select i.id, (
       select count(*)::int from (
         select from deliveries d
         where d.workspace_id = ? and d.integration_id = i.id and d.status = 'failed' and not d.test limit ${MOST}
       ) counted) as failed
     from unnest(?::uuid[]) as i (id)`,
    [workspaceId, [...integrations]],
  )
  return new Map(rows.map(({ id, failed }) => [id, failed]))
}
