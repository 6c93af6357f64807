import type { Scope } from '#api_types/access_tokens'

/** A part of the reference that is about all routes: paragraphs, and what is shown between them. */
export interface Guide {
  id: string
  title: string
  /** text in which what stands between backticks is code; a table; or what somebody types */
  parts: readonly (
    | string
    | { rows: readonly (readonly [string, string])[]; heads: readonly [string, string] }
    | { code: string }
  )[]
}

/** What each scope opens. */
const SCOPES: Readonly<Record<Scope, string>> = {
  'forms:read': 'Forms, drafts, checks, versions, themes and media, as they are.',
  'forms:write': 'Making, changing, publishing, closing and deleting them.',
  'submissions:read': 'The table of submissions, each of them, files, exports.',
  'submissions:write': 'Sending, editing, deleting and restoring submissions.',
  'integrations:manage': 'Integrations, their settings, connections, and subscriptions.',
  'workspaces:read': 'The workspace.',
}

/** What whoever calls the API for the first time reads, in this order. */
export const GUIDES: readonly Guide[] = [
  {
    id: 'start',
    title: 'First steps',
    parts: [
      'Make an access token in Settings, Access tokens. It is shown once. Then ask what it is good for; the answer names its workspace, too. All examples on this page use these two variables:',
      {
        code: `export URL=https://forms.example.com
export TOKEN=fw_…
curl "$URL/api/access-tokens/current" -H "Authorization: Bearer $TOKEN"`,
      },
      'From making a form to its answers: make a form (`POST /api/workspaces/{workspaceId}/forms`), publish its draft at a revision (`POST /api/forms/{form}/publication`), send answers by the key of each field (`POST /api/forms/{form}/submissions`), and read them (`GET /api/forms/{form}/answers`). A form is named by its id, or by its address.',
      'For Node and browsers there is a client with types of every address, `@formwright/client`. For other languages, generators read `/api/openapi.json`.',
    ],
  },
  {
    id: 'scopes',
    title: 'Tokens and scopes',
    parts: [
      'A token acts with the rights that its person has at the moment of the request, in one workspace, and only in the scopes it was given. No scope contains another. It ends when it is revoked, when its time is over, when its person leaves the workspace, and while their account is suspended. It is sent without cookies: beside a session cookie it is refused.',
      { heads: ['Scope', 'Opens'], rows: Object.entries(SCOPES) },
      'What decides where answers go, sends them there, or shows what was sent needs `submissions:read` beside `integrations:manage`.',
    ],
  },
  {
    id: 'errors',
    title: 'Answers and errors',
    parts: [
      'A single thing is `{"data": …}`, a list `{"data": […], "next_cursor": …}`. Times are UTC, as `2031-05-31T12:00:00.000Z`. Whatever is refused, with any of the statuses below that a route does not list itself, says a `code`, which is stable, a `message` that says what to do, a `request_id`, and where fields of the request are at fault `errors`: messages by path. What a form finds wrong with answers is in `details`: for each the `key` of the field, its `path`, a `code`, and a `text` in the language that `Accept-Language` asks for. A form that is closed, full or not open yet and has words of its own for that says them there, as `text`.',
      {
        code: `{
  "code": "E_SCOPE",
  "message": "This access token does not have the scope forms:write. Make one that has it.",
  "details": { "scope": "forms:write" },
  "request_id": "0b5fdf0c-2f1e-4c1f-9a55-6d1f3ad0f6c1"
}`,
      },
      {
        heads: ['Status', 'Means'],
        rows: [
          ['400', 'The request cannot be read.'],
          [
            '401',
            'No token was sent (`E_SIGNED_OUT`), or it opens nothing: `E_TOKEN_SHAPE`, `E_TOKEN_CHECKSUM`, `E_TOKEN_UNKNOWN` (revoked), `E_TOKEN_EXPIRED`, `E_TOKEN_SUSPENDED`.',
          ],
          [
            '403',
            '`E_SCOPE` names the scope that is missing, `E_ROLE` the role; `E_TOKEN_ROUTE`: open to browsers only.',
          ],
          ['404', 'There is nothing, or nothing that this token may know of.'],
          ['409', 'It collides with what is there: another revision, a key that stands for something else.'],
          ['412', 'It has another ETag than `If-Match` says.'],
          ['422', 'What was sent cannot be taken.'],
          ['429', 'Too much in too short a time. `Retry-After` says when to come again.'],
          ['503', 'Busy, or the database is away. `Retry-After` says when to come again.'],
        ],
      },
    ],
  },
  {
    id: 'lists',
    title: 'Lists',
    parts: [
      'A list gives a page and `next_cursor`. Send it as `cursor` for the page behind it; `null` says that there is none. What is made meanwhile shifts nothing. `limit` says how long a page is.',
      {
        code: 'curl "$URL/api/forms/registration/answers?limit=100&cursor=MjAyNi…" -H "Authorization: Bearer $TOKEN"',
      },
    ],
  },
  {
    id: 'changes',
    title: 'Changing what others change',
    parts: [
      'Documents, drafts and submissions have an `ETag`. With `If-Match` a change is made of exactly that state, or not at all (412). With `If-None-Match` what is known already is not sent again (304). Without either, operations on a draft are refused one by one where others changed the same block since.',
    ],
  },
  {
    id: 'repeats',
    title: 'Repeats',
    parts: [
      'A POST may carry an `Idempotency-Key` of up to 200 characters. A repeat with it within 24 hours does nothing and gets the first answer, with `Idempotency-Replayed: true`; with another body it is refused (409). Only what succeeded is kept: after a refusal the same key may be sent again. Submissions have a key of their own, `submission_key`, which holds for good; so has every file, by `key`.',
    ],
  },
  {
    id: 'limits',
    title: 'Limits',
    parts: [
      'Usually 600 requests a minute for each token, a third of them at once. Every answer to a token says `RateLimit-Limit`, `RateLimit-Remaining` and, in seconds, `RateLimit-Reset`.',
    ],
  },
  {
    id: 'origins',
    title: 'Pages of other origins',
    parts: [
      'Calls with a token, and what is open to everybody, may come from pages of any origin, never with cookies. A token in a page is everybody’s who opens it: in pages only call what is open to everybody, or use a token that its person typed.',
    ],
  },
]
