import type { Readable } from 'node:stream'
import db from '@adonisjs/lucid/services/db'
import { type Piece, retrieve } from '#app/files/storage'
import { within } from '#app/workspaces/within'

/** A media file to be sent to anybody. */
export interface ServedMedia {
  name: string
  type: string
  size: number
  open(piece?: Piece): Promise<Readable>
}

/** The media file at an address, of whatever workspace. Who does not know both parts of it finds nothing. */
export async function mediaAt(id: string, sha256: string): Promise<ServedMedia | undefined> {
  const { rows } = await db.rawQuery<{ rows: { workspace: string | null }[] }>(
    'select workspace_of_media(?, ?) as workspace',
    [id, sha256],
  )
  const workspace = rows[0]?.workspace
  if (!workspace) return undefined
  const row = await within(workspace, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: MediaRow[] }>(
      `select storage_key, name, type, size::float8 as size from media where workspace_id = ? and id = ?`,
      [workspace, id],
    )
    return rows[0]
  })
  if (!row) return undefined
  const { name, type, size, storage_key } = row
  return { name, type, size, open: (piece) => retrieve(storage_key, piece) }
}

interface MediaRow {
  storage_key: string
  name: string
  type: string
  size: number
}
