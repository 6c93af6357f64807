import type { Readable } from 'node:stream'
import { retrieve } from '#app/files/storage'
import { within } from '#app/workspaces/within'

/** A stored file to be sent to someone who may have it. */
export interface ReadableFile {
  name: string
  type: string
  size: number
  submissionId: string | null
  open(): Promise<Readable>
}

/**
 * A file of this workspace, or undefined. While its submission is in the bin it is had from `bin` alone. The bytes are
 * opened when asked for.
 */
export async function readFile(
  workspaceId: string,
  id: string,
  from: 'use' | 'bin' = 'use',
): Promise<ReadableFile | undefined> {
  const row = await within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: FileRow[] }>(
      `select storage_key, name, type, size::float8 as size, submission_id from files
       where workspace_id = ? and id = ? and status in (${STATES[from]})`,
      [workspaceId, id],
    )
    return rows[0]
  })
  if (!row) return undefined
  const { name, type, size } = row
  return { name, type, size, submissionId: row.submission_id, open: () => retrieve(row.storage_key) }
}

const STATES = { use: `'pending', 'claimed'`, bin: `'deleted'` } as const

interface FileRow {
  storage_key: string
  name: string
  type: string
  size: number
  submission_id: string | null
}
