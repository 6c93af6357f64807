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
