import * as v from 'valibot'
import { defineIntegration } from '@formwright/kit/integration'
import { isMailAddress } from '@formwright/kit/mail'
import { messageSetting, senderSetting, subjectSetting } from '@formwright/kit/mail_settings'

const settings = v.object({
  /** the question that asks for the address */
  to: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  sender: senderSetting,
  replyTo: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.check((text) => text === '' || isMailAddress(text), 'Enter an email address, or nothing.'),
    ),
    '',
  ),
  answers: v.optional(v.boolean(), true),
  subject: subjectSetting,
  message: messageSetting,
})

export type ConfirmationSettings = v.InferOutput<typeof settings>

export default defineIntegration({
  kind: 'submission-confirmation',
  version: 1,
  settings,
  events: ['submission.created'],
  mail: true,
  toRespondents: true,
  summary: ({ subject }) => subject,
  missing: ({ to }) =>
    to === '' ? [{ path: 'to', message: 'Choose the question that asks for the address.' }] : [],
})
