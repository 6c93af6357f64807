import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { HeldBytes } from '#app/http/held_bytes'

/** Who takes an answer of up to about a megabyte has so many milliseconds, of a larger one a second for so many bytes. */
const LONGEST = 60_000
const BYTES_A_SECOND = 20_000
/**
 * Of an answer that is made while it is sent, as a file is, so many bytes are taken in so many milliseconds at least. Not less
 * time: what lies between takes a megabyte and more at once from us, and is a minute about passing it on to a slow phone.
 */
const [TRICKLE, STALLED] = [64_000, 300_000]

/** What an answer that is made while it is sent has in memory, about, while its client takes nothing of it. */
const PIPED = 200_000

/** Answers that wait for their clients: so many bytes in all. */
const answers = new HeldBytes<ServerResponse>(200_000_000)

/**
 * Bounds how long an answer waits for its client once it is made, and how much of all answers does: who asks for much and
 * reads it slowly, or not at all, costs memory. One that is made while it is sent waits with what makes it: who takes next to
 * nothing of it in the time of one or two looks is cut off.
 */
export function boundSlowReaders(response: ServerResponse, held = answers, looks = STALLED): void {
  const leave = () => held.remove(response)
  const wait = (bytes: number) => {
    leave()
    if (response.closed || response.destroyed) return
    response.off('close', leave).once('close', leave)
    held.add(response, bytes)
  }
  response.once('pipe', (source: Readable) => {
    // who has left already is heard of no more
    if (response.closed) return
    cutOffStalled(response, looks)
    source.on('pause', () => wait(PIPED))
    response.on('drain', leave)
  })
  response.once('prefinish', () => {
    const bytes = response.writableLength
    if (bytes === 0) return
    cutOffLater(response, bytes)
    wait(bytes)
  })
}

/** Cuts a client off that takes its answer of so many bytes slower than a bad line of a phone would. */
export function cutOffLater(response: ServerResponse, bytes: number): void {
  if (response.closed) return
  const late = setTimeout(() => response.destroy(), Math.max(LONGEST, (bytes / BYTES_A_SECOND) * 1000))
  response.once('close', () => clearTimeout(late))
}

function cutOffStalled(response: ServerResponse, every: number): void {
  let before = 0
  const look = setInterval(() => {
    const taken = response.socket?.bytesWritten ?? 0
    if (response.writableNeedDrain && taken - before < TRICKLE) response.destroy()
    before = taken
  }, every)
  look.unref()
  response.once('close', () => clearInterval(look))
}
