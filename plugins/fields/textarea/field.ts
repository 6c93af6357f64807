import * as v from 'valibot'
import { defineField, type SettingsOf } from '@formwright/kit/field'
import { operatorsOf } from '@formwright/kit/value'

const characters = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000))
/** Nobody needs to see a longer one. */
const LONGEST_SAMPLE = 10_000
const SAMPLE = 'The room was bright and everybody was kind.\nThe talks could begin a little later.'

const definition = defineField({
  kind: 'textarea',
  version: 1,
  settings: v.pipe(
    v.object({
      minLength: v.optional(v.pipe(characters, v.title('Minimum characters'))),
      maxLength: v.optional(v.pipe(characters, v.title('Maximum characters'))),
      counter: v.optional(
        v.pipe(
          v.boolean(),
          v.title('Count characters'),
          v.description('Shows how many characters are used, if there is a limit.'),
        ),
        false,
      ),
      rows: v.optional(
        v.pipe(
          v.number(),
          v.integer(),
          v.minValue(2),
          v.maxValue(30),
          v.title('Lines'),
          v.description('How many lines are seen before anything is typed.'),
          v.metadata({ advanced: true }),
        ),
        4,
      ),
      grow: v.optional(
        v.pipe(
          v.boolean(),
          v.title('Grow with the text'),
          v.description('Otherwise a longer text scrolls.'),
          v.metadata({ advanced: true }),
        ),
        true,
      ),
    }),
    v.forward(
      v.check(
        ({ minLength, maxLength }) => (minLength ?? 0) <= (maxLength ?? Infinity),
        'The maximum cannot be below the minimum.',
      ),
      ['maxLength'],
    ),
  ),
  presets: [{ name: 'long-text', group: 'text', order: 20 }],
  parts: () => [{ id: '', type: 'text', operators: operatorsOf.text }],
  publicSettings: ['minLength', 'maxLength', 'counter', 'rows', 'grow'],
  labelling: () => 'control',
  sample: ({ minLength = 0, maxLength = Infinity }) => {
    if (maxLength === 0 || minLength > LONGEST_SAMPLE) return undefined
    return SAMPLE.padEnd(minLength, ' Example.').slice(0, maxLength)
  },
  check: ({ maxLength }, { required }) => {
    if (maxLength !== 0) return []
    const message = 'No answer has 0 characters. Allow more.'
    const severity = required ? 'error' : 'warning'
    return [{ severity, code: 'unanswerable', path: 'settings.maxLength', message }]
  },
})

export type Settings = SettingsOf<typeof definition>
export default definition
