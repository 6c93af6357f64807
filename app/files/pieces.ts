import type { FileReference } from '@formwright/kit/answer'
import { noteFile, type Place } from '#app/files/note_file'
import { abandon, begin, readUnfinished, remove, store, TooLarge, writePiece } from '#app/files/storage'
import { cleanName, judged } from '#app/files/take_file'
import { refuseWithoutRoom } from '#app/files/upload_room'
import { hashOfCaller } from '#app/http/caller'
import { CodedError } from '#app/http/errors'
import { within } from '#app/workspaces/within'

/** A form that files are sent to, and who sends them: an address. */
export interface Destination {
  workspaceId: string
  formId: string
  by: string
}

/** A file that comes, or came, in pieces. */
export interface Progress {
  /** how much of it is on the disk */
  size: number
  expected: number
}

/**
 * Begins a file that will come in pieces, and gives its id: who knows it may add to the file. Throws `TooLarge`,
 * `TooManyFiles`, and `E_NO_ROOM` where too much waits to be claimed already.
 */
export async function beginPieces(
  place: Place,
  named: string,
  expected: number,
  limits: { maxBytes: number; maxCount: number },
): Promise<string> {
  if (expected > limits.maxBytes) throw new TooLarge()
  const { workspaceId, formId, by } = place
  await within(workspaceId, (scope) =>
    refuseWithoutRoom(scope, { formId, uploader: hashOfCaller(by), size: expected }),
  )
  const storageKey = await begin()
  const file = { storageKey, name: cleanName(named), type: '', size: 0, sha256: '', expected }
  try {
    return await within(workspaceId, (scope) => noteFile(scope, place, file, limits.maxCount))
  } catch (error) {
    await abandon(storageKey)
    throw error
  }
}

/** How far a file has come; one that is whole has come to its end. Throws `E_NO_UPLOAD`. */
export async function progressOf(to: Destination, id: string): Promise<Progress> {
  const { size, expected } = await rowOf(to, id)
  return { size, expected: expected ?? size }
}

/**
 * Adds a piece at the end of a file and gives its new size. What came before the piece broke off counts. Bytes of one
 * file are the same whoever sends them, so requests that write at once do no harm; the one that notes its bytes first has
 * sent them, and false is what the others are told. Throws `E_NO_UPLOAD`, `E_NO_ROOM`, and what broke the piece off.
 */
export async function addPiece(
  to: Destination,
  id: string,
  start: number,
  piece: AsyncIterable<Uint8Array>,
): Promise<number | false> {
  const { status, storageKey, size, expected } = await rowOf(to, id)
  if (status !== 'unfinished' || start !== size) return false
  const rest = (expected ?? size) - size
  await within(to.workspaceId, (scope) =>
    refuseWithoutRoom(scope, { formId: to.formId, uploader: hashOfCaller(to.by), size: rest }),
  )
  const { written, error } = await writePiece(storageKey, start, piece).catch(throwGone)
  const noted = written === 0 || (await notePiece(to, id, start, start + written))
  if (error) throw error
  return noted && start + written
}

async function notePiece(to: Destination, id: string, from: number, size: number): Promise<boolean> {
  return within(to.workspaceId, async ({ trx }) => {
    const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
      `update files set size = ?, piece_at = now()
       where workspace_id = ? and form_id = ? and id = ? and status = 'unfinished' and size = ?`,
      [size, to.workspaceId, to.formId, id, from],
    )
    return rowCount > 0
  })
}

/**
 * Makes a file of its pieces, as `takeFile` takes one that came whole: what is judged and kept is a copy, which no late
 * piece can reach. Done once; who asks again gets the same file. Throws `E_NO_UPLOAD`, `E_UNFINISHED`, `TooLarge`, and what
 * `refuse` throws; then nothing is kept.
 */
export async function finishPieces(
  place: Place,
  id: string,
  named: string,
  limits: { maxBytes: number },
  refuse: (file: FileReference) => void,
): Promise<FileReference> {
  const row = await rowOf(place, id)
  // the id lets a file be sent, not claimed
  if (row.uploadKey !== place.uploadKey || row.blockId !== place.blockId) throw noUpload()
  const { name, type, size, expected } = row
  if (row.status === 'pending') return { id, name, size, type }
  if (size !== expected) throw unfinished()
  const stored = await store(readUnfinished(row.storageKey), limits.maxBytes).catch(throwGone)
  let noted = false
  try {
    const file = await judged(stored, named, refuse)
    const first = await within(place.workspaceId, async ({ trx }) => {
      const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
        `update files set status = 'pending', storage_key = ?, name = ?, type = ?, sha256 = ?, created_at = now(),
                expected = null, piece_at = null
         where workspace_id = ? and form_id = ? and id = ? and status = 'unfinished'`,
        [stored.storageKey, file.name, file.type, stored.sha256, place.workspaceId, place.formId, id],
      )
      noted = true
      return rowCount > 0
    })
    if (first) {
      await abandon(row.storageKey)
      return { ...file, id }
    }
  } catch (error) {
    // what was noted may be so even where the database did not say it: then the row has these bytes
    if (!noted) await remove(stored.storageKey)
    if (error instanceof CodedError && error.code === 'E_ANSWERS') await dropPieces(place, id)
    throw error
  }
  // another request for the same was quicker
  await remove(stored.storageKey)
  return finishPieces(place, id, named, limits, refuse)
}

/** Gives up a file that is not whole yet. One that is goes by itself, or with its submission. */
export async function dropPieces(to: Destination, id: string): Promise<void> {
  const storageKey = await within(to.workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { storage_key: string }[] }>(
      `delete from files where workspace_id = ? and form_id = ? and id = ? and status = 'unfinished' returning storage_key`,
      [to.workspaceId, to.formId, id],
    )
    return rows[0]?.storage_key
  })
  if (storageKey !== undefined) await abandon(storageKey)
}

interface Row {
  status: 'unfinished' | 'pending'
  storageKey: string
  uploadKey: string
  blockId: string
  name: string
  type: string
  size: number
  expected: number | null
}

async function rowOf({ workspaceId, formId }: Destination, id: string): Promise<Row> {
  const row = await within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: Row[] }>(
      `select status, storage_key as "storageKey", upload_key as "uploadKey", block_id as "blockId", name, type,
              size::float8 as size, expected::float8 as expected
       from files where workspace_id = ? and form_id = ? and id = ? and status in ('unfinished', 'pending')`,
      [workspaceId, formId, id],
    )
    return rows[0]
  })
  if (!row) throw noUpload()
  return row
}

/** Its bytes were removed: nobody had added to them for two hours. */
function throwGone(error: unknown): never {
  throw error instanceof Error && 'code' in error && error.code === 'ENOENT' ? noUpload() : error
}

function noUpload(): CodedError {
  return new CodedError(
    'E_NO_UPLOAD',
    404,
    'This file is not on its way any more. Send it again from its beginning.',
  )
}

function unfinished(): CodedError {
  return new CodedError('E_UNFINISHED', 409, 'The file is not whole yet. Send the rest of it.')
}
