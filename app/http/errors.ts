import { Exception } from '@adonisjs/core/exceptions'

/**
 * An error a caller may read. `code` is stable (`E_…`), `message` is a sentence that says what to do; `details` is
 * machine-readable and part of the answer. Only one that is our fault (500) says where it was thrown: to find that out takes
 * half of the time of a refusal, and a request may hold a thousand.
 */
export class CodedError extends Exception {
  details?: unknown
  /** sent along with the answer */
  headers: Record<string, string> = {}

  constructor(code: string, status: number, message: string, details?: unknown) {
    const { stackTraceLimit } = Error
    if (status !== 500) Error.stackTraceLimit = 0
    super(message, { code, status })
    Error.stackTraceLimit = stackTraceLimit
    this.details = details
  }
}

/** The one answer for what does not exist and for what the caller may not know about. */
export function notFound(): CodedError {
  return new CodedError('E_NOT_FOUND', 404, 'There is nothing at this address.')
}

/** The answer to a method that an address does not take: 405, and what it takes (RFC 9110, 15.5.6). */
export function wrongMethod(allowed: readonly string[]): CodedError {
  const error = new CodedError('E_METHOD', 405, `This address takes only ${allowed.join(', ')}.`)
  error.headers = { allow: allowed.join(', ') }
  return error
}

/** The answer to somebody who is not signed in, or no longer. */
export function signedOut(): CodedError {
  return new CodedError('E_SIGNED_OUT', 401, 'Sign in to continue.')
}

/** The answer to a program that says nothing of who it is, or says it in another way than with a bearer token. */
export function noToken(): CodedError {
  const message = 'Send an access token with this request, as Authorization: Bearer fw_…, or sign in.'
  const error = new CodedError('E_SIGNED_OUT', 401, message)
  error.headers = { 'www-authenticate': 'Bearer realm="Formwright"' }
  return error
}

/** A refusal that belongs to named fields of the request: 422, with the messages of each. */
export class FieldErrors extends CodedError {
  errors: Record<string, string[]>

  constructor(code: string, message: string, errors: Record<string, string[]>, details?: unknown) {
    super(code, 422, message, details)
    this.errors = errors
  }
}

/** Too much in too short a time: 429, and when to come again. */
export function tooMany(seconds: number): CodedError {
  const error = new CodedError('E_TOO_MANY', 429, 'Too many attempts. Wait a moment and try again.', {
    retry_after: seconds,
  })
  error.headers = { 'retry-after': String(seconds) }
  return error
}
