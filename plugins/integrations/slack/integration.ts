import * as v from 'valibot'
import { chosenSetting } from '@formwright/kit/chosen_setting'
import { defineIntegration } from '@formwright/kit/integration'
import { messageSettings } from '@formwright/kit/message_settings'

const settings = v.object({
  /** as a bot of a connection, or by an address that Slack made for one channel */
  way: v.optional(v.picklist(['bot', 'webhook']), 'bot'),
  channel: chosenSetting('Channel', 'A private one is listed once the bot was invited to it.', {
    with: 'way=bot',
  }),
  address: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(2048, 'The address is too long.'),
      v.check(isEmptyOrWebAddress, 'Enter the whole address, as Slack shows it.'),
      v.title('Webhook address'),
      v.description(
        'Of an incoming webhook of your app in Slack. It posts to the channel that was chosen there.',
      ),
      v.metadata({ control: 'secret', with: 'way=webhook' }),
    ),
    '',
  ),
  ...messageSettings,
  /** all submissions in one thread */
  thread: v.optional(v.boolean(), false),
})

export type SlackSettings = v.InferOutput<typeof settings>

export default defineIntegration({
  kind: 'slack',
  version: 1,
  settings,
  events: ['submission.created', 'submission.updated', 'submission.deleted'],
  connection: { service: 'slack', needed: ({ way }) => way === 'bot' },
  // as they came in; and Slack takes one message a second for a channel
  order: 'one-after-the-other',
  summary: ({ way, channel }) => (way === 'bot' && channel.label !== '' ? channel.label : ''),
  missing({ way, channel, address }) {
    if (way === 'bot') return channel.id === '' ? [{ path: 'channel', message: 'Choose a channel.' }] : []
    return address === '' ? [{ path: 'address', message: 'Enter the address of the webhook.' }] : []
  },
})

function isEmptyOrWebAddress(text: string): boolean {
  return text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
}
