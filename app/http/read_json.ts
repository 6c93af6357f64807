import type { IncomingMessage } from 'node:http'
import { readAll } from '#app/http/body_bytes'
import { CodedError } from '#app/http/errors'
import { DEEPEST_JSON, deeperThan } from '#engine/document/schema'

/** Answers of a form weigh less than this. */
export const LARGEST_JSON = 1024 * 1024

/** The JSON object of a public request, read here and nowhere else: public routes run no body middleware. */
export async function readJson(request: IncomingMessage, maxBytes: number): Promise<Record<string, unknown>> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    throw new CodedError('E_MEDIA_TYPE', 415, 'Send JSON, with the content type application/json.')
  }
  const body = parseJson(await readAll(request, maxBytes), DEEPEST_JSON)
  if (Array.isArray(body)) throw new CodedError('E_BAD_REQUEST', 400, 'Send one JSON object.')
  return { ...body }
}

/** An object or a list that was sent as JSON. Refused when nested deeper: what goes through it next may do so by recursion. */
export function parseJson(bytes: Buffer, deepest: number): object {
  const body = parse(bytes.toString())
  if (typeof body !== 'object' || body === null)
    throw new CodedError('E_BAD_REQUEST', 422, 'Send one JSON object.')
  refuseDeeper(body, deepest)
  return body
}

/** Throws E_TOO_DEEP for what is nested deeper. */
export function refuseDeeper(value: object, deepest: number): void {
  if (deeperThan(value, deepest))
    throw new CodedError('E_TOO_DEEP', 422, 'The JSON is nested too deeply. Send it with fewer levels.')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CodedError('E_BAD_REQUEST', 400, 'The body is not JSON.')
  }
}
