// The log of the embedded PostgreSQL: nobody else keeps it small.
import fs from 'node:fs'

/** What the log may hold, and as much again of what came before. In bytes. */
const MOST = 10_000_000

/**
 * Puts what a log holds aside once it is large, in the place of what was put aside before. PostgreSQL goes on in the same
 * file, at whose end it writes: so it is copied and emptied, not renamed.
 * @param {string} file
 * @param {number} [most]
 */
export function boundLog(file, most = MOST) {
  try {
    if ((fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= most) return
    try {
      fs.copyFileSync(file, `${file}.1`)
    } catch {
      // on a full disk the older lines go, so that there is room for what happens now
      fs.rmSync(`${file}.1`, { force: true, recursive: true })
    }
    fs.truncateSync(file)
  } catch (error) {
    console.error(
      `The log ${file} could not be kept small: ${error instanceof Error ? error.message : error}`,
    )
  }
}
