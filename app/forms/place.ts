import { CodedError } from '#app/http/errors'

/** A place in a list that goes by a time and then by id, both downwards. The time is as exact as the database's. */
export interface Place {
  at: string
  id: string
}

const PLACE =
  /^(\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d[.\d]*[+-]\d\d(?::\d\d)*) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** A place as `next_cursor` says it. */
export function cursorTo({ at, id }: Place): string {
  return Buffer.from(`${at} ${id}`).toString('base64url')
}

/** The place a `cursor` of a request names; undefined without one. */
export function placeOf(cursor: unknown): Place | undefined {
  if (cursor === undefined || cursor === null || cursor === '') return undefined
  const match = PLACE.exec(Buffer.from(String(cursor), 'base64url').toString())
  if (!match) throw new CodedError('E_CURSOR', 422, 'This cursor is not one of ours. Begin again without it.')
  return { at: match[1], id: match[2] }
}
