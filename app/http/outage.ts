import { CodedError } from '#app/http/errors'

const AGAIN_SECONDS = 5

/**
 * True when an error says that the database is away, stopping or out of room, or broke a transaction off for the sake of
 * another, and nothing about what was asked of it.
 */
export function isOutage(error: unknown): boolean {
  return isAway(error) || brokeOff(error)
}

/** True when an error says that the database is away, stopping or out of room: whatever it is asked now meets the same. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error) || brokeOff(error)) return false
  return (
    /^(08|53|57|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT)/.test(codeOf(error)) ||
    // the socket of a database on this machine that is not there
    ('syscall' in error && error.syscall === 'connect') ||
    // who waits for a connection of a pool, or has one that broke before, is told without a code
    /connection (terminated|ended)|is not queryable$|^timeout (expired|exceeded when trying to connect)|^Query read timeout$/i.test(
      error.message,
    ) ||
    error.name === 'KnexTimeoutError'
  )
}

/**
 * One transaction alone: it met another (of its own five signs alone: 404 is said by many others), took longer than it may,
 * or one of its statements did.
 */
function brokeOff(error: unknown): boolean {
  return error instanceof Error && /^(40\w{3}|25P04|57014)$/.test(codeOf(error))
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}

/** The answer while the database is away. What was under way when the connection broke may be stored all the same. */
export function databaseAway(): CodedError {
  const error = new CodedError(
    'E_DATABASE',
    503,
    'The database is not responding. Try again in a few seconds.',
    { retry_after: AGAIN_SECONDS },
  )
  error.headers = { 'retry-after': String(AGAIN_SECONDS) }
  return error
}
