import type { Scope } from '#app/workspaces/within'

const ADDRESS = /"\/media\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//g

/**
 * To be called in the transaction that stores this JSON in a draft: the media files it shows are not collected from now
 * on, and those that were copied from a form of another workspace become this one's too.
 */
export async function keepMedia({ trx, workspaceId }: Scope, json: string): Promise<void> {
  const ids = [...new Set([...json.matchAll(ADDRESS)].flatMap(([, id]) => id ?? []))]
  if (ids.length === 0) return
  await trx.rawQuery(
    `update media set unused_since = null
     where workspace_id = ? and id = any(?::uuid[]) and unused_since is not null`,
    [workspaceId, ids],
  )
  await trx.rawQuery('select adopt_media(?::uuid[])', [ids])
}
