import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A server that has answered nobody for so long is ended, in milliseconds; it is asked so often. Where a plugin is the reason, the
 * server mostly ends itself sooner (`app/plugins/stall_watch.ts`).
 */
const PATIENCE = 30_000
const PACE = 5_000

/**
 * Ends a server that has answered and does so no longer: one that waits for another program, for instance, does not even hear
 * that it is to end. `told` hears of it before; whoever started the server starts it again.
 */
export async function watch(
  server: ChildProcess,
  address: string,
  told: () => void,
  { patience = PATIENCE, pace = PACE } = {},
): Promise<void> {
  /** how often it was asked since it last answered, unless it has not answered yet: a machine that sleeps does not ask */
  let unheard: number | undefined
  while (server.exitCode === null && server.signalCode === null) {
    // one that is slow is asked again meanwhile: it answers
    void answers(address, patience).then((heard) => {
      if (heard) unheard = 0
    })
    await sleep(pace, undefined, { ref: false })
    if (unheard === undefined) continue
    unheard += 1
    if (unheard * pace <= patience) continue
    told()
    server.kill('SIGKILL')
    return
  }
}

async function answers(address: string, patience: number): Promise<boolean> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(patience) })
    await answer.arrayBuffer()
    return true
  } catch {
    return false
  }
}
