import * as v from 'valibot'
import { chosenSetting } from '@formwright/kit/chosen_setting'
import { defineIntegration } from '@formwright/kit/integration'
import { mappedSetting, mappingFault } from '@formwright/kit/mapped_setting'

const MOST_TAGS = 20
const LONGEST_TAG = 100

const address = v.optional(v.pipe(v.string(), v.maxLength(200)), '')

const settings = v.object({
  audience: chosenSetting('Audience', 'Those of the account.'),
  /** the question that asks for the address */
  email: address,
  /** the question whose Yes allows to send anything at all */
  consent: address,
  /** new contacts are subscribed once they have confirmed */
  confirm: v.optional(v.boolean(), true),
  tags: v.optional(
    v.pipe(
      v.array(
        v.pipe(
          v.string(),
          v.trim(),
          v.minLength(1, 'A tag has a name.'),
          v.maxLength(LONGEST_TAG, `A tag has up to ${LONGEST_TAG} characters.`),
        ),
      ),
      v.maxLength(MOST_TAGS, `Up to ${MOST_TAGS} tags can be set.`),
    ),
    [],
  ),
  fields: mappedSetting(
    'Audience fields',
    'Which answer goes to which field. The address has a place of its own.',
  ),
})

export type MailchimpSettings = v.InferOutput<typeof settings>

export default defineIntegration({
  kind: 'mailchimp',
  version: 1,
  settings,
  // a deletion is not among them: see the README
  events: ['submission.created', 'submission.updated'],
  connection: { service: 'mailchimp' },
  // an edit comes after what it edits; and a key has ten connections at a time
  order: 'one-after-the-other',
  summary: ({ audience }) => audience.label,
  missing({ audience, email, consent, fields }) {
    const fault = fields.length > 0 ? mappingFault(fields) : undefined
    return [
      ...(audience.id === '' ? [{ path: 'audience', message: 'Choose an audience.' }] : []),
      ...(email === '' ? [{ path: 'email', message: 'Choose the question that asks for the address.' }] : []),
      ...(consent === '' ? [{ path: 'consent', message: 'Choose the question that asks for consent.' }] : []),
      ...(fault === undefined ? [] : [{ path: 'fields', message: fault }]),
    ]
  },
})
