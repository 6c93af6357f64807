import type { IncomingMessage } from 'node:http'
import { CodedError } from '#app/http/errors'
import { fairQueue } from '#app/http/fair_queue'
import { HeldBytes } from '#app/http/held_bytes'
import { whoseWork } from '#app/http/whose_work'

/** Bodies that are in memory and not whole yet: so many bytes in all. What is streamed to the disk is none of them. */
export const bodies = new HeldBytes<IncomingMessage>(200_000_000)

/** So many bytes of a body have room at first. */
const FIRST_ROOM = 16 * 1024

/** Whether something was sent with a request. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** The body of a request, as it comes, for routes that no body middleware reads before. */
export async function* bodyBytes(request: IncomingMessage): AsyncGenerator<Buffer> {
  const pieces: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false })
  try {
    yield* pieces
  } catch {
    throw cutOff()
  } finally {
    // what nobody reads any more is not cut off, but let through: the answer is still to be heard
    request.resume()
  }
}

/** The connection ended before the request did: nobody reads the answer, and nothing is wrong with us. */
export function cutOff(): CodedError {
  return new CodedError('E_BAD_REQUEST', 400, 'The request was cut off.')
}

/** More was sent than there is room for. */
export function tooLarge(): CodedError {
  return new CodedError('E_TOO_LARGE', 413, 'The request is too large.')
}

/**
 * The body of a request that no middleware has read; 413 when it has more bytes. Who sends slowly while the memory is full of
 * such bodies is cut off.
 */
export async function readAll(request: IncomingMessage, maxBytes: number, held = bodies): Promise<Buffer> {
  // copied into one: a body may come in pieces of a byte, each of which costs hundreds as an object
  let whole = Buffer.allocUnsafe(Math.min(FIRST_ROOM, maxBytes))
  let size = 0
  try {
    held.add(request, whole.length)
    for await (const bytes of bodyBytes(request)) {
      const start = size
      size += bytes.length
      if (size > maxBytes) throw tooLarge()
      if (size > whole.length) {
        const room = Math.min(maxBytes, Math.max(size, whole.length * 2))
        held.add(request, room - whole.length)
        whole = Buffer.concat([whole.subarray(0, start)], room)
      }
      bytes.copy(whole, start)
    }
    // what many have sent in the same moment is parsed in turns
    await fairQueue.next(whoseWork())
  } finally {
    held.remove(request)
  }
  return whole.subarray(0, size)
}
