import type { ServerResponse } from 'node:http'
import { HeldBytes } from '#app/http/held_bytes'

/** An answer of which so many bytes, or fewer, have to wait needs no bound. */
const SMALL = 64_000
/** Who has not taken an answer in so many milliseconds is cut off. */
const LONGEST = 60_000

/** Answers that wait for their clients: so many bytes in all. */
const answers = new HeldBytes<ServerResponse>(200_000_000)

/**
 * Bounds how long an answer waits for its client once it is made, and how much of all answers does: who asks for much and
 * reads it slowly, or not at all, costs memory.
 */
export function boundSlowReaders(response: ServerResponse, held = answers): void {
  response.once('prefinish', () => {
    const bytes = response.writableLength
    if (bytes <= SMALL || response.destroyed) return
    response.once('close', () => held.remove(response))
    cutOffLater(response)
    held.add(response, bytes)
  })
}

/** Cuts a client off that has not taken its answer in a minute. */
export function cutOffLater(response: ServerResponse): void {
  const late = setTimeout(() => response.destroy(), LONGEST)
  response.once('close', () => clearTimeout(late))
}
