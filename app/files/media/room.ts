import { sizeInEnglish } from '@formwright/kit/size'
import type { MediaRoom } from '#api_types/media'
import { MediaFull } from '#app/files/media/errors'
import type { Scope } from '#app/workspaces/within'

/** What a workspace may store: bytes, each content once under whatever names, and names. */
const MAX_BYTES = 1_000_000_000
const MAX_FILES = 10_000

/** One at a time may add media files to a workspace, so that together they cannot be more than they may. */
export async function lockRoom({ trx, workspaceId }: Scope): Promise<void> {
  await trx.rawQuery(`select pg_advisory_xact_lock(hashtextextended('media ' || ?, 0))`, [workspaceId])
}

/** To be called once these media files were added: throws where the workspace has more now than it may. */
export async function refuseOverfull(scope: Scope, added: readonly string[]): Promise<void> {
  const { bytes, files } = await roomOf(scope)
  if (bytes > MAX_BYTES) throw new MediaFull(`fill ${sizeInEnglish(MAX_BYTES)}`, added)
  if (files > MAX_FILES) throw new MediaFull(`are ${MAX_FILES.toLocaleString('en')}`, added)
}

/** What a workspace stores of media files, and may store. */
export async function roomOf({ trx, workspaceId }: Scope): Promise<MediaRoom> {
  const { rows } = await trx.rawQuery<{ rows: { files: number; bytes: number }[] }>(
    `select coalesce(sum(files), 0)::float8 as files, coalesce(sum(bytes), 0)::float8 as bytes
     from (select count(*) as files, max(size) as bytes from media where workspace_id = ? group by sha256) as contents`,
    [workspaceId],
  )
  const [{ files, bytes }] = rows
  return { files, bytes, max_files: MAX_FILES, max_bytes: MAX_BYTES }
}
