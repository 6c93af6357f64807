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

const SAMPLE = 'total = 0\nfor price in prices:\n    total = total + price'

/** Languages that are coloured; any other is written as plain text. */
const LANGUAGES = ['plain', 'javascript', 'typescript', 'html', 'css', 'json', 'python', 'sql'] as const
export type Language = (typeof LANGUAGES)[number]

const definition = defineField({
  kind: 'code',
  version: 1,
  settings: v.pipe(
    v.object({
      language: v.optional(
        v.pipe(
          v.picklist(LANGUAGES),
          v.title('Language'),
          v.description('What the colours follow. Any code can be written.'),
          v.metadata({
            labels: {
              plain: 'Without colours',
              javascript: 'JavaScript',
              typescript: 'TypeScript',
              html: 'HTML',
              css: 'CSS',
              json: 'JSON',
              python: 'Python',
              sql: 'SQL',
            },
          }),
        ),
        'plain',
      ),
      lineNumbers: v.optional(v.pipe(v.boolean(), v.title('Line numbers')), true),
      ...lengthSettings,
    }),
    v.forward(
      v.check((settings) => lengthsFit(settings), NO_LENGTH_FITS),
      ['maxLength'],
    ),
  ),
  asks: 'words',
  presets: [{ name: 'code', group: 'text', order: 27 }],
  parts: () => [{ id: '', type: 'text', operators: operatorsOf.text }],
  publicSettings: ['language', 'lineNumbers', 'minLength', 'maxLength', 'counter'],
  labelling: () => 'control',
  sample: ({ minLength = 0, maxLength = Infinity }) => {
    if (maxLength === 0 || minLength > LONGEST_SAMPLE) return undefined
    return SAMPLE.padEnd(minLength, '\n# and so on').slice(0, maxLength)
  },
  check: checkLengths,
})

export type Settings = SettingsOf<typeof definition>
export default definition
