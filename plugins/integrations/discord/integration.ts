import * as v from 'valibot'
import { defineIntegration } from '@formwright/kit/integration'
import { messageSettings } from '@formwright/kit/message_settings'

/** What Discord shows for a webhook: its id and its token, which is all that posting needs. */
export const WEBHOOK_PATH = /^\/api\/(?:v\d+\/)?webhooks\/(\d+)\/([\w-]+)\/?$/

const settings = v.object({
  address: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(2048, 'The address is too long.'),
      v.check(isEmptyOrWebhook, 'Enter the whole address of the webhook, as Discord shows it.'),
      v.title('Webhook address'),
      v.description('In Discord: settings of the channel, Integrations, Webhooks, Copy webhook URL.'),
      v.metadata({ control: 'secret' }),
    ),
    '',
  ),
  /** where the webhook's channel is a forum, or only one thread of it is meant */
  thread: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^(\d{1,20})?$/, 'The id of a thread is a number of up to 20 digits.'),
    ),
    '',
  ),
  ...messageSettings,
})

export type DiscordSettings = v.InferOutput<typeof settings>

export default defineIntegration({
  kind: 'discord',
  version: 1,
  settings,
  events: ['submission.created', 'submission.updated', 'submission.deleted'],
  // as they came in; and Discord takes about five messages in two seconds for a webhook
  order: 'one-after-the-other',
  summary: ({ thread }) => (thread === '' ? '' : `Thread ${thread}`),
  missing: ({ address }) =>
    address === '' ? [{ path: 'address', message: 'Enter the address of the webhook.' }] : [],
})

function isEmptyOrWebhook(text: string): boolean {
  if (text === '') return true
  if (!URL.canParse(text)) return false
  const { protocol, pathname } = new URL(text)
  return /^https?:$/.test(protocol) && WEBHOOK_PATH.test(pathname)
}
