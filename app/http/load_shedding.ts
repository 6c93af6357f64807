import { CodedError } from '#app/http/errors'
import env from '#start/env'

/** A busy server has worked off what it has by then. */
const BUSY_SECONDS = 2

/** So many pieces of work of this name may be under way at once. */
export interface Places {
  of: string
  most: number
}

const underWay = new Map<string, number>()

/**
 * Does a piece of work unless too many of its kind are under way: then it is refused at once with 503, so that those who
 * are in get their answer soon and what they take is bounded.
 */
export async function withPlaces<T>(places: readonly Places[], work: () => Promise<T>): Promise<T> {
  const leave = takePlaces(places)
  if (!leave) throw busy()
  try {
    return await work()
  } finally {
    leave()
  }
}

/** Takes one of each of these places; what it gives, called once, leaves them. Undefined where one is not free. */
export function takePlaces(places: readonly Places[]): (() => void) | undefined {
  if (places.some(({ of, most }) => (underWay.get(of) ?? 0) >= most)) return undefined
  for (const { of } of places) underWay.set(of, (underWay.get(of) ?? 0) + 1)
  return () => {
    for (const { of } of places) {
      const left = (underWay.get(of) ?? 0) - 1
      if (left > 0) underWay.set(of, left)
      else underWay.delete(of)
    }
  }
}

/** Works what somebody sent, once it is all there. */
export function withLoadShedding<T>(work: () => Promise<T>): Promise<T> {
  return withPlaces([{ of: 'submissions', most: env.get('SUBMISSIONS_AT_ONCE', 400) }], work)
}

/** Whether an error says that too much is under way. */
export function isBusy(error: unknown): boolean {
  return error instanceof CodedError && error.code === 'E_BUSY'
}

/** Refuses what may be sent again in a moment. */
export function busy(): CodedError {
  const error = new CodedError(
    'E_BUSY',
    503,
    'The server is too busy. Nothing was stored. Send the same again in a moment.',
    { retry_after: BUSY_SECONDS },
  )
  error.headers = { 'retry-after': String(BUSY_SECONDS) }
  return error
}
