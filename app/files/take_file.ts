import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { FileReference } from '@formwright/kit/answer'
import { contentType } from '#app/files/content_type'
import { remove, store, type StoredFile } from '#app/files/storage'
import { refuseWithoutRoom } from '#app/files/upload_room'
import { hashOfCaller } from '#app/http/caller'
import { within } from '#app/workspaces/within'

/** Where a file belongs: a field of a form, and the stay that may claim it. */
export interface Place {
  workspaceId: string
  formId: string
  blockId: string
  uploadKey: string
  /** who sends it: an address */
  by: string
}

/** How many pending files one stay may have in one field, beyond what the field takes: for those chosen again. */
const SPARE = 20

/**
 * Takes a file in: bytes to the disk first, then the row. `refuse` judges it by what it turned out to be; what it
 * throws is thrown, and nothing is kept. Throws `E_NO_ROOM` where too much waits to be claimed already.
 */
export async function takeFile(
  place: Place,
  named: string,
  source: AsyncIterable<Uint8Array>,
  limits: { maxBytes: number; maxCount: number },
  refuse: (file: FileReference) => void,
): Promise<FileReference> {
  const { formId } = place
  const uploader = hashOfCaller(place.by)
  // asked before anything is written as well: what is refused takes no disk
  await within(place.workspaceId, (scope) => refuseWithoutRoom(scope, { formId, uploader, size: 0 }))
  const stored = await store(source, limits.maxBytes)
  try {
    const { name, type } = await judged(stored, named, refuse)
    const id = await within(place.workspaceId, async (scope) => {
      await refuseWithoutRoom(scope, { formId, uploader, size: stored.size })
      const { rows } = await scope.trx.rawQuery<{ rows: { id: string }[] }>(
        `insert into files
           (workspace_id, form_id, block_id, upload_key, uploaded_from, storage_key, name, type, size, sha256)
         select ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
         where (select count(*) from files where workspace_id = ? and form_id = ? and upload_key = ? and block_id = ?
                and status = 'pending') < ?
         returning id`,
        [
          ...[place.workspaceId, formId, place.blockId, place.uploadKey, uploader, stored.storageKey],
          ...[name, type, stored.size, stored.sha256],
          ...[place.workspaceId, formId, place.uploadKey, place.blockId, limits.maxCount + SPARE],
        ],
      )
      return rows[0]?.id
    })
    if (id === undefined) throw new TooManyFiles()
    return { id, name, size: stored.size, type }
  } catch (error) {
    await remove(stored.storageKey)
    throw error
  }
}

/** Reads and judges a file as `takeFile` does, and forgets it. */
export async function tryFile(
  named: string,
  source: AsyncIterable<Uint8Array>,
  limits: { maxBytes: number },
  refuse: (file: FileReference) => void,
): Promise<FileReference> {
  const stored = await store(source, limits.maxBytes)
  try {
    return { ...(await judged(stored, named, refuse)), id: randomUUID() }
  } finally {
    await remove(stored.storageKey)
  }
}

/** What a file is, unless it is refused. It has no id yet, and any will do for being judged. */
async function judged(
  { path, size }: StoredFile,
  named: string,
  refuse: (file: FileReference) => void,
): Promise<FileReference> {
  const name = cleanName(named)
  const file = { id: 'new', name, size, type: await contentType(path, name) }
  refuse(file)
  return file
}

/** This stay has put too many files aside already. */
export class TooManyFiles extends Error {}

/** A name as people gave it, without folders and characters that change what is read. */
export function cleanName(name: string): string {
  const cleaned = basename(name.replaceAll('\\', '/'))
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
  // counted in whole characters: half an emoji is no text
  return [...cleaned].slice(-200).join('') || 'file'
}
