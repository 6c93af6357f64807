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
  400: {
    code: 'E_BAD_REQUEST',
    message: 'The body is not JSON at position 12. Correct it and send it again.',
    request_id,
  },
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

/** Fields of what routes take, by name; by route and name where it is something else there. */
const FIELDS: Readonly<Record<string, string>> = {
  answer: 'The answer that a code is to confirm.',
  answers: 'Answers by the key of each field; a section that repeats is a list of objects.',
  base: 'The revision that the operations were made on.',
  block: 'The key of the field; in a section `section.item.key`.',
  code: 'The code that was typed.',
  condition: 'Of which submissions it is told: as `condition` of a block; `null` for all.',
  connection_id: 'The connection that it uses, where its service needs one.',
  context: 'When somebody began (`started_on`, a day), and with which parameters of the address (`params`).',
  cursor: '`cursor` of the page before.',
  enabled: 'Whether it is on.',
  event: 'Only those of this event: `submission.created` and so on.',
  events: 'Of what it is told: `submission.created`, `submission.updated`, `submission.deleted`.',
  filter: 'Comparisons that all hold, as JSON, as the list of submissions takes them.',
  from: 'Only those made at this time or later.',
  ids: 'Which submissions, by id: up to 500.',
  kind: 'Which integration: `webhook`, `email`, `slack` and so on.',
  locale: 'The language of whoever answers, as `de`: for texts, and how numbers and days are read.',
  look: 'Theme, colours, sizes: as `appearance` of a document says them.',
  name: 'What people call it.',
  note: 'What changed, for the people of the workspace.',
  ops: 'What changes: `put` a block, `move` it, `remove` it.',
  origin: 'Only those made for what came (`new`), for earlier submissions, or as a test.',
  page: 'The id of the page that is left; empty for the first.',
  params: 'Parameters of the address that was opened.',
  password: 'What visitors are asked for.',
  raws: 'What controls hold, by key, as the live page sends it. Programs send `answers`.',
  revision: 'The revision of the draft that is published: as it was read, and not a later one.',
  search: 'Words that all occur.',
  sent: '`sent` of the answer to `codes`.',
  settings: 'Its settings, as its kind has them.',
  slug: '3 to 80 small letters, digits and hyphens.',
  status: 'Only those that stand so; those that failed when it is left out.',
  submission: 'Only those of this submission.',
  submission_id: 'The submission whose answers are used; invented ones when it is left out.',
  submission_key: 'A UUID of yours: the same one is the same submission, for good.',
  text: 'Only those with this in their reason.',
  time_zone: 'The time zone of whoever answers, as `Europe/Berlin`.',
  to: 'Only those made before this time.',
  url: 'Where events are posted to.',
  version: 'The version that was answered; the newest when it is left out.',
  'forms.store aliases': 'Keys that fields had before, as a document says them.',
  'forms.store blocks': 'What stands in the form, in order.',
  'forms.store example': 'Begins with the blocks and the title of the example.',
  'forms.store format': 'Of a document.',
  'forms.store settings': 'Settings by group, as a document says them; those left out are as usual.',
  'forms.store title': 'What the form is called.',
  'integrations.choices.new.store label': 'What it is to be called.',
  'integrations.choices.new.store name': 'The setting that it is made for.',
  'integrations.choices.store name': 'The setting that is to be chosen.',
  'submissions.deletions.matching.store cursor': '`next_cursor` of the answer before.',
  'submissions.deletions.matching.store until':
    'Up to which time of arrival, to the millisecond: what comes later stays.',
  'submissions.answers.update answers':
    'What changes, by key; `null` takes an answer out, what is not named stays.',
  'submissions.answers.update submission_key': 'The key under which new files were sent.',
  'subscriptions.store kind': 'Who subscribes, as `zapier`.',
}

/** What a field of what a route takes means; undefined for one that nobody wrote of. */
export function fieldWords(route: string, name: string): string | undefined {
  return FIELDS[`${route} ${name}`] ?? FIELDS[name]
}
