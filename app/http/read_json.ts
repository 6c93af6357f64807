import type { IncomingMessage } from 'node:http'
import type { HttpContext } from '@adonisjs/core/http'
import { hasMarksInARow } from '@formwright/kit/marks_in_a_row'
import { readAll } from '#app/http/body_bytes'
import { CodedError } from '#app/http/errors'
import { DEEPEST_JSON, deeperThan } from '#engine/document/schema'

/** Answers of a form weigh less than this. */
export const LARGEST_JSON = 1024 * 1024

/** Entries of one list or object: more than twice as many as a form has blocks. What judges them takes them one by one. */
const MOST_ENTRIES = 25_000

const read = new WeakSet<IncomingMessage>()

/**
 * Reads the JSON object of a public request: such routes run no body middleware. Whoever reads it again finds it read. It is
 * not set as the framework's first body, of which that keeps a deep copy: 18 ms for 9,000 blocks, for nobody.
 */
export async function readBody({ request }: HttpContext, maxBytes: number): Promise<void> {
  if (read.has(request.request)) return
  read.add(request.request)
  request.updateBody(await readJson(request.request, maxBytes))
}

/** The JSON object of a public request, which has not been read. */
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
  const broken = brokenBound(bytes, { depth: deepest, entries: MOST_ENTRIES })
  if (broken === 'depth') throw tooDeep()
  if (broken === 'entries') {
    const most = MOST_ENTRIES.toLocaleString('en')
    throw new CodedError(
      'E_TOO_LARGE',
      422,
      `A list or an object has up to ${most} entries here. Send fewer at a time.`,
    )
  }
  const text = bytes.toString()
  const body = parse(text)
  if (typeof body !== 'object' || body === null)
    throw new CodedError('E_BAD_REQUEST', 422, 'Send one JSON object.')
  // written as they are, or escaped: then what was written shows nothing
  const isWritten = text.length < bytes.length && hasMarksInARow(text)
  if (isWritten || (text.includes('\\u') && someText(body, hasMarksInARow))) throw tooManyMarks()
  return body
}

/** Whether this is so of a text, or of a name, in what was sent. */
function someText(value: unknown, is: (text: string) => boolean): boolean {
  if (typeof value === 'string') return is(value)
  if (typeof value !== 'object' || value === null) return false
  for (const name in value) if (is(name) || someText(Reflect.get(value, name), is)) return true
  return false
}

/** What was sent has texts that no script has, and that take very long to be compared. */
export function tooManyMarks(): CodedError {
  const message = 'A text has more than a hundred combining marks in a row. Send it with fewer.'
  return new CodedError('E_TOO_LARGE', 422, message)
}

/** Throws E_TOO_DEEP for what is nested deeper. */
export function refuseDeeper(value: object, deepest: number): void {
  if (deeperThan(value, deepest)) throw tooDeep()
}

function tooDeep(): CodedError {
  return new CodedError('E_TOO_DEEP', 422, 'The JSON is nested too deeply. Send it with fewer levels.')
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPENS_LIST, CLOSES_LIST, OPENS_OBJECT, CLOSES_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** How deep lists and objects of JSON may be nested, and how many entries each of them may hold. */
export interface JsonBounds {
  depth: number
  entries: number
}

/**
 * The first of the bounds that JSON breaks, outside of texts: seen before the parser builds what is refused anyway, and no
 * further than that place is looked.
 */
export function brokenBound(json: Buffer, { depth, entries }: JsonBounds): keyof JsonBounds | undefined {
  // of those that are open, how many commas were seen; the first stands for what is around them all
  const commas = [0]
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte === QUOTE) at = endOfText(json, at)
    else if (byte === OPENS_LIST || byte === OPENS_OBJECT) {
      if (commas.push(0) - 1 > depth) return 'depth'
    } else if (byte === CLOSES_LIST || byte === CLOSES_OBJECT) commas.pop()
    else if (byte === COMMA && ++commas[commas.length - 1] >= entries) return 'entries'
  }
  return undefined
}

/** Where the text ends that begins here. */
function endOfText(json: Buffer, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
  return at
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // never the whole message: it quotes what was sent
    const at = /at position (\d+)/.exec(String(Object(error).message))?.[1]
    const place = at === undefined ? '' : ` at position ${at}`
    throw new CodedError('E_BAD_REQUEST', 400, `The body is not JSON${place}. Correct it and send it again.`)
  }
}
