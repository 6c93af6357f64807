import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { DeliveryPlace } from './at_work.ts'
import type { LeftOut } from './left_out.ts'
import { fingerprintOf, type PluginPlace } from './scan.ts'

/** Its name in STORAGE_DIR. */
export const STALLS_FILE = 'plugin_stalls.json'

/** So often within a day is once too often: before, a machine that was short of everything may have been the reason. */
const TOO_OFTEN = 2
const DAY = 24 * 3600 * 1000

/** What it did, as it goes on from “the plugin”. */
export const WHAT = {
  kept: 'kept the processor until the server had to be ended for it',
  filled: 'filled the memory until the server had to be ended for it',
  died: 'was at a delivery, and nothing else was, when the server ended',
} as const

/** A plugin for which the server had to be ended, or ended. */
interface Stall {
  folder: string
  /** the last time */
  what: string
  /** fingerprint of its files as they were: with others it is another plugin */
  files: string | undefined
  /** how often, each time within a day of the one before */
  times: number
  /** when for the last time, as ISO text */
  last: string
}

interface Stalls {
  plugins: readonly Stall[]
  /** deliveries that were at work, and of which nobody has heard yet */
  deliveries: readonly DeliveryPlace[]
}

/** Writes down for which plugin the server is ended, and at which delivery. */
export function noteStall(
  file: string,
  { folder }: Pick<PluginPlace, 'folder'>,
  delivery: DeliveryPlace | undefined,
  what: keyof typeof WHAT = 'kept',
): void {
  const { plugins, deliveries } = readStalls(file)
  const files = fingerprintOf(folder)
  const before = plugins.find((stall) => stall.folder === folder && stall.files === files)
  const again = before && Date.parse(before.last) > Date.now() - DAY
  const stall = {
    folder,
    what: WHAT[what],
    files,
    times: again ? before.times + 1 : 1,
    last: new Date().toISOString(),
  }
  write(file, {
    plugins: [...plugins.filter((other) => other.folder !== folder), stall],
    deliveries: delivery ? [...deliveries, delivery] : deliveries,
  })
}

/** Plugins that count as removed until their files change: the server had to be ended for them too often. */
export function tooOftenStalled(file: string): LeftOut[] {
  return readStalls(file)
    .plugins.filter(({ folder, files, times }) => times >= TOO_OFTEN && fingerprintOf(folder) === files)
    .map(({ folder, times, last, what }) => {
      const reason = `The plugin in ${folder} ${what}, ${times} times, last at ${last}. Correct it, or install another version, and start the server again; to try it as it is, remove ${file} before.`
      return { folder, reason }
    })
}

/** The deliveries at which the server had to be ended, and of which `forgetStalled` was not told. */
export function stalledDeliveries(file: string): readonly DeliveryPlace[] {
  return readStalls(file).deliveries
}

/** What follows from that a server was ended at a delivery was done. */
export function forgetStalled(file: string, { workspaceId, id }: DeliveryPlace): void {
  const { plugins, deliveries } = readStalls(file)
  const left = deliveries.filter((other) => other.workspaceId !== workspaceId || other.id !== id)
  write(file, { plugins, deliveries: left })
}

function readStalls(file: string): Stalls {
  try {
    const { plugins, deliveries }: Stalls = JSON.parse(readFileSync(file, 'utf8'))
    return { plugins, deliveries }
  } catch {
    // none yet
    return { plugins: [], deliveries: [] }
  }
}

/** Whole or not at all: the process may be ended meanwhile. */
function write(file: string, stalls: Stalls): void {
  writeFileSync(`${file}.new`, JSON.stringify(stalls, null, 2))
  renameSync(`${file}.new`, file)
}
