import logger from '@adonisjs/core/services/logger'
import { operator } from '#app/administration/operator'
import { FOLDERS, keysIn, lookAt, remove } from '#app/files/storage'

/** What is younger may be on its way into the database, in milliseconds. */
const YOUNG = 3_600_000

/**
 * So long a spare file is kept, from when it was first seen as one on: where an older database was put back, people have
 * that time to put the right one back.
 */
const KEPT_DAYS = 30

/** So many are removed in a run at most; the next day goes on. */
const MOST = 10_000

/** What is known of the files of submissions and of creators. A key of the next folder is beyond all of this one. */
const KNOWN = `
  select storage_key from files where status <> 'unfinished' and storage_key >= :from and storage_key < :to
  union select storage_key from media where storage_key >= :from and storage_key < :to`

/** What the database and one of the folders of files do not have in common. */
export interface Difference {
  /** keys of files that the database knows and the disk has not */
  lost: string[]
  /** files that nothing in the database is of */
  spare: { key: string; size: number }[]
}

/** Compares what lies in one of the folders with what the database knows. */
export async function compareFolder(folder: string): Promise<Difference> {
  const there = new Set(await keysIn(folder))
  const { rows } = await operator().rawQuery<{ rows: { storage_key: string }[] }>(KNOWN, placesOf(folder))
  const found: Difference = { lost: [], spare: [] }
  for (const { storage_key: key } of rows)
    // it may have come since the folder was read
    if (!there.delete(key) && !(await lookAt(key))) found.lost.push(key)
  for (const key of there) {
    const file = await lookAt(key)
    if (file && Date.now() - file.mtimeMs >= YOUNG) found.spare.push({ key, size: file.size })
  }
  return found
}

/**
 * Removes files that nothing in the database has been of for 30 days: the server was killed between taking a file and
 * noting it, or between forgetting it and removing it.
 */
export async function sweepSpareFiles(signal: AbortSignal): Promise<void> {
  let removed = 0
  for (const folder of FOLDERS) {
    signal.throwIfAborted()
    const { spare } = await compareFolder(folder)
    const due = await noteSpare(
      folder,
      spare.map(({ key }) => key),
    )
    for (const key of due.slice(0, MOST - removed)) {
      await remove(key)
      removed += 1
    }
  }
  if (removed > 0) logger.info({ removed }, 'files that nothing in the database is of were removed')
}

/** Notes which files of a folder are spare, since when; answers those that have been for long enough. */
async function noteSpare(folder: string, keys: readonly string[]): Promise<string[]> {
  const { rows } = await operator().rawQuery<{ rows: { storage_key: string }[] }>(
    `with no_longer as (
       delete from spare_files
       where storage_key >= :from and storage_key < :to and storage_key <> all(cast(:keys as text[]))
     ),
     first_seen as (
       insert into spare_files (storage_key) select unnest(cast(:keys as text[])) on conflict do nothing
     )
     select storage_key from spare_files
     where storage_key = any(cast(:keys as text[])) and found_at < now() - interval '${KEPT_DAYS} days'
     order by found_at`,
    { ...placesOf(folder), keys: [...keys] },
  )
  return rows.map(({ storage_key }) => storage_key)
}

function placesOf(folder: string): { from: string; to: string } {
  return { from: folder, to: `${folder}g` }
}
