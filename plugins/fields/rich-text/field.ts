import * as v from 'valibot'
import { defineField, type SettingsOf } from '@formwright/kit/field'
import { checkLengths, lengthSettings, lengthsFit, NO_LENGTH_FITS } from '@formwright/kit/length_settings'
import { operatorsOf } from '@formwright/kit/value'

const SAMPLE = 'The room was bright and everybody was kind.'
/** Nobody writes more into a form. */
const LONGEST = 100_000

const choice = (title: string, usual: boolean) => v.optional(v.pipe(v.boolean(), v.title(title)), usual)

const definition = defineField({
  kind: 'rich-text',
  version: 1,
  settings: v.pipe(
    v.object({
      minLength: lengthSettings.minLength,
      maxLength: v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LONGEST), v.title('Maximum characters')),
        10_000,
      ),
      counter: lengthSettings.counter,
      toolbar: v.optional(
        v.pipe(
          v.object({
            bold: choice('Bold', true),
            italic: choice('Italic', true),
            underline: choice('Underline', true),
            strike: choice('Strike through', false),
            code: choice('Code', false),
            headings: choice('Headings', true),
            lists: choice('Lists', true),
            quotes: choice('Quotes', false),
            links: choice('Links', true),
          }),
          v.title('Toolbar'),
        ),
        {},
      ),
    }),
    v.forward(
      v.check((settings) => lengthsFit(settings), NO_LENGTH_FITS),
      ['maxLength'],
    ),
  ),
  asks: 'words',
  presets: [{ name: 'rich-text', group: 'text', order: 25 }],
  parts: () => [{ id: '', type: 'text', operators: operatorsOf.text, at: ['text'] }],
  publicSettings: ['minLength', 'maxLength', 'counter', 'toolbar'],
  labelling: () => 'control',
  sample: ({ minLength = 0, maxLength, toolbar }) => {
    if (maxLength === 0 || minLength > SAMPLE.length) return undefined
    const text = SAMPLE.slice(0, maxLength)
    const marks = toolbar.bold ? { marks: [{ type: 'bold' }] } : {}
    return { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text, ...marks }] }] }
  },
  check: checkLengths,
})

export type Settings = SettingsOf<typeof definition>

export default definition
