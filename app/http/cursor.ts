import { CodedError } from '#app/http/errors'

/** Where a list goes on: a place in it that goes by a time, or by what else the list goes by, and then by id. A time is as exact as the database's. */
export interface Cursor {
  at: string
  id: string
}

const CURSOR = /^(.*) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/s
/** A time as the database writes it, in any of its zones. */
const TIME =
  /^(\d{4,6})-(\d\d)-(\d\d) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?[+-](?:0\d|1[0-5])(?::[0-5]\d){0,2}$/
/** Beyond it are years that the database does not know. */
const LAST_YEAR = 200_000

/** A cursor as `next_cursor` says it. */
export function writeCursor({ at, id }: Cursor): string {
  return Buffer.from(`${at} ${id}`).toString('base64url')
}

/**
 * The `cursor` of a request; undefined without one. Throws E_CURSOR (422) for what is none of ours: `reads` says whether its
 * list goes by such a thing.
 */
export function readCursor(cursor: unknown, reads: (at: string) => boolean = isTime): Cursor | undefined {
  if (cursor === undefined || cursor === null || cursor === '') return undefined
  const match = CURSOR.exec(Buffer.from(String(cursor), 'base64url').toString())
  if (!match || !reads(match[1]))
    throw new CodedError('E_CURSOR', 422, 'This cursor is not valid. Start over without it.')
  return { at: match[1], id: match[2] }
}

/** Whether a text is a time as the database writes it. */
export function isTime(text: string): boolean {
  const parts = TIME.exec(text)
  if (!parts) return false
  const [year, month, day] = parts.slice(1).map(Number)
  const date = new Date(new Date(0).setUTCFullYear(year, month - 1, day))
  return year > 0 && year <= LAST_YEAR && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}
