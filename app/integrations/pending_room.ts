import type { Scope } from '#app/workspaces/within'
import env from '#start/env'

/** Why a delivery was not put in line; for whoever made the integration. */
export const LINE_FULL =
  'More deliveries of this workspace wait than may. Once what they wait for is mended, send it again.'

/** How many more deliveries of a workspace may wait. */
export async function pendingRoom({ trx, workspaceId }: Scope): Promise<number> {
  const most = env.get('DELIVERIES_WAITING', 100_000)
  const { rows } = await trx.rawQuery<{ rows: { waiting: number }[] }>(
    `select count(*)::int as waiting from (
       select from deliveries where workspace_id = ? and status = 'pending' limit ?) counted`,
    [workspaceId, most],
  )
  return most - (rows[0]?.waiting ?? 0)
}
