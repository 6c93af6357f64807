import * as v from 'valibot'
import { defineIntegration } from '@formwright/kit/integration'

/** Most headers of one's own. */
export const MOST_HEADERS = 20
const LONGEST_HEADER = 2048

/** A header name: a token (RFC 9110 §5.6.2). */
const TOKEN = /^[\w!#$%&'*+.^`|~-]{1,100}$/

/** What the connection, the body and the signature need for themselves. */
const RESERVED =
  /^(host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-(length|type|encoding)|cookie|proxy-.*|webhook-.*)$/i

const headerName = v.pipe(
  v.string(),
  v.trim(),
  v.regex(TOKEN, 'The name of a header has letters, digits and hyphens only.'),
  v.check((name) => !RESERVED.test(name), 'This header is set by the delivery itself. Choose another name.'),
)
const headerValue = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(LONGEST_HEADER, 'The value is too long.'),
  v.regex(/^[\x20-\x7e]*$/, 'A header can have letters, digits and punctuation of English only.'),
)

const settings = v.object({
  /** where events are posted; empty until the creator has typed one */
  url: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(2048, 'The address is too long.'),
      v.check(isEmptyOrWebAddress, 'Enter a complete address that begins with https:// or http://.'),
    ),
    '',
  ),
  /** sent with each event */
  headers: v.optional(
    v.pipe(
      v.array(v.object({ name: headerName, value: headerValue })),
      v.maxLength(MOST_HEADERS, `There can be up to ${MOST_HEADERS} headers.`),
      v.check(
        (headers) => new Set(headers.map(({ name }) => name.toLowerCase())).size === headers.length,
        'Two headers have the same name.',
      ),
      v.check(
        (headers) => !headers.some(({ name }) => /^authorization$/i.test(name)),
        'Use the field “Authorization header”: what is typed there is kept secret.',
      ),
    ),
    [],
  ),
  /** name of the header whose value is `secretValue`; empty: none */
  secretHeader: v.optional(v.union([v.pipe(v.string(), v.trim(), v.literal('')), headerName]), ''),
  /** the questions that are told, by id; none: all */
  only: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(2000)), []),
  /** what is posted in place of our own message; empty: that */
  body: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(20_000, 'The body is too long.'),
      v.check(
        (body) => body.trim() === '' || isJson(body),
        'This is not valid JSON. Answers stand inside quotation marks: {"name": "…"}.',
      ),
      v.title('Body of your own'),
      v.description(
        'JSON that is posted in place of ours. Put answers inside quotation marks. Leave empty for ours.',
      ),
      v.metadata({ control: 'template', json: true }),
    ),
    '',
  ),
  /** sent as it is, for receivers that ask who calls */
  authorization: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(2048),
      v.regex(/^[\x20-\x7e]*$/, 'A header can have letters, digits and punctuation of English only.'),
      v.title('Authorization header'),
      v.description('Sent with each event, for receivers that ask for it: “Bearer …” or “Basic …”.'),
      v.metadata({ control: 'secret' }),
    ),
    '',
  ),
  secretValue: v.optional(
    v.pipe(
      headerValue,
      v.title('Value of the secret header'),
      v.description('It is encrypted, and shown to nobody.'),
      v.metadata({ control: 'secret', with: 'secretHeader' }),
    ),
    '',
  ),
})

export type WebhookSettings = v.InferOutput<typeof settings>

export default defineIntegration({
  kind: 'webhook',
  version: 1,
  settings,
  events: ['submission.created', 'submission.updated', 'submission.deleted'],
  secret: { prefix: 'whsec_' },
  summary: ({ url }) => url,
  missing: ({ url, secretHeader, secretValue }) => [
    ...(url === '' ? [{ path: 'url', message: 'Enter the address to post to.' }] : []),
    ...(secretHeader !== '' && secretValue === ''
      ? [{ path: 'secretValue', message: `Enter the value of the header ${secretHeader}.` }]
      : []),
  ],
  endpoint: ({ url }) => (URL.canParse(url) ? new URL(url).host : ''),
})

function isEmptyOrWebAddress(text: string): boolean {
  return text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
