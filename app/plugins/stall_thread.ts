import { writeSync } from 'node:fs'
import { type Debugger, Session } from 'node:inspector'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { workerData } from 'node:worker_threads'
import type { DeliveryPlace } from './at_work.ts'
import { FaultCounts, faultyOf } from './fault_counts.ts'
import type { InstalledPlugin } from './registry.ts'
import { DELIVERY_AT_WORK, type Watched } from './stall_watch.ts'
import { noteStall } from './stalls.ts'

/** It looks so often before patience ends. */
const LOOKS = 20

/** The main thread is asked what it does so often while it is away: what is the same each time goes on and on. */
const ASKED = 2

/** What the main thread is at. */
interface Sight {
  /** the plugin whose code runs, called by the house in `member`, with the file that it is in */
  plugin?: InstalledPlugin
  member: string
  file: string
  /** for which delivery */
  delivery?: DeliveryPlace | undefined
}

const { beats, plugins, faultsFile, stallsFile, patience, ends }: Watched = workerData
const count = new Int32Array(beats)
const faults = new FaultCounts()
faults.keepIn(faultsFile, () => undefined)

let last = Atomics.load(count, 0)
let since = performance.now()
let looked = since
let asked = 0
let first: Sight | undefined
setInterval(() => {
  const now = performance.now()
  // a process that was stopped, on a machine that slept for instance, kept nobody waiting
  const stopped = now - looked > patience / 4
  looked = now
  if (stopped || Atomics.load(count, 0) !== last) {
    last = Atomics.load(count, 0)
    since = now
    asked = 0
    first = undefined
  } else if (asked < ASKED && now - since > (patience * (asked + 1)) / ASKED) {
    asked += 1
    askMainThread(asked < ASKED ? (sight) => (first = sight) : judge)
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
        expression: `globalThis[Symbol.for('${DELIVERY_AT_WORK}')]()`,
        returnByValue: true,
        silent: true,
      },
      (_error, answer) => {
        session.post('Debugger.resume', () => session.disconnect())
        // nothing where what is called has left no room on its stack
        const delivery: DeliveryPlace | undefined = answer?.exceptionDetails
          ? undefined
          : answer?.result.value
        told({ ...sightOf(callFrames, files), delivery })
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
    const plugin = plugins.find(({ folder }) => place.file.startsWith(`${folder}/`))
    return plugin ? [{ ...place, plugin }] : []
  })
  const [inner, outer] = [ofPlugin[0], ofPlugin.at(-1)]
  if (!inner || !outer) return { member: places[0]?.named ?? '', file: places[0]?.file ?? '' }
  return { plugin: inner.plugin, member: outer.named === '' ? 'later' : outer.named, file: inner.file }
}

/**
 * Says which plugin it is, for the log, the doctor and creators, and ends the process for one that was at it all the time.
 * Standard error itself, for a stream waits for the main thread.
 */
function judge({ plugin, member, file, delivery }: Sight): void {
  const away = `for ${Math.round(patience / 1000)} seconds, in which nobody was answered`
  if (!plugin) return say(`The server has worked ${away}: “${member}” in ${file}.`)
  const { family, kind, version, folder } = plugin
  const error = `it kept the processor ${away}, in ${basename(file)}. Correct or remove it.`
  faults.note({ of: faultyOf(family), kind, version, member, error })
  say(`The plugin “${kind}” (version ${version}) failed in “${member}”: ${error}`)
  if (!ends || first?.plugin?.folder !== folder) return
  try {
    faults.write()
    noteStall(stallsFile, plugin, delivery)
  } catch (reason) {
    say(`That could not be written down: ${String(reason)}.`)
  }
  process.kill(process.pid, 'SIGKILL')
}

function say(sentence: string): void {
  writeSync(2, `! ${sentence}\n`)
}
