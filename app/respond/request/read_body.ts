import type { IncomingMessage } from 'node:http'
import { readAll } from '#app/http/body_bytes'
import { CodedError } from '#app/http/errors'
import { DEEPEST_JSON, deeperThan } from '#engine/document/schema'

/** Answers of a form weigh less than this. */
export const LARGEST_JSON = 1024 * 1024

/** The JSON of a request, read here and nowhere else: public routes run no body middleware. */
export async function readJson(request: IncomingMessage, maxBytes: number): Promise<Record<string, unknown>> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    throw new CodedError('E_MEDIA_TYPE', 415, 'Send JSON, with the content type application/json.')
  }
  const body = parse((await readAll(request, maxBytes)).toString())
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new CodedError('E_JSON', 400, 'Send one JSON object.')
  }
  // Whatever goes through it next may do so by recursion.
  if (deeperThan(body, DEEPEST_JSON)) {
    throw new CodedError('E_TOO_DEEP', 422, 'The JSON is nested too deeply for answers of a form.')
  }
  return { ...body }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CodedError('E_JSON', 400, 'The body is not JSON.')
  }
}
