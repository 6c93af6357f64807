import { writeSync } from 'node:fs'
import { type Debugger, Session } from 'node:inspector'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { workerData } from 'node:worker_threads'
import { FaultCounts, faultyOf } from './fault_counts.ts'
import type { Watched } from './stall_watch.ts'

/** It looks so often before patience ends. */
const LOOKS = 20

const { beats, plugins, faultsFile, patience }: Watched = workerData
const count = new Int32Array(beats)
const faults = new FaultCounts()
faults.keepIn(faultsFile, () => undefined)

let last = Atomics.load(count, 0)
let since = performance.now()
let asked = false
setInterval(() => {
  const now = Atomics.load(count, 0)
  if (now !== last) {
    last = now
    since = performance.now()
    asked = false
  } else if (!asked && performance.now() - since > patience) {
    asked = true
    askMainThread()
  }
}, patience / LOOKS)

/** What the main thread does at the moment: stops it for that, and lets it go on. */
function askMainThread(): void {
  const session = new Session()
  const files = new Map<string, string>()
  session.connectToMainThread()
  session.on('Debugger.scriptParsed', ({ params }) => {
    if (params.url.startsWith('file:')) files.set(params.scriptId, fileURLToPath(params.url))
  })
  session.on('Debugger.paused', ({ params }) => {
    session.post('Debugger.resume', () => session.disconnect())
    tell(params.callFrames, files)
  })
  session.post('Debugger.enable')
  session.post('Debugger.pause')
}

/** Says which plugin it is, for the log, the doctor and creators. Standard error itself, for a stream waits for the main thread. */
function tell(frames: readonly Debugger.CallFrame[], files: ReadonlyMap<string, string>): void {
  const places = frames.map(({ functionName, location }) => {
    return { named: functionName, file: files.get(location.scriptId) ?? '' }
  })
  // the innermost one runs, the outermost one was called by the house
  const ofPlugin = places.flatMap((place) => {
    const plugin = plugins.find(({ folder }) => place.file.startsWith(`${folder}/`))
    return plugin ? [{ ...place, plugin }] : []
  })
  const [inner, outer] = [ofPlugin[0], ofPlugin.at(-1)]
  const away = `for ${Math.round(patience / 1000)} seconds, in which nobody was answered`
  if (!inner || !outer) {
    const [{ named, file } = { named: '', file: '' }] = places
    return say(`The server has worked ${away}: “${named}” in ${file}.`)
  }
  const { family, kind, version } = inner.plugin
  const error = `it kept the processor ${away}, in ${basename(inner.file)}. Correct or remove it.`
  const member = outer.named === '' ? 'later' : outer.named
  faults.note({ of: faultyOf(family), kind, version, member, error })
  say(`The plugin “${kind}” (version ${version}) failed in “${member}”: ${error}`)
}

function say(sentence: string): void {
  writeSync(2, `! ${sentence}\n`)
}
