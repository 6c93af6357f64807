import env from '#start/env'

/** Places where the fault harness can kill the process. */
export type Failpoint = 'commit-reply' | 'batch-reply' | 'attempt-record'

const [point, passes = '1'] =
  (env.get('FORMWRIGHT_TEST') !== undefined && process.env.FORMWRIGHT_FAILPOINT?.split(':')) || []
let left = Number(passes)

/** Ends the process here, as a crash would, when a test asked for it by `FORMWRIGHT_FAILPOINT=name:pass`. */
export function failpoint(name: Failpoint): void {
  if (name === point && --left === 0) process.kill(process.pid, 'SIGKILL')
}
