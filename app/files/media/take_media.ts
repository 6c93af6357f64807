import type { MediaFile } from '@formwright/kit/media'
import { contentType } from '#app/files/content_type'
import { emptyFile, hugePicture, mediaTooLarge, noPicture } from '#app/files/media/errors'
import { measuredApart } from '#app/files/media/measure_apart'
import { type MediaRow, shown } from '#app/files/media/media_row'
import { lockRoom, refuseOverfull } from '#app/files/media/room'
import { remove, store, type StoredFile, TooLarge } from '#app/files/storage'
import { SVG } from '#app/files/svg'
import { cleanName } from '#app/files/take_file'
import { type Scope, within } from '#app/workspaces/within'

/** A picture is for showing, any other file for downloading. */
export type MediaUse = 'image' | 'file'

/** So large may a file be. */
export const MAX_BYTES: Record<MediaUse, number> = { image: 10_000_000, file: 25_000_000 }
const MAX_SIDE = 12_000
const MAX_MEGAPIXELS = 50

const UNKNOWN = { width: 0, height: 0 }
/** Types of the pictures that every browser shows. */
export const PICTURES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
  SVG,
])

interface StoredRow extends MediaRow {
  storage_key: string
}

/** A media file that was taken in. */
export interface TakenMedia extends MediaFile {
  id: string
}

/** Takes in a file of a creator. The same bytes once more under the same name are the file that is there already. */
export async function takeMedia(
  workspaceId: string,
  use: MediaUse,
  named: string,
  source: AsyncIterable<Uint8Array>,
): Promise<TakenMedia> {
  const stored = await stream(source, MAX_BYTES[use])
  let written = false
  try {
    const judged = await judge(workspaceId, stored, use, cleanName(named))
    const row = await within(workspaceId, async (scope) => {
      const row = await write(scope, stored, judged)
      written = true
      return row
    })
    if (row.storage_key !== stored.storageKey) await remove(stored.storageKey)
    return { id: row.id, ...shown(row) }
  } catch (error) {
    // what was written may be stored even where the database did not say so: then a row has these bytes
    if (!written) await remove(stored.storageKey)
    throw error
  }
}

async function stream(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StoredFile> {
  try {
    return await store(source, maxBytes)
  } catch (error) {
    if (error instanceof TooLarge) throw mediaTooLarge(maxBytes)
    throw error
  }
}

interface Judged {
  name: string
  type: string
  /** 0: of no picture, or of one in vectors that is as large as its place */
  width: number
  height: number
}

/** What the bytes are, whatever they are called. */
async function judge(
  workspaceId: string,
  { path, size }: StoredFile,
  use: MediaUse,
  name: string,
): Promise<Judged> {
  if (size === 0) throw emptyFile()
  const type = await contentType(path, name)
  if (!PICTURES.has(type)) {
    if (use === 'image') throw noPicture()
    return { name, type, ...UNKNOWN }
  }
  const { width, height } = await measuredApart(workspaceId, { path, type })
  if (Math.max(width, height) > MAX_SIDE || width * height > MAX_MEGAPIXELS * 1_000_000)
    throw hugePicture(MAX_SIDE, MAX_MEGAPIXELS)
  return { name, type, width, height }
}

/** The row of the file: one that was there, or a new one of bytes that may be there under another name. */
async function write(
  scope: Scope,
  { storageKey, size, sha256 }: StoredFile,
  { name, type, width, height }: Judged,
): Promise<StoredRow> {
  const { trx, workspaceId } = scope
  await lockRoom(scope)
  const returned = 'returning id, sha256, storage_key, name, type, size::float8 as size, width, height'
  const { rows: known } = await trx.rawQuery<{ rows: StoredRow[] }>(
    `update media set unused_since = case when unused_since is null then null else now() end
     where workspace_id = ? and id =
       (select id from media where workspace_id = ? and sha256 = ? and name = ? and type = ? limit 1)
     ${returned}`,
    [workspaceId, workspaceId, sha256, name, type],
  )
  if (known[0]) return known[0]
  // locked, as the collector would remove the bytes with the last row that has them
  const { rows } = await trx.rawQuery<{ rows: StoredRow[] }>(
    `insert into media (workspace_id, sha256, storage_key, name, type, size, width, height)
     select ?, ?, coalesce(
         (select storage_key from media where workspace_id = ? and sha256 = ? limit 1 for key share), ?),
       ?, ?, ?, nullif(?, 0), nullif(?, 0)
     ${returned}`,
    [workspaceId, sha256, workspaceId, sha256, storageKey, name, type, size, width, height],
  )
  await refuseOverfull(scope, [rows[0].id])
  return rows[0]
}
