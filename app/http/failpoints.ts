import env from '#start/env'

/** Places where the fault harness may kill the process. */
export type Failpoint = 'insert-commit' | 'commit-reply' | 'gathered-reply' | 'attempt-record'
/** Deliberate mistakes that the fault harness must notice. */
export type Mutant = 'ack-before-commit' | 'no-unique-key' | 'enqueue-after-commit'

const testing = env.get('FORMWRIGHT_TEST') !== undefined
const [point, passes = '1'] = (testing && process.env.FORMWRIGHT_FAILPOINT?.split(':')) || []
const mutant = testing ? process.env.FORMWRIGHT_MUTANT : undefined
let left = Number(passes)

/** Ends the process here, as a crash would, when a test asked for it by `FORMWRIGHT_FAILPOINT=name:pass`. */
export function failpoint(name: Failpoint): void {
  if (name === point && --left === 0) process.kill(process.pid, 'SIGKILL')
}

/** True when a test asked for this mistake by `FORMWRIGHT_MUTANT`. */
export function isMutant(name: Mutant): boolean {
  return name === mutant
}

/** True when a test wants to end the process between two steps, or one of them missing: then they are taken one by one. */
export function isStepByStep(): boolean {
  return point === 'insert-commit' || mutant !== undefined
}
