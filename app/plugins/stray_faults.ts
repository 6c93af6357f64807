import { errorWords } from '../../engine/faults.ts'
import { leftRunningBy, pluginAtWork } from './at_work.ts'
import { faultyOf } from './fault_counts.ts'
import { plugins } from './registry.ts'

/**
 * Keeps the process from ending over what a plugin does: `process.exit` throws where one calls it, and what fails when nobody
 * waits for it any more (a promise that it forgot, a timer of its own that throws) is noted as what it throws at work is. An exception that no plugin is behind ends
 * the process as ever: nobody knows what state it left. `forgotten` is told of a promise that none is behind; without it that
 * ends the process, too.
 */
export function takeStrayFaults(forgotten: (error: unknown) => void = throwAgain): void {
  const exit = process.exit.bind(process)
  // without an argument it ends as `process.exitCode` says
  const exitOrThrow: typeof process.exit = (...code) => {
    const error = new Error('it calls process.exit, which would end the server for everybody')
    // as if it came from whoever called
    Error.captureStackTrace(error, exitOrThrow)
    if (!plugins.behind(error) && !pluginAtWork()) return exit(...code)
    throw error
  }
  process.exit = exitOrThrow
  process.on('unhandledRejection', (error) => {
    if (!noted(error)) forgotten(error)
  })
  process.on('uncaughtException', (error) => {
    if (noted(error)) return
    console.error(error)
    exit(1)
  })
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
