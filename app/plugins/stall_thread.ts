import { writeSync } from 'node:fs'
import { type Debugger, Session } from 'node:inspector'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { workerData } from 'node:worker_threads'
import type { DeliveryPlace } from './at_work.ts'
import { FaultCounts, faultyOf } from './fault_counts.ts'
import { isDrawing, ownerOfFile } from './owner_of_file.ts'
import type { InstalledPlugin } from './registry.ts'
import { AT_WORK, type AtWork, type Watched } from './stall_watch.ts'
import { noteStall, type WHAT } from './stalls.ts'

/** It looks so often before patience ends: often enough for a heap that is filled as fast as can be. */
const LOOKS = 40

const MEGABYTE = 2 ** 20

/** The main thread is asked what it does so often while it is away: what is the same each time goes on and on. */
const ASKED = 2

/** What the main thread is at. */
interface Sight {
  /** the plugin whose code runs, called by the house in `member`, with the file that it is in */
  plugin?: InstalledPlugin
  member: string
  file: string
  /** for which delivery, and how many megabytes are used; not known where there is no room left to be asked */
  delivery?: DeliveryPlace | undefined
  megabytes?: number
}

const { beats, plugins, faultsFile, stallsFile, patience, mostFilled, ends }: Watched = workerData
const numbers = new Int32Array(beats)
const faults = new FaultCounts()
faults.keepIn(faultsFile, () => undefined)

let last = Atomics.load(numbers, 0)
let before = process.memoryUsage.rss()
let asking = false
let since = performance.now()
let looked = since
let asked = 0
let first: Sight | undefined
setInterval(() => {
  const now = performance.now()
  // a process that was stopped, on a machine that slept for instance, kept nobody waiting
  const stopped = now - looked > patience / 4
  looked = now
  const room = process.memoryUsage.rss()
  if (stopped || Atomics.load(numbers, 0) !== last) {
    last = Atomics.load(numbers, 0)
    before = room
    asking = false
    since = now
    asked = 0
    first = undefined
  } else if (!asking && room - before > mostFilled * MEGABYTE) {
    // of the whole process: only the main thread itself knows what is its own
    asking = true
    askMainThread((sight) => {
      asking = false
      const filled = (sight.megabytes ?? 0) - Atomics.load(numbers, 1)
      if (filled > mostFilled) judge(sight, `it filled ${filled} MB of memory in one go`, 'filled')
    })
  } else if (asked < ASKED && now - since > (patience * (asked + 1)) / ASKED) {
    asked += 1
    askMainThread(asked < ASKED ? (sight) => (first = sight) : judgeAway)
  }
}, patience / LOOKS)

/** Asks what the main thread does at the moment: stops it for that, and lets it go on. */
function askMainThread(told: (sight: Sight) => void): void {
  const session = new Session()
  const files = new Map<string, string>()
  session.connectToMainThread()
  session.on('Debugger.scriptParsed', ({ params }) => {
    if (params.url.startsWith('file:')) files.set(params.scriptId, fileURLToPath(params.url))
  })
  session.on('Debugger.paused', ({ params: { callFrames } }) => {
    session.post(
      'Debugger.evaluateOnCallFrame',
      {
        callFrameId: callFrames[0]?.callFrameId ?? '',
        expression: `globalThis[Symbol.for('${AT_WORK}')]()`,
        returnByValue: true,
        silent: true,
      },
      (_error, answer) => {
        session.post('Debugger.resume', () => session.disconnect())
        // nothing where what is called has left no room on its stack
        const atWork: AtWork | undefined = answer?.exceptionDetails ? undefined : answer?.result.value
        told({ ...sightOf(callFrames, files), ...atWork })
      },
    )
  })
  session.post('Debugger.enable')
  session.post('Debugger.pause')
}

function sightOf(frames: readonly Debugger.CallFrame[], files: ReadonlyMap<string, string>): Sight {
  const places = frames.map(({ functionName, location }) => {
    return { named: functionName, file: files.get(location.scriptId) ?? '' }
  })
  // the innermost one runs, the outermost one was called by the house
  const ofPlugin = places.flatMap((place) => {
    const plugin = ownerOfFile(plugins, place.file)
    return plugin ? [{ ...place, plugin }] : []
  })
  const [inner, outer] = [ofPlugin[0], ofPlugin.at(-1)]
  if (!inner || !outer) return { member: places[0]?.named ?? '', file: places[0]?.file ?? '' }
  const member = isDrawing(outer.file) ? 'respond' : outer.named
  return { plugin: inner.plugin, member: member === '' ? 'later' : member, file: inner.file }
}

/** Ends the process for a plugin that was at it all the time, and says which it is. */
function judgeAway(sight: Sight): void {
  const away = `for ${Math.round(patience / 1000)} seconds, in which nobody was answered`
  if (!sight.plugin) return say(`The server has worked ${away}: “${sight.member}” in ${sight.file}.`)
  const all = first?.plugin?.folder === sight.plugin.folder
  judge(sight, `it kept the processor ${away}`, all ? 'kept' : undefined)
}

/**
 * Says which plugin it is, for the log, the doctor and creators, and ends the process for what it did.
 * Standard error itself, for a stream waits for the main thread.
 */
function judge(
  { plugin, member, file, delivery }: Sight,
  words: string,
  what: keyof typeof WHAT | undefined,
): void {
  if (!plugin) return
  const { family, kind, version } = plugin
  const error = `${words}, in ${basename(file)}. Correct or remove it.`
  faults.note({ of: faultyOf(family), kind, version, member, error })
  say(`The plugin “${kind}” (version ${version}) failed in “${member}”: ${error}`)
  if (!ends || !what) return
  try {
    faults.write()
    noteStall(stallsFile, plugin, delivery, what)
  } catch (reason) {
    say(`That could not be written down: ${String(reason)}.`)
  }
  process.kill(process.pid, 'SIGKILL')
}

function say(sentence: string): void {
  writeSync(2, `! ${sentence}\n`)
}
