import { lockRoom, refuseOverfull } from '#app/files/media/room'
import type { Scope } from '#app/workspaces/within'

const ADDRESS = /"\/media\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//g

/**
 * To be called in the transaction that stores this JSON in a draft: the media files it shows are not collected from now
 * on, and those that were copied from a form of another workspace become this one's too, where it has room for them.
 */
export async function keepMedia(scope: Scope, json: string): Promise<void> {
  const { trx, workspaceId } = scope
  const ids = mediaIn(json)
  if (ids.length === 0) return
  // before rows are changed, as who sends a file does: they would wait for each other
  await adopt(scope, ids)
  await trx.rawQuery(
    `update media set unused_since = null
     where workspace_id = ? and id = any(?::uuid[]) and unused_since is not null`,
    [workspaceId, ids],
  )
}

/** The media files whose addresses stand in some JSON, each once. */
export function mediaIn(json: string): string[] {
  return [...new Set([...json.matchAll(ADDRESS)].flatMap(([, id]) => id ?? []))]
}

/** Makes those of these media files that only other workspaces have this one's. */
async function adopt(scope: Scope, ids: string[]): Promise<void> {
  const { trx, workspaceId } = scope
  // locked against the collector alone: one that is just going is none of ours
  const { rows: own } = await trx.rawQuery<{ rows: { id: string }[] }>(
    'select id from media where workspace_id = ? and id = any(?::uuid[]) for key share',
    [workspaceId, ids],
  )
  const known = new Set(own.map(({ id }) => id))
  const foreign = ids.filter((id) => !known.has(id))
  if (foreign.length === 0) return
  await lockRoom(scope)
  const { rows: adopted } = await trx.rawQuery<{ rows: { id: string }[] }>(
    'select id from adopt_media(?::uuid[]) as id',
    [foreign],
  )
  if (adopted.length === 0) return
  await refuseOverfull(
    scope,
    adopted.map(({ id }) => id),
  )
}
