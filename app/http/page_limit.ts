import { FieldErrors } from '#app/http/errors'

/** How many rows a page of a list has when nobody says. */
const USUAL = 50

/**
 * How many rows somebody wants of a list, of at most `most`; `usual` of them where nothing is said. 422 with the bounds for
 * everything else: a page that is shorter than what was asked for looks like the end of the list.
 */
export function pageLimit(asked: unknown, most: number, usual = USUAL): number {
  if (asked === undefined) return usual
  const limit = typeof asked === 'string' && /^\d{1,9}$/.test(asked) ? Number(asked) : 0
  if (limit >= 1 && limit <= most) return limit
  const message = `“limit” is a whole number of 1 to ${most}.`
  throw new FieldErrors('E_VALIDATION', message, { limit: [message] })
}
