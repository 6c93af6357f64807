import * as v from 'valibot'
import { defineField, type SettingsOf } from '@formwright/kit/field'
import {
  checkLengths,
  LONGEST_SAMPLE,
  lengthSettings,
  lengthsFit,
  NO_LENGTH_FITS,
} from '@formwright/kit/length_settings'
import { operatorsOf } from '@formwright/kit/value'

const SAMPLE = 'The room was bright and everybody was kind.\nThe talks could begin a little later.'

const definition = defineField({
  kind: 'textarea',
  version: 1,
  settings: v.pipe(
    v.object({
      ...lengthSettings,
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
      v.check((settings) => lengthsFit(settings), NO_LENGTH_FITS),
      ['maxLength'],
    ),
  ),
  asks: 'words',
  presets: [{ name: 'long-text', group: 'text', order: 20 }],
  parts: () => [{ id: '', type: 'text', operators: operatorsOf.text }],
  publicSettings: ['minLength', 'maxLength', 'counter', 'rows', 'grow'],
  labelling: () => 'control',
  sample: ({ minLength = 0, maxLength = Infinity }) => {
    if (maxLength === 0 || minLength > LONGEST_SAMPLE) return undefined
    return SAMPLE.padEnd(minLength, ' Example.').slice(0, maxLength)
  },
  check: checkLengths,
})

export type Settings = SettingsOf<typeof definition>
export default definition
