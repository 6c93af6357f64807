import * as v from 'valibot'
import { defineField, type SettingsOf } from '@formwright/kit/field'
import { operatorsOf } from '@formwright/kit/value'
import { DIALLING } from './dialling.ts'

const CODES = [...DIALLING.keys()]
const names = new Intl.DisplayNames('en', { type: 'region' })
const byName = CODES.map((code) => [code, names.of(code) ?? code] as const).sort(([, a], [, b]) =>
  a.localeCompare(b, 'en'),
)

/** Made of other settings, for the page: it shall not load the table of all countries. */
const derived = (title: string) =>
  v.optional(v.pipe(v.string(), v.title(title), v.metadata({ control: 'own' })), '')

/** The countries of a setting. */
function listed(text: string): string[] {
  return text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
}

/** As `answer.ts` takes it apart. */
function dialled(country: string | undefined): string {
  const { code, trunk, most } = DIALLING.get(country ?? '') ?? {}
  return code === undefined ? '' : [code, trunk, most].join(' ')
}

const definition = defineField({
  kind: 'phone',
  version: 1,
  settings: v.pipe(
    v.object({
      country: v.optional(
        v.pipe(
          v.picklist(byName.map(([code]) => code)),
          v.title('Default country'),
          v.description('Numbers without a country code are read as this country dials them.'),
          v.metadata({ labels: Object.fromEntries(byName) }),
        ),
      ),
      countries: v.optional(
        v.pipe(
          v.string(),
          v.maxLength(2_000),
          v.check(
            (text) => listed(text).every((code) => DIALLING.has(code)),
            'Write country codes like DE, one per line.',
          ),
          v.title('Allowed countries'),
          v.description('Codes like DE, one per line. Empty: all.'),
          v.metadata({ control: 'textarea', advanced: true }),
        ),
        '',
      ),
      national: derived('Calling code, prefix and length of numbers of the default country'),
      callable: derived('Allowed countries with their calling codes'),
    }),
    v.transform((settings) => ({
      ...settings,
      national: dialled(settings.country),
      callable: listed(settings.countries)
        .map((code) => `${code}${DIALLING.get(code)?.code ?? ''}`)
        .join(' '),
    })),
  ),
  asks: 'words',
  presets: [{ name: 'phone', group: 'text', order: 35 }],
  parts: () => [{ id: '', type: 'text', operators: operatorsOf.text }],
  publicSettings: ['country', 'national', 'callable'],
  labelling: () => 'control',
  sample: ({ national, callable }) => `+${/\d+/.exec(callable || national)?.[0] ?? '1'}2025550123`,
  check: ({ country, countries }) =>
    country === undefined || countries.trim() === '' || listed(countries).includes(country)
      ? []
      : [
          {
            severity: 'error',
            code: 'unanswerable',
            path: 'settings.country',
            message: 'Choose a default country that is allowed, or allow this one.',
          },
        ],
})

export type Settings = SettingsOf<typeof definition>
export default definition
