import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileLost, noRoom } from '#app/files/room_errors'
import env from '#start/env'

/** What was written, as counted and hashed on the way. */
export interface StoredFile {
  storageKey: string
  path: string
  size: number
  sha256: string
}

/** More bytes came than may. Nothing was kept. */
export class TooLarge extends Error {}

const root = join(env.get('STORAGE_DIR'), 'files')

/** Files that are just coming: on the same disk, so that the whole one only changes its name. */
const unfinishedRoot = join(root, 'unfinished')

function pathOf(storageKey: string): string {
  return join(root, storageKey.slice(0, 2), storageKey)
}

function unfinishedPath(storageKey: string): string {
  return join(unfinishedRoot, storageKey)
}

const STORAGE_KEY = /^[0-9a-f]{40}$/

/** A new name of our own making, which nobody can guess. */
function newStorageKey(): string {
  return randomBytes(20).toString('hex')
}

/** So much is written before the disk is asked again how much is free, in bytes. */
const BETWEEN_LOOKS = 32 * 1024 * 1024

/**
 * Throws `E_NO_ROOM` where the disk has less free than the operator wants: the rest is for the database, which may lie on
 * the same one.
 */
export async function refuseFullDisk(folder = unfinishedRoot): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < env.get('DISK_FLOOR_GB', 1) * 1_000_000_000) throw noRoom()
}

/** The disk, the quota of its account, or a file on it takes no more. */
function isFullDisk(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(error.code))
  )
}

/**
 * Writes a stream to a new name of our own making: counted while it comes, on the disk before it is named. Stops at
 * `maxBytes` and, with `E_NO_ROOM`, where the disk has too little free; leaves nothing behind when it fails.
 */
export async function store(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StoredFile> {
  const storageKey = newStorageKey()
  const path = pathOf(storageKey)
  const unfinished = unfinishedPath(storageKey)
  await Promise.all([dirname(path), unfinishedRoot].map((folder) => mkdir(folder, { recursive: true })))
  await refuseFullDisk()
  const hash = createHash('sha256')
  let size = 0
  let lookAt = BETWEEN_LOOKS
  try {
    const file = await open(unfinished, 'wx', 0o600)
    try {
      for await (const chunk of source) {
        size += chunk.length
        if (size > maxBytes) throw new TooLarge()
        if (size > lookAt) {
          await refuseFullDisk()
          lookAt += BETWEEN_LOOKS
        }
        hash.update(chunk)
        // `write` may do a part of it without a word, as on a disk that is almost full
        await file.appendFile(chunk)
      }
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
    // The name must survive a crash as well as the bytes.
    const folder = await open(dirname(path), 'r')
    await folder.sync().finally(() => folder.close())
  } catch (error) {
    await rm(unfinished, { force: true })
    throw isFullDisk(error) ? noRoom() : error
  }
  return { storageKey, path, size, sha256: hash.digest('hex') }
}

/** Begins a file that will come in pieces, and gives its name. Throws `E_NO_ROOM` where the disk has too little free. */
export async function begin(): Promise<string> {
  const storageKey = newStorageKey()
  await mkdir(unfinishedRoot, { recursive: true })
  await refuseFullDisk()
  await (await open(unfinishedPath(storageKey), 'wx', 0o600)).close()
  return storageKey
}

/**
 * Writes a piece of an unfinished file from a place on. Whatever ends it, what came until then counts: `written` bytes are
 * on the disk, and `error` is what ended it early. Throws where there is no such file any more.
 */
export async function writePiece(
  storageKey: string,
  start: number,
  piece: AsyncIterable<Uint8Array>,
): Promise<{ written: number; error?: unknown }> {
  const file = await open(unfinishedPath(storageKey), 'r+')
  let written = 0
  let lookAt = 0
  try {
    for await (const chunk of piece) {
      if (written >= lookAt) {
        await refuseFullDisk()
        lookAt += BETWEEN_LOOKS
      }
      // one `write` may do a part of it without a word, as on a disk that is almost full
      for (let done = 0; done < chunk.length;) {
        const { bytesWritten } = await file.write(chunk, done, chunk.length - done, start + written)
        done += bytesWritten
        written += bytesWritten
      }
    }
    return { written }
  } catch (error) {
    return { written, error: isFullDisk(error) ? noRoom() : error }
  } finally {
    await file.datasync().finally(() => file.close())
  }
}

/** What is there of an unfinished file. */
export function readUnfinished(storageKey: string): Readable {
  return createReadStream(unfinishedPath(storageKey), { highWaterMark: 1024 * 1024 })
}

/** Removes an unfinished file; one that is not there is fine. */
export async function abandon(storageKey: string): Promise<void> {
  await rm(unfinishedPath(storageKey), { force: true })
}

/**
 * Opens a stored file to be read. Throws `E_FILE_LOST` where it is not there, before anything of it was answered: the
 * database is of another backup than the folder of files.
 */
export async function retrieve(storageKey: string, piece?: Piece): Promise<Readable> {
  const file = await open(pathOf(storageKey), 'r').catch((error: unknown) => {
    throw isMissing(error) ? fileLost() : error
  })
  return file.createReadStream(piece)
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/** How storage keys may begin: files lie in a folder for each of these. */
export const FOLDERS = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(2, '0'))

/** The storage keys of what lies in one of the folders; a file whose name is none of ours has none. */
export async function keysIn(folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder)).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  return names.filter((name) => STORAGE_KEY.test(name))
}

/** Size and age of a stored file; undefined where it is not there. */
export async function lookAt(storageKey: string): Promise<{ size: number; mtimeMs: number } | undefined> {
  return stat(pathOf(storageKey)).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
}

/** A piece of a file: its first byte and its last. */
export interface Piece {
  start: number
  end: number
}

/** Removes a stored file; one that is not there is fine. */
export async function remove(storageKey: string): Promise<void> {
  await rm(pathOf(storageKey), { force: true })
}

/** Removes what was written of files that did not become whole, when nothing has been added to it for so long. */
export async function removeUnfinished(hours: number): Promise<void> {
  await mkdir(unfinishedRoot, { recursive: true })
  for (const name of await readdir(unfinishedRoot)) {
    const path = join(unfinishedRoot, name)
    // one that has become whole meanwhile is not here any more
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (Date.now() - mtimeMs >= hours * 3_600_000) await rm(path, { force: true })
  }
}
