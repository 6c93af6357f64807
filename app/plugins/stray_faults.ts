import { errorWords } from '../../engine/faults.ts'
import { leftRunningBy, pluginAtWork } from './at_work.ts'
import { faultyOf } from './fault_counts.ts'
import { plugins } from './registry.ts'

/**
 * Keeps the process from ending over what a plugin does: `process.exit`, `abort` and `kill` throw where one calls them, and what fails when nobody
 * waits for it any more (a promise that it forgot, a timer of its own that throws) is noted as what it throws at work is. An exception that no plugin is behind ends
 * the process as ever: nobody knows what state it left. `forgotten` is told of a promise that none is behind; without it that
 * ends the process, too.
 */
export function takeStrayFaults(forgotten: (error: unknown) => void = throwAgain): void {
  const exit = process.exit.bind(process)
  const abort = process.abort.bind(process)
  const kill = process.kill.bind(process)
  // without an argument it ends as `process.exitCode` says
  const exitOrThrow: typeof process.exit = (...code) => {
    keepServing('process.exit', exitOrThrow)
    return exit(...code)
  }
  const abortOrThrow: typeof process.abort = () => {
    keepServing('process.abort', abortOrThrow)
    return abort()
  }
  const killOrThrow: typeof process.kill = (pid, signal) => {
    // 0 and less are all of a group, which it is of itself; signal 0 asks whether it is there
    if ((pid === process.pid || pid <= 0) && signal !== 0) keepServing('process.kill', killOrThrow)
    return kill(pid, signal)
  }
  Object.assign(process, { exit: exitOrThrow, abort: abortOrThrow, kill: killOrThrow })
  process.on('unhandledRejection', (error) => {
    if (!noted(error)) forgotten(error)
  })
  process.on('uncaughtException', (error) => {
    if (noted(error)) return
    console.error(error)
    exit(1)
  })
}

/** Throws where a plugin called what would end the process, as if it came from there. */
function keepServing(name: string, called: (...given: never[]) => unknown): void {
  const error = new Error(`it calls ${name}, which would end the server for everybody`)
  Error.captureStackTrace(error, called)
  if (plugins.behind(error) || pluginAtWork()) throw error
}

/** Whether a plugin was behind it, which is noted then: by kind alone, for the words may quote what an integration or a service keeps secret. */
function noted(error: unknown): boolean {
  const plugin = plugins.behind(error) ?? leftRunningBy(error)
  if (!plugin) return false
  const { kind, family } = plugin
  const of = faultyOf(family)
  const words = of === 'blocks' ? errorWords(error) : 'it left something running that failed'
  plugins.report({ kind, member: 'later', error: new Error(words) }, of)
  return true
}

function throwAgain(error: unknown): never {
  throw error
}
