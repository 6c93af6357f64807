import { errorWords, tellable } from '../../engine/faults.ts'
import { faultyOf } from './fault_counts.ts'
import { plugins } from './registry.ts'

interface Log {
  error(facts: object, words: string): void
}

/**
 * Keeps the process from ending over what fails when nobody waits for it any more: a promise that a plugin forgot, a timer
 * of its own that throws. Such a plugin is noted like one that throws at work. An exception that no plugin is behind ends
 * the process as ever: nobody knows what state it left.
 */
export function takeStrayFaults(log: Log): void {
  process.on('unhandledRejection', (error) => {
    if (!noted(error)) log.error({ err: error }, 'a promise that nobody waits for failed')
  })
  process.on('uncaughtException', (error) => {
    if (noted(error)) return
    console.error(error)
    process.exit(1)
  })
}

/** Whether a plugin was behind it, which is noted then: by kind alone, for the words may quote what an integration or a service keeps secret. */
function noted(error: unknown): boolean {
  const { stack = '' } = tellable(error)
  const plugin = plugins.installed().find(({ folder }) => stack.includes(`${folder}/`))
  if (!plugin) return false
  const { kind, family } = plugin
  const of = faultyOf(family)
  const words = of === 'blocks' ? errorWords(error) : 'it left something running that failed'
  plugins.report({ kind, member: 'later', error: new Error(words) }, of)
  return true
}
