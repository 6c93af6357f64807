import { operator } from '#app/administration/operator'
import { FOLDERS, keysIn, lookAt } from '#app/files/storage'

/** How long many files are looked through, in milliseconds. */
const LONGEST = 20_000
/** What is younger may be on its way into the database, in milliseconds. */
const YOUNG = 3_600_000

/** What is known of the files of submissions and of creators. A key of the next folder is beyond all of this one. */
const KNOWN = `
  select storage_key from files where status <> 'unfinished' and storage_key >= :from and storage_key < :to
  union select storage_key from media where storage_key >= :from and storage_key < :to`

/**
 * What the database and the folder of files know of each other, in a sentence for each thing that is not as it should be:
 * after one of them was put back from a backup of another day than the other.
 */
export async function lostFiles(): Promise<string[]> {
  const begun = performance.now()
  const lost: string[] = []
  let spare = 0
  let bytes = 0
  for (const folder of FOLDERS) {
    if (performance.now() - begun > LONGEST)
      return [...sentences(lost, spare, bytes), 'There are more files than could be looked through.']
    const there = new Set(await keysIn(folder))
    const { rows } = await operator().rawQuery<{ rows: { storage_key: string }[] }>(KNOWN, {
      from: folder,
      to: `${folder}g`,
    })
    for (const { storage_key: key } of rows)
      // it may have come since the folder was read
      if (!there.delete(key) && !(await lookAt(key))) lost.push(key)
    for (const key of there) {
      const found = await lookAt(key)
      if (!found || Date.now() - found.mtimeMs < YOUNG) continue
      spare += 1
      bytes += found.size
    }
  }
  return sentences(lost, spare, bytes)
}

function sentences(lost: readonly string[], spare: number, bytes: number): string[] {
  const said: string[] = []
  if (lost.length > 0)
    said.push(
      `${lost.length === 1 ? 'One file that the database knows is' : `${lost.length} files that the database knows are`} not in files/ of STORAGE_DIR (${lost[0]}${lost.length > 1 ? ' is one' : ''}): whoever opens one is told so. Put that folder back from a backup that is as new as the database.`,
    )
  if (spare > 0)
    said.push(
      `${spare === 1 ? 'One file' : `${spare} files`} in files/ of STORAGE_DIR (${Math.ceil(bytes / 1_000_000)} MB) ${spare === 1 ? 'is' : 'are'} of nothing that the database knows: either it is older than that, or the server was killed while it took or removed files. What is left over takes room, and does no harm.`,
    )
  return said
}
