import type { Scope } from '#app/workspaces/within'
import env from '#start/env'

/** Why a delivery was not put in line; for whoever made the integration. */
export const LINE_FULL =
  'More deliveries of this workspace wait than may. Once what they wait for is mended, send it again.'

/** A hundred thousand may have to be counted: what comes by itself has them counted once in so many seconds. */
export const COUNT_AGAIN_SECONDS = 5

/**
 * How many of `wanted` more deliveries of a workspace may wait. Until the transaction ends nobody else is given any; those that
 * are used are to be noted (`usePendingRoom`). What became free is found by counting once what was known to be is used up,
 * not more often than in `countAgainSeconds`.
 */
export async function pendingRoom(
  { trx, workspaceId }: Scope,
  wanted: number,
  countAgainSeconds = 0,
): Promise<number> {
  if (wanted === 0) return 0
  const most = env.get('DELIVERIES_WAITING', 100_000)
  const { rows } = await trx.rawQuery<{ rows: { room: number; counted_lately: boolean }[] }>(
    `select delivery_room as room,
            coalesce(delivery_room_counted_at > now() - make_interval(secs => ?), false) as counted_lately
     from workspaces where id = ? for no key update`,
    [countAgainSeconds, workspaceId],
  )
  const { room, counted_lately: countedLately } = rows[0] ?? { room: 0, counted_lately: true }
  if (room <= most && (room >= wanted || countedLately)) return Math.min(room, wanted)
  const { rows: counted } = await trx.rawQuery<{ rows: { room: number }[] }>(
    // in the order of an index: where much of what waits is of one workspace, all deliveries of everybody were read
    `update workspaces set delivery_room_counted_at = now(), delivery_room = ?::int - (
       select count(*) from (
         select from deliveries where workspace_id = ? and status = 'pending' order by next_attempt_at limit ?) waiting)
     where id = ? returning delivery_room as room`,
    [most, workspaceId, most, workspaceId],
  )
  return Math.min(counted[0]?.room ?? 0, wanted)
}

/** Notes that of these places some are taken now. */
export async function usePendingRoom({ trx, workspaceId }: Scope, used: number): Promise<void> {
  if (used === 0) return
  await trx.rawQuery('update workspaces set delivery_room = delivery_room - ? where id = ?', [
    used,
    workspaceId,
  ])
}
