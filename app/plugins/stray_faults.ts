import { errorWords } from '../../engine/faults.ts'
import { leftRunningBy } from './at_work.ts'
import { faultyOf } from './fault_counts.ts'
import { plugins } from './registry.ts'

/**
 * Keeps the process from ending over what fails when nobody waits for it any more: a promise that a plugin forgot, a timer
 * of its own that throws. Such a plugin is noted like one that throws at work. An exception that no plugin is behind ends
 * the process as ever: nobody knows what state it left. `forgotten` is told of a promise that none is behind; without it that
 * ends the process, too.
 */
export function takeStrayFaults(forgotten: (error: unknown) => void = throwAgain): void {
  process.on('unhandledRejection', (error) => {
    if (!noted(error)) forgotten(error)
  })
  process.on('uncaughtException', (error) => {
    if (noted(error)) return
    console.error(error)
    process.exit(1)
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
