import { CodedError } from '#app/http/errors'
import env from '#start/env'

/** A busy server has worked off what it has by then. */
const BUSY_SECONDS = 2

let underWay = 0

/**
 * Does a piece of work unless too many are under way: then it is refused at once with 503, so that those who are in get
 * their answer soon and the memory for them is bounded.
 */
export async function withLoadShedding<T>(work: () => Promise<T>): Promise<T> {
  if (underWay >= env.get('SUBMISSIONS_AT_ONCE', 400)) throw busy()
  underWay++
  try {
    return await work()
  } finally {
    underWay--
  }
}

function busy(): CodedError {
  const error = new CodedError(
    'E_BUSY',
    503,
    'The server is too busy. Nothing was stored. Send the same again in a moment.',
    { retry_after: BUSY_SECONDS },
  )
  error.headers = { 'retry-after': String(BUSY_SECONDS) }
  return error
}
