import * as v from 'valibot'
import { defineField, type Part, type SettingsOf } from '@formwright/kit/field'
import { richTextOf } from '@formwright/kit/rich/from_text'
import { richText } from '@formwright/kit/rich/setting'
import { operatorsOf } from '@formwright/kit/value'

const word = v.pipe(v.string(), v.maxLength(200))

const AGREED: readonly Part[] = [
  { id: '', type: 'boolean', operators: operatorsOf.boolean, at: ['agreed'] },
  { id: 'text', label: 'Text', type: 'text', operators: operatorsOf.text },
  { id: 'version', label: 'Version', type: 'text', operators: operatorsOf.text },
]

const definition = defineField({
  kind: 'checkbox',
  version: 1,
  settings: v.object({
    appearance: v.optional(
      v.pipe(
        v.picklist(['tick', 'yes-no']),
        v.title('Shown as'),
        v.metadata({ labels: { tick: 'One box to tick', 'yes-no': 'Yes and No' } }),
      ),
      'tick',
    ),
    statement: v.optional(
      v.pipe(
        richText({ links: true, maxLength: 5_000 }),
        v.title('Statement'),
        v.description('Stands beside the box. It may hold links, to a privacy notice for instance.'),
      ),
      richTextOf('Yes'),
    ),
    consent: v.optional(
      v.pipe(
        v.boolean(),
        v.title('Keep what was agreed to'),
        v.description('Each answer holds the statement as it was read. For a box to tick.'),
      ),
      false,
    ),
    textVersion: v.optional(
      v.pipe(
        word,
        v.title('Version of the statement'),
        v.description('Kept with each answer, “2026-05” for instance.'),
        v.metadata({ with: 'consent' }),
      ),
      '',
    ),
    yesLabel: v.optional(v.pipe(word, v.title('Word for yes'), v.metadata({ advanced: true })), 'Yes'),
    noLabel: v.optional(v.pipe(word, v.title('Word for no'), v.metadata({ advanced: true })), 'No'),
  }),
  asks: 'yes-or-no',
  presets: [
    { name: 'checkbox', group: 'choice', order: 60 },
    { name: 'yes-no', group: 'choice', order: 70, settings: { appearance: 'yes-no' } },
    { name: 'consent', group: 'choice', order: 80, settings: { consent: true } },
  ],
  start: (t) => ({
    statement: richTextOf(t('start.statement')),
    yesLabel: t('start.yes'),
    noLabel: t('start.no'),
  }),
  parts: ({ appearance, consent }) =>
    consent && appearance === 'tick' ? AGREED : [{ id: '', type: 'boolean', operators: operatorsOf.boolean }],
  texts: ({ appearance }) => [
    { path: 'statement', kind: 'rich', piping: false },
    { path: 'yesLabel', kind: 'plain', piping: false, names: appearance === 'yes-no' },
    { path: 'noLabel', kind: 'plain', piping: false, names: appearance === 'yes-no' },
  ],
  publicSettings: ['appearance', 'statement', 'consent', 'textVersion', 'yesLabel', 'noLabel'],
  placeholder: () => false,
  labelling: ({ appearance }) => (appearance === 'tick' ? 'control' : 'group'),
  sample: () => true,
})

export type Settings = SettingsOf<typeof definition>
export default definition
