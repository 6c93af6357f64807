// Programs that ended though nobody asked them to: written down for `node ace doctor`, and started again.
import fs from 'node:fs'
import path from 'node:path'

/** @typedef {{ at: string, program: string, reason: string }} Death */

/** How many are remembered. */
const MOST = 20

/** One that ran so long is started again at once; the others wait twice as long each time. In milliseconds. */
const STEADY = 10_000
const [SHORTEST, LONGEST] = [50, 200]

/**
 * Writes down which program ended, and why. One that cannot be written down is no reason not to go on.
 * @param {string} storage
 * @param {string} program
 * @param {string} reason
 */
export function recordDeath(storage, program, reason) {
  const file = path.join(storage, 'deaths.json')
  /** @type {Death[]} */
  let known = []
  try {
    known = [...JSON.parse(fs.readFileSync(file, 'utf8'))]
  } catch {
    // the first one, or nothing that we wrote
  }
  const death = { at: new Date().toISOString(), program, reason }
  try {
    // whole or not at all: the machine may be going down
    fs.writeFileSync(`${file}.new`, JSON.stringify([...known, death].slice(-MOST), null, 2))
    fs.renameSync(`${file}.new`, file)
  } catch (error) {
    console.error(error)
  }
}

/** How long one program waits until it is started again. */
export class Pause {
  #last = 0

  /**
   * In milliseconds.
   * @param {number} ran how long it ran
   */
  after(ran) {
    this.#last = ran >= STEADY ? 0 : Math.min(LONGEST, Math.max(SHORTEST, this.#last * 2))
    return this.#last
  }
}
