import { compareFolder } from '#app/files/spare_files'
import { FOLDERS } from '#app/files/storage'

/** How long many files are looked through, in milliseconds. */
const LONGEST = 20_000

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
    const found = await compareFolder(folder)
    lost.push(...found.lost)
    spare += found.spare.length
    for (const { size } of found.spare) bytes += size
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
      `${spare === 1 ? 'One file' : `${spare} files`} in files/ of STORAGE_DIR (${Math.ceil(bytes / 1_000_000)} MB) ${spare === 1 ? 'is' : 'are'} of nothing that the database knows: either it is older than that, or the server was killed while it took or removed files. What is left over does no harm, and is removed 30 days after it was first seen.`,
    )
  return said
}
