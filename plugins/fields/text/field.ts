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

/** What browsers may be told about the text, so that they can offer what they know. */
const AUTOCOMPLETE = [
  'off',
  'name',
  'given-name',
  'family-name',
  'nickname',
  'username',
  'email',
  'tel',
  'organization',
  'organization-title',
  'street-address',
  'address-line1',
  'address-line2',
  'address-level2',
  'address-level1',
  'postal-code',
  'country-name',
  'url',
  'new-password',
] as const

/** What people might write where a browser is told what is asked for. */
const SAMPLES: Partial<Record<(typeof AUTOCOMPLETE)[number], string>> = {
  name: 'Ada Example',
  'given-name': 'Ada',
  'family-name': 'Example',
  email: 'ada@example.com',
  tel: '+44 20 7946 0958',
  organization: 'Example Ltd',
  'street-address': '12 Example Street',
  'address-line1': '12 Example Street',
  'postal-code': '12345',
  'country-name': 'France',
  url: 'https://example.com/',
}

const definition = defineField({
  kind: 'text',
  version: 1,
  settings: v.pipe(
    v.object({
      ...lengthSettings,
      pattern: v.optional(
        v.pipe(
          v.string(),
          v.maxLength(1000),
          v.check(compiles, 'This is not a valid regular expression.'),
          v.title('Pattern'),
          v.description('A regular expression that the whole answer must match.'),
          v.metadata({ advanced: true }),
        ),
        '',
      ),
      patternMessage: v.optional(
        v.pipe(
          v.string(),
          v.maxLength(500),
          v.title('Message'),
          v.description('Shown if the answer does not match the pattern.'),
          v.metadata({ advanced: true }),
        ),
        '',
      ),
      autocomplete: v.optional(
        v.pipe(
          v.picklist(AUTOCOMPLETE),
          v.title('Autofill'),
          v.description('What browsers may suggest from what they know about the person.'),
          v.metadata({ advanced: true }),
        ),
        'off',
      ),
      secret: v.optional(
        v.pipe(
          v.boolean(),
          v.title('Hide what is typed'),
          v.description('Shown as dots, left out of search, and never stored on the device.'),
          v.metadata({ advanced: true }),
        ),
        false,
      ),
    }),
    v.forward(
      v.check((settings) => lengthsFit(settings), NO_LENGTH_FITS),
      ['maxLength'],
    ),
  ),
  asks: 'words',
  presets: [
    { name: 'short-text', group: 'text', order: 10, lines: true },
    { name: 'password', group: 'text', order: 90, settings: { secret: true, autocomplete: 'new-password' } },
  ],
  parts: () => [{ id: '', type: 'text', operators: operatorsOf.text }],
  texts: () => [{ path: 'patternMessage', kind: 'plain', piping: true }],
  publicSettings: [
    'minLength',
    'maxLength',
    'counter',
    'pattern',
    'patternMessage',
    'autocomplete',
    'secret',
  ],
  labelling: () => 'control',
  secret: ({ secret }) => secret,
  sample: ({ autocomplete, minLength = 0, maxLength = Infinity, pattern }) => {
    if (pattern !== '' || maxLength === 0 || minLength > LONGEST_SAMPLE) return undefined
    return (SAMPLES[autocomplete] ?? 'Example').padEnd(minLength, ' example').slice(0, maxLength)
  },
  patterns: ({ pattern }) => (pattern === '' ? [] : [pattern]),
  check: checkLengths,
})

function compiles(pattern: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u') instanceof RegExp
  } catch {
    return false
  }
}

export type Settings = SettingsOf<typeof definition>
export default definition
