import type { ErrorAnswer } from '#api_types/answer'

/** What each part of the API is about. */
export const TAGS: Readonly<Record<string, string>> = {
  Tokens: 'What the token that asks is good for, and where. Begin here.',
  Forms: 'Forms of a workspace: made, listed, copied, moved to the bin and out of it.',
  Drafts:
    'What people work on. A draft has a revision, which each change raises; changes of blocks that others changed since are refused, one by one.',
  Publishing: 'A version is what people answer. It is made of the draft at a revision, and stays as it is.',
  'Themes and media': 'Looks that forms of a workspace share, and the pictures and files in forms.',
  Submissions:
    'Answers, by the key of each field. Sending them is open to everybody; reading and changing them is not.',
  Exports: 'Submissions as a file: at once, or written meanwhile and fetched when it is done.',
  Integrations: 'What is told of submissions, and connections to other services.',
  Subscriptions: 'Programs that are told of events at an address of theirs (REST hooks).',
  Deliveries: 'What was sent to integrations, what became of it, and sending it again.',
}

/** Headers of answers, and what they say. */
export const SENT_BACK: Readonly<Record<string, string>> = {
  'X-Request-Id': 'Names this request in the log of the server.',
  'RateLimit-Limit': 'How many requests the token may send at once.',
  'RateLimit-Remaining': 'How many of them are left.',
  'RateLimit-Reset': 'In how many seconds all of them are there again.',
  ETag: 'Names this state: for `If-Match` and `If-None-Match`.',
  'Idempotency-Replayed': '`true`: the request was done before, and this is the answer it got then.',
  'WWW-Authenticate': 'What is wrong with the token, as RFC 6750 says it.',
  'Retry-After': 'In how many seconds to come again.',
}

const request_id = '0b5fdf0c-2f1e-4c1f-9a55-6d1f3ad0f6c1'

/** One of what may be answered with each status that is no success. */
export const REFUSALS: Readonly<Record<number, ErrorAnswer>> = {
  400: { code: 'E_BAD_REQUEST', message: 'The body is not JSON.', request_id },
  401: {
    code: 'E_TOKEN_EXPIRED',
    message: 'This access token has expired. Make another in the settings.',
    request_id,
  },
  403: {
    code: 'E_SCOPE',
    message: 'This access token does not have the scope forms:write. Make one that has it.',
    details: { scope: 'forms:write' },
    request_id,
  },
  404: { code: 'E_NOT_FOUND', message: 'There is nothing at this address.', request_id },
  409: {
    code: 'E_IDEMPOTENCY_KEY',
    message: 'This Idempotency-Key was used for another request. Send this one with a new key.',
    request_id,
  },
  410: { code: 'E_CLOSED', message: 'The form is closed and takes no answers.', request_id },
  412: {
    code: 'E_PRECONDITION',
    message: 'The draft was changed meanwhile. Read it again, and send your changes with its new ETag.',
    details: { revision: 4 },
    request_id,
  },
  413: { code: 'E_TOO_LARGE', message: 'The request is too large.', request_id },
  415: {
    code: 'E_MEDIA_TYPE',
    message: 'This content type is not accepted. Send JSON, with the content type application/json.',
    request_id,
  },
  422: {
    code: 'E_VALIDATION',
    message: 'Enter a revision.',
    errors: { revision: ['Enter a revision.'] },
    request_id,
  },
  429: {
    code: 'E_TOO_MANY',
    message: 'Too many attempts. Wait a moment and try again.',
    details: { retry_after: 12 },
    request_id,
  },
  503: {
    code: 'E_BUSY',
    message: 'The server is too busy. Nothing was stored. Send the same again in a moment.',
    details: { retry_after: 2 },
    request_id,
  },
  507: {
    code: 'E_NO_ROOM',
    message: 'There is no room for files at the moment. Send them later, or go on without them.',
    request_id,
  },
}
