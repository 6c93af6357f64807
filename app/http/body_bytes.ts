import type { IncomingMessage } from 'node:http'
import { CodedError } from '#app/http/errors'

/** The body of a request, as it comes, for routes that no body middleware reads before. */
export async function* bodyBytes(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    // what is not read any more is not cut off: the answer is still to be heard
    yield* request.iterator({ destroyOnReturn: false })
  } catch {
    throw cutOff()
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
export function readAll(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (bytes: Buffer) => {
      size += bytes.length
      if (size <= maxBytes) chunks.push(bytes)
      else reject(tooLarge())
    })
    request.once('end', () => resolve(Buffer.concat(chunks)))
    request.once('error', () => reject(cutOff()))
  })
}
