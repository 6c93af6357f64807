import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { FileReference } from '@formwright/kit/answer'
import { contentType } from '#app/files/content_type'
import { noteFile, type Place } from '#app/files/note_file'
import { remove, store, type StoredFile } from '#app/files/storage'
import { refuseWithoutRoom } from '#app/files/upload_room'
import { hashOfCaller } from '#app/http/caller'
import { within } from '#app/workspaces/within'

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
  let noted = false
  try {
    const { name, type } = await judged(stored, named, refuse)
    const { storageKey, size, sha256 } = stored
    const id = await within(place.workspaceId, async (scope) => {
      await refuseWithoutRoom(scope, { formId, uploader, size })
      const id = await noteFile(scope, place, { storageKey, name, type, size, sha256 }, limits.maxCount)
      noted = true
      return id
    })
    return { id, name, size, type }
  } catch (error) {
    // what was noted may be so even where the database did not say it: then the row has these bytes
    if (!noted) await remove(stored.storageKey)
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

/** What a stored file is, unless it is refused. It has no id yet, and any will do for being judged. */
export async function judged(
  { path, size }: StoredFile,
  named: string,
  refuse: (file: FileReference) => void,
): Promise<FileReference> {
  const name = cleanName(named)
  const file = { id: 'new', name, size, type: await contentType(path, name) }
  refuse(file)
  return file
}

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
