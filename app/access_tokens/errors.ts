import type { Scope } from '#api_types/access_tokens'
import { CodedError } from '#app/http/errors'

/** What a program is told of its token, by code. */
const REFUSALS = {
  E_TOKEN_SHAPE:
    'This is no whole access token: fw_ and 48 digits or letters from a to f. Copy it once more, from fw_ to its end.',
  E_TOKEN_CHECKSUM:
    'This access token was copied with a mistake: its checksum does not fit. Copy it once more, from fw_ to its end.',
  E_TOKEN_UNKNOWN: 'This access token was revoked, or never was one. Make another in the settings.',
  E_TOKEN_EXPIRED: 'This access token has expired. Make another in the settings.',
  E_TOKEN_SUSPENDED: 'The account of the person who made this access token is suspended.',
} as const

/** A token that opens nothing: 401, and why, in the words of RFC 6750 too. */
export function tokenRefused(code: keyof typeof REFUSALS): CodedError {
  const error = new CodedError(code, 401, REFUSALS[code])
  error.headers = {
    'www-authenticate': `Bearer realm="Formwright", error="invalid_token", error_description="${REFUSALS[code]}"`,
  }
  return error
}

/** Two ways to say who one is: nobody is to guess which of them counts. */
export function twoCredentials(): CodedError {
  return new CodedError(
    'E_TWO_CREDENTIALS',
    400,
    'Send either an access token or the session cookie, not both.',
  )
}

/** The token is good, and not for this. */
export function scopeMissing(scope: Scope): CodedError {
  const message = `This access token does not have the scope ${scope}. Make one that has it.`
  const error = new CodedError('E_SCOPE', 403, message, { scope })
  error.headers = {
    'www-authenticate': `Bearer realm="Formwright", error="insufficient_scope", scope="${scope}"`,
  }
  return error
}

/** Nothing that a token could have helps here. */
export function browsersOnly(): CodedError {
  return new CodedError(
    'E_TOKEN_ROUTE',
    403,
    'This address is not open to access tokens, whatever their scopes.',
  )
}

/** So many tokens has one person in a workspace. */
export function tooManyTokens(most: number): CodedError {
  return new CodedError(
    'E_TOO_MANY_TOKENS',
    409,
    `You have ${most} access tokens in this workspace. Revoke one that is not used any more.`,
  )
}

/** The key of a repeat stands for another request. */
export function keyReused(): CodedError {
  return new CodedError(
    'E_IDEMPOTENCY_KEY',
    409,
    'This Idempotency-Key was used for another request. Send this one with a new key.',
  )
}

/** The first request with this key is under way, or ended without an answer: doing it again could do it twice. */
export function notAnswered(): CodedError {
  return new CodedError(
    'E_IDEMPOTENCY_UNDER_WAY',
    409,
    'The first request with this Idempotency-Key has no answer yet. Wait a minute; if it still has none, look whether it was done, and send it with a new key if not.',
  )
}

/** It was done, and its answer is not there to be repeated. */
export function answerNotKept(): CodedError {
  return new CodedError(
    'E_IDEMPOTENCY_ANSWER',
    409,
    'The first request with this Idempotency-Key was done, but its answer was too large to keep. Read what it made.',
  )
}

/** So many keys are kept for a token. */
export function tooManyKeys(most: number, seconds: number): CodedError {
  const error = new CodedError(
    'E_IDEMPOTENCY_ROOM',
    429,
    `This access token has sent ${most} requests with an Idempotency-Key in 24 hours. Wait, or send it without a key.`,
    { retry_after: seconds },
  )
  error.headers = { 'retry-after': String(seconds) }
  return error
}
