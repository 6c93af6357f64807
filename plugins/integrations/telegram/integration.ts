import * as v from 'valibot'
import { chosenSetting } from '@formwright/kit/chosen_setting'
import { defineIntegration } from '@formwright/kit/integration'
import { messageSettings } from '@formwright/kit/message_settings'

const settings = v.object({
  chat: chosenSetting(
    'Chat',
    'First write to the bot, or add it to the group or channel. An id or @name can be searched, too.',
  ),
  ...messageSettings,
  quiet: v.optional(v.boolean(), false),
})

export type TelegramSettings = v.InferOutput<typeof settings>

export default defineIntegration({
  kind: 'telegram',
  version: 1,
  settings,
  events: ['submission.created', 'submission.updated', 'submission.deleted'],
  connection: { service: 'telegram' },
  // as they came in; and Telegram takes about one message a second for a chat
  order: 'one-after-the-other',
  summary: ({ chat }) => chat.label,
  missing: ({ chat }) => (chat.id === '' ? [{ path: 'chat', message: 'Choose a chat.' }] : []),
})
