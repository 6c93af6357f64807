import { CodedError } from '#app/http/errors'

const AGAIN_SECONDS = 5

/**
 * True when an error says that the database is away, stopping or out of room, or broke a transaction off for the sake of
 * another, and nothing about what was asked of it.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(08|53|57|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT)/.test(code) ||
    // of its own five signs alone: 404 is said by many others
    /^40\w{3}$/.test(code) ||
    // a transaction took longer than it may
    code === '25P04' ||
    // the socket of a database on this machine that is not there
    ('syscall' in error && error.syscall === 'connect') ||
    // who waits for a connection of a pool, or has one that broke before, is told without a code
    /connection (terminated|ended)|is not queryable$|^timeout exceeded when trying to connect/i.test(
      error.message,
    ) ||
    error.name === 'KnexTimeoutError'
  )
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
