import * as v from 'valibot'
import { richText } from './rich/setting.ts'

/** The name that stands beside the sender's address: a setting of kinds that send mail. */
export const senderSetting = v.optional(
  v.pipe(v.string(), v.trim(), v.maxLength(100, 'A name has up to 100 characters.')),
  '',
)

/** The subject of a mail, with answers in it: a setting of kinds that send mail. */
export const subjectSetting = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(200, 'A subject has up to 200 characters.'),
    v.title('Subject'),
    v.description('Left empty, it names the form.'),
    v.metadata({ control: 'template', oneLine: true }),
  ),
  '',
)

/** What a mail says above the answers, with answers in it: a setting of kinds that send mail. */
export const messageSetting = v.optional(
  v.pipe(
    richText({ headings: true, lists: true, quotes: true, links: true, references: true, maxLength: 10_000 }),
    v.title('Message'),
    v.description('Stands above the answers.'),
    v.metadata({ control: 'template' }),
  ),
  { type: 'doc', content: [] },
)
