import { noRoom } from '#app/files/room_errors'
import type { Scope } from '#app/workspaces/within'
import env from '#start/env'

/** An upload that nobody claims is waited for so long. */
export const CLAIMED_WITHIN_HOURS = 2

/** So long may pieces of one file come, even where the next is never long in coming. */
export const WHOLE_WITHIN_HOURS = 24

/** What of the bytes that may wait on this instance may be for one workspace, for one form, from one address. */
const SHARES = { workspace: 2 / 5, form: 1 / 5, uploader: 1 / 25 }

/** So many files may wait, whatever they weigh: each has a row and a file on the disk, and all are counted for each that comes. */
const MOST_FILES = 200_000

/**
 * Throws `E_NO_ROOM` where a file of so many bytes would be more than may wait to be claimed: of its uploader, for its
 * form, its workspace, or the instance. Those that come in the same moment may exceed that by what is under way.
 */
export async function refuseWithoutRoom(
  { trx }: Scope,
  upload: { formId: string; uploader: string; size: number },
): Promise<void> {
  const most = env.get('UPLOADS_WAITING_GB', 50) * 1_000_000_000
  const least = most / MOST_FILES
  const { rows } = await trx.rawQuery<{
    rows: Record<'of_uploader' | 'of_form' | 'of_workspace' | 'of_instance', number>[]
  }>('select * from waiting_uploads(?, ?, ?)', [upload.formId, upload.uploader, least])
  const [waiting] = rows
  const size = Math.max(upload.size, least)
  const full =
    waiting.of_uploader + size > most * SHARES.uploader ||
    waiting.of_form + size > most * SHARES.form ||
    waiting.of_workspace + size > most * SHARES.workspace ||
    waiting.of_instance + size > most
  if (full) throw noRoom()
}
