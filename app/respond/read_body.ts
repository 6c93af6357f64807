import type { IncomingMessage } from 'node:http'
import { CodedError } from '#app/http/errors'

/** Answers of a form weigh less than this. */
export const LARGEST_JSON = 1024 * 1024

/** The JSON of a request, read here and nowhere else: public routes run no body middleware. */
export async function readJson(request: IncomingMessage, maxBytes: number): Promise<Record<string, unknown>> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    throw new CodedError('E_MEDIA_TYPE', 415, 'Send JSON, with the content type application/json.')
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > maxBytes) throw tooLarge()
    chunks.push(bytes)
  }
  const body = parse(Buffer.concat(chunks).toString())
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new CodedError('E_JSON', 400, 'Send one JSON object.')
  }
  return { ...body }
}

/** More was sent than a form's answers can be. */
export function tooLarge(): CodedError {
  return new CodedError('E_TOO_LARGE', 413, 'The request is larger than allowed here.')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CodedError('E_JSON', 400, 'The body is not JSON.')
  }
}
