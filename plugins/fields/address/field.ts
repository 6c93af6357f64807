import * as v from 'valibot'
import { defineField, type Part, type SettingsOf } from '@formwright/kit/field'
import { operatorsOf } from '@formwright/kit/value'
import { ANY, formatOf } from './formats.ts'

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
/** Codes that name regions and no countries. */
const NO_COUNTRIES = ['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ', 'AC', 'CP', 'DG', 'EA', 'IC', 'TA', 'CQ']
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const byName = letters
  .flatMap((one) => letters.map((other) => one + other))
  .flatMap((code) => {
    const name = NO_COUNTRIES.includes(code) ? undefined : names.of(code)
    return name === undefined || new Intl.Locale(`und-${code}`).region !== code ? [] : [[code, name] as const]
  })
  .sort(([, one], [, other]) => one.localeCompare(other, 'en'))
const COUNTRIES: readonly string[] = byName.map(([code]) => code)

function listed(text: string): string[] {
  return text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
}

const SAMPLES = [
  { street: '350 Main Street', city: 'Portland', region: 'OR', postcode: '97205', country: 'US' },
  { street: 'Unter den Linden 1', city: 'Berlin', postcode: '10117', country: 'DE' },
  { street: '10 Mill Road', city: 'Cambridge', postcode: 'CB1 2AD', country: 'GB' },
  { street: '12 rue de la Paix', city: 'Paris', postcode: '75002', country: 'FR' },
]

/** Made of other settings, for the page: it shall not load the table of all countries. */
const derived = (title: string) =>
  v.optional(v.pipe(v.string(), v.title(title), v.metadata({ control: 'own' })), '')

const text = (id: string, label: string): Part => ({ id, label, type: 'text', operators: operatorsOf.text })

const definition = defineField({
  kind: 'address',
  version: 1,
  settings: v.pipe(
    v.object({
      country: v.optional(
        v.pipe(
          v.picklist(COUNTRIES),
          v.title('Default country'),
          v.description('The address is asked for as it is written there.'),
          v.metadata({ labels: Object.fromEntries(byName) }),
        ),
      ),
      askCountry: v.optional(v.pipe(v.boolean(), v.title('Ask for the country')), true),
      countries: v.optional(
        v.pipe(
          v.string(),
          v.maxLength(2_000),
          v.check(
            (all) => listed(all).every((code) => COUNTRIES.includes(code)),
            'Write country codes like DE, one per line.',
          ),
          v.title('Allowed countries'),
          v.description('Codes like DE, one per line. Empty: all.'),
          v.metadata({ control: 'textarea', advanced: true, with: 'askCountry' }),
        ),
        '',
      ),
      line2: v.optional(v.pipe(v.boolean(), v.title('Second line')), true),
      home: derived('Format of addresses of the default country'),
      codes: derived('Countries to choose from'),
    }),
    v.transform((settings) => {
      const allowed = listed(settings.countries)
      return {
        ...settings,
        home: settings.country === undefined ? ANY : formatOf(settings.country),
        codes: settings.askCountry ? (allowed.length > 0 ? allowed : COUNTRIES).join(' ') : '',
      }
    }),
  ),
  presets: [{ name: 'address', group: 'other', order: 50 }],
  parts: ({ line2 }) => [
    text('street', 'Street'),
    ...(line2 ? [text('line2', 'Line 2')] : []),
    text('postcode', 'Postal code'),
    text('city', 'City'),
    text('region', 'Region'),
    text('country', 'Country'),
  ],
  publicSettings: ['country', 'askCountry', 'line2', 'home', 'codes'],
  labelling: () => 'group',
  sample: ({ country, codes }) => {
    const possible = codes === '' ? [country ?? 'US'] : codes.split(' ')
    return SAMPLES.find((one) => possible.includes(one.country))
  },
  check: ({ country, countries }) =>
    country === undefined || countries.trim() === '' || listed(countries).includes(country)
      ? []
      : [
          {
            severity: 'warning',
            code: 'ambiguous',
            path: 'settings.country',
            message: 'Choose a default country that is allowed, or allow this one.',
          },
        ],
})

export type Settings = SettingsOf<typeof definition>
export default definition
