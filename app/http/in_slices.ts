import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { cutOff } from '#app/http/body_bytes'
import type { Steps } from '#engine/steps'

/** So long, in milliseconds, a piece of work has the process to itself. */
const SLICE_MS = 20

/** The work took more of the processor than it may. */
export class TooMuchWork extends Error {}

/** Each who is in line has a turn of the event loop to itself: however many there are, others are served in between. */
let line: Promise<unknown> = Promise.resolve()

function nextTurn(): Promise<unknown> {
  line = line.then(() => setImmediate())
  return line
}

/**
 * Does the steps of a long piece of work, some at a time, so that it never holds the event loop for long. Throws
 * `TooMuchWork` where it takes more than `most` milliseconds of the processor, and 400 where its client has left.
 */
export async function inSlices<T>(
  steps: Steps<T>,
  { most = Infinity, client }: { most?: number; client?: IncomingMessage } = {},
): Promise<T> {
  let worked = 0
  while (worked <= most) {
    await nextTurn()
    if (client?.socket.destroyed) throw cutOff()
    const [start, before] = [performance.now(), processorTime()]
    do {
      const step = steps.next()
      if (step.done) return step.value
    } while (performance.now() - start < SLICE_MS)
    worked += processorTime() - before
  }
  throw new TooMuchWork()
}

/** What this thread has worked so far, in milliseconds: a busy machine does not count. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
