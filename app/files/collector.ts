import { operator } from '#app/administration/operator'
import { remove, removeUnfinished } from '#app/files/storage'
import { CLAIMED_WITHIN_HOURS, WHOLE_WITHIN_HOURS } from '#app/files/upload_room'

/** Media files that nothing shows are kept for a day. */
const KEPT_HOURS = 24
const AT_ONCE = 500

/**
 * Removes files that no submission claimed within two hours, those that came in pieces and go on no more, and visits
 * without JavaScript that have expired, of all workspaces; and what was written of files that did not become whole. A file is taken out of the table first: whoever
 * would claim it now is told that it is gone.
 */
export async function collectLeftovers(signal: AbortSignal): Promise<void> {
  for (;;) {
    const { rows } = await operator().rawQuery<StorageKeys>(
      `delete from files where (workspace_id, id) in (
         select workspace_id, id from files
         where status = 'pending' and created_at < now() - interval '${CLAIMED_WITHIN_HOURS} hours'
            or status = 'unfinished'
               and least(piece_at + interval '${CLAIMED_WITHIN_HOURS} hours', created_at + interval '${WHOLE_WITHIN_HOURS} hours') < now()
         limit ? for update skip locked)
       returning storage_key`,
      [AT_ONCE],
    )
    for (const row of rows) await remove(row.storage_key)
    if (rows.length < AT_ONCE) break
    signal.throwIfAborted()
  }
  await operator().rawQuery('delete from response_sessions where expires_at < now()')
  await removeUnfinished(CLAIMED_WITHIN_HOURS)
}

/** A draft or a version of its workspace shows the media file `m`. */
const SHOWN = ['draft_blocks', 'form_versions']
  .map(
    (table) =>
      `exists (select from ${table} t where t.workspace_id = m.workspace_id and t.media <> '{}' and t.media @> array[m.id])`,
  )
  .join(' or ')

/**
 * Removes media files that no draft and no version has shown for a day, of all workspaces. One that is being stored in a
 * draft just now is locked by that (`keep_media.ts`), and stays. The bytes go with the last workspace that has them.
 */
export async function collectMedia(signal: AbortSignal): Promise<void> {
  await operator().rawQuery(
    `update media m set unused_since = case when unused_since is null then now() end
     where (unused_since is null) <> (${SHOWN})`,
  )
  for (;;) {
    const { rows } = await operator().rawQuery<StorageKeys>(
      `delete from media where (workspace_id, id) in (
         select workspace_id, id from media m
         where unused_since < now() - interval '${KEPT_HOURS} hours' and not (${SHOWN})
         limit ? for update skip locked)
       returning storage_key`,
      [AT_ONCE],
    )
    const keys = rows.map(({ storage_key }) => storage_key)
    const { rows: others } = await operator().rawQuery<StorageKeys>(
      'select storage_key from media where storage_key = any(?)',
      [keys],
    )
    const shared = new Set(others.map(({ storage_key }) => storage_key))
    for (const key of keys) if (!shared.has(key)) await remove(key)
    if (rows.length < AT_ONCE) return
    signal.throwIfAborted()
  }
}

interface StorageKeys {
  rows: { storage_key: string }[]
}
