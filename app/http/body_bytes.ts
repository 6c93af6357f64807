import type { IncomingMessage } from 'node:http'
import { CodedError } from '#app/http/errors'

/** The body of a request, as it comes, for routes that no body middleware reads before. */
export async function* bodyBytes(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* request.iterator({ destroyOnReturn: false })
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

/** The body of a request that no middleware has read; 413 when it has more bytes. */
export async function readAll(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const bytes of bodyBytes(request)) {
    size += bytes.length
    if (size > maxBytes) throw tooLarge()
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}
