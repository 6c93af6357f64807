import * as v from 'valibot'
import { defineIntegration } from '@formwright/kit/integration'
import { isMailAddress } from '@formwright/kit/mail'
import { richText } from '@formwright/kit/rich/setting'

const settings = v.object({
  /** the question that asks for the address */
  to: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  sender: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100, 'A name has up to 100 characters.')), ''),
  replyTo: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.check((text) => text === '' || isMailAddress(text), 'Enter an email address, or nothing.'),
    ),
    '',
  ),
  answers: v.optional(v.boolean(), true),
  subject: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(200, 'A subject has up to 200 characters.'),
      v.title('Subject'),
      v.description('Left empty, it names the form.'),
      v.metadata({ control: 'template', oneLine: true }),
    ),
    '',
  ),
  message: v.optional(
    v.pipe(
      richText({
        headings: true,
        lists: true,
        quotes: true,
        links: true,
        references: true,
        maxLength: 10_000,
      }),
      v.title('Message'),
      v.description('Left empty, it says that the answers have arrived.'),
      v.metadata({ control: 'template' }),
    ),
    { type: 'doc', content: [] },
  ),
})

export type ConfirmationSettings = v.InferOutput<typeof settings>

export default defineIntegration({
  kind: 'submission-confirmation',
  version: 1,
  settings,
  events: ['submission.created'],
  mail: true,
  summary: ({ subject }) => subject,
  missing: ({ to }) =>
    to === '' ? [{ path: 'to', message: 'Choose the question that asks for the address.' }] : [],
})
