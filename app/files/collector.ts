import { operator } from '#app/administration/operator'
import { remove, removeUnfinished } from '#app/files/storage'

/** What was begun and not sent is kept for a day. */
const KEPT_HOURS = 24
const AT_ONCE = 500

/**
 * Removes files that no submission claimed within a day, and visits without JavaScript that have expired, of all
 * workspaces; and what processes left that died while a file came. A file is taken out of the table first: whoever
 * would claim it now is told that it is gone.
 */
export async function collectLeftovers(signal: AbortSignal): Promise<void> {
  for (;;) {
    const { rows } = await operator().rawQuery<{ rows: { storage_key: string }[] }>(
      `delete from files where (workspace_id, id) in (
         select workspace_id, id from files
         where status = 'pending' and created_at < now() - interval '${KEPT_HOURS} hours' limit ? for update skip locked)
       returning storage_key`,
      [AT_ONCE],
    )
    for (const row of rows) await remove(row.storage_key)
    if (rows.length < AT_ONCE) break
    signal.throwIfAborted()
  }
  await operator().rawQuery('delete from response_sessions where expires_at < now()')
  await removeUnfinished(KEPT_HOURS)
}
