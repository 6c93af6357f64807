// Programs that ended though nobody asked them to: written down for `node ace doctor`, and started again.
import fs from 'node:fs'
import path from 'node:path'

/**
 * One program that ended, or did so several times within moments, for the same reason.
 * @typedef {{ at: string, program: string, reason: string, times: number, last: string }} Death
 */

/** How many are remembered. */
const MOST = 20

/** One that ran so long is started again at once; the others wait twice as long each time. In milliseconds. */
const STEADY = 10_000
const SHORTEST = 50

/** Deaths that follow one another so soon are one that goes on; of it only so much is said. In milliseconds. */
const GOES_ON = 60_000

/** PostgreSQL ends where it cannot make another file of its log, which is as large as this. In bytes. */
const LEAST_ROOM = 16 * 1024 * 1024

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
  const now = new Date().toISOString()
  const before = known.at(-1)
  const again =
    before?.program === program &&
    before.reason === reason &&
    Date.now() - Date.parse(before.last ?? before.at) < GOES_ON
  if (again) known[known.length - 1] = { ...before, times: (before.times ?? 1) + 1, last: now }
  else known.push({ at: now, program, reason, times: 1, last: now })
  try {
    // whole or not at all: the machine may be going down
    fs.writeFileSync(`${file}.new`, JSON.stringify(known.slice(-MOST), null, 2))
    fs.renameSync(`${file}.new`, file)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    if (isNews(why)) console.error(`${program} ${reason}. That could not be written down: ${why}.`)
  }
}

/** @type {Map<string, number>} */
const said = new Map()

/**
 * Whether something is worth saying: what goes on is said once in a while, whatever numbers are in it (of processes, of files),
 * for the log may be on the same disk.
 * @param {string} message
 */
export function isNews(message) {
  const now = Date.now()
  for (const [old, at] of said) if (now - at > GOES_ON) said.delete(old)
  const alike = message.replaceAll(/\d+/g, '')
  if (said.has(alike)) return false
  said.set(alike, now)
  return true
}

/**
 * Whether there is too little room on a disk for a database to go on.
 * @param {string} folder
 */
export function isFull(folder) {
  try {
    const { bavail, bsize } = fs.statfsSync(folder)
    return bavail * bsize < LEAST_ROOM
  } catch {
    // what cannot be asked is not said to be full
    return false
  }
}

/** How long one program waits until it is started again. */
export class Pause {
  #last = 0
  #longest

  /** @param {number} longest in milliseconds */
  constructor(longest) {
    this.#longest = longest
  }

  /**
   * In milliseconds.
   * @param {number} ran how long it ran
   */
  after(ran) {
    this.#last = ran >= STEADY ? 0 : Math.min(this.#longest, Math.max(SHORTEST, this.#last * 2))
    return this.#last
  }
}
