import * as v from 'valibot'
import { defineIntegration } from '@formwright/kit/integration'

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
})

export type WebhookSettings = v.InferOutput<typeof settings>

export default defineIntegration({
  kind: 'webhook',
  version: 1,
  settings,
  events: ['submission.created', 'submission.deleted'],
  secret: { prefix: 'whsec_' },
  summary: ({ url }) => url,
  missing: ({ url }) => (url === '' ? [{ path: 'url', message: 'Enter the address to post to.' }] : []),
  endpoint: ({ url }) => (URL.canParse(url) ? new URL(url).host : ''),
})

function isEmptyOrWebAddress(text: string): boolean {
  return text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
}
