import * as v from 'valibot'
import { defineField, type Part, type SettingsOf, type SettingsProblem } from '@formwright/kit/field'
import { operatorsOf } from '@formwright/kit/value'
import { asked } from './asked.ts'
import { formatOf, KNOWN } from './formats.ts'
import { USUAL } from './letter.ts'
import type { Answer } from './parts.ts'

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

const CHOICES = {
  country: 'By country',
  required: 'Required',
  optional: 'Optional',
  off: 'Not asked',
}

/** Whether a part is asked for. */
const part = (title: string) =>
  v.optional(
    v.pipe(
      v.picklist(['country', 'required', 'optional', 'off']),
      v.title(title),
      v.metadata({ labels: CHOICES }),
    ),
    'country',
  )

/** The parts that are written, as they stand in tables. */
const WRITTEN = [
  { id: 'street', label: 'Street' },
  { id: 'line2', label: 'Line 2' },
  { id: 'postcode', label: 'Postal code' },
  { id: 'city', label: 'City' },
  { id: 'region', label: 'Region' },
] as const

const SAMPLES: readonly Answer[] = [
  { street: '350 Main Street', city: 'Portland', region: 'OR', postcode: '97205', country: 'US' },
  { street: 'Unter den Linden 1', city: 'Berlin', postcode: '10117', country: 'DE' },
  { street: '10 Mill Road', city: 'Cambridge', postcode: 'CB1 2AD', country: 'GB' },
  { street: '12 rue de la Paix', city: 'Paris', postcode: '75002', country: 'FR' },
]

/** Made of other settings, for the page: it shall not load the table of all countries. */
const derived = (title: string) =>
  v.optional(v.pipe(v.string(), v.title(title), v.metadata({ control: 'own' })), '')

/** For the page, which writes addresses of countries whose formats it does not have. */
const ORDERS = ordersOf(KNOWN)

function ordersOf(countries: readonly string[]): string {
  const orders = new Map<string, string>()
  for (const country of countries) {
    const [order = ''] = formatOf(country).toUpperCase().split(' ')
    const whole = [...new Set(order + USUAL)].join('')
    if (whole !== USUAL) orders.set(whole, `${orders.get(whole) ?? whole} ${country}`)
  }
  return [...orders.values()].join(',')
}

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
      street: part('Street'),
      line2: v.optional(
        v.pipe(
          v.picklist(['optional', 'required', 'off']),
          v.title('Second line'),
          v.metadata({ labels: CHOICES }),
        ),
        'optional',
      ),
      city: part('City'),
      region: part('Region'),
      postcode: part('Postal code'),
      home: derived('Format of addresses of the default country'),
      least: derived('What addresses of all countries have'),
      codes: derived('Countries to choose from'),
      orders: derived('Countries with an order of their own'),
    }),
    v.transform((settings) => {
      const allowed = listed(settings.countries)
      return {
        ...settings,
        orders: ORDERS,
        home: formatOf(settings.country, settings),
        least: asked('SC', settings),
        codes: settings.askCountry ? (allowed.length > 0 ? allowed : COUNTRIES).join(' ') : '',
      }
    }),
  ),
  presets: [{ name: 'address', group: 'other', order: 50 }],
  parts: (settings) => [
    ...WRITTEN.filter(({ id }) => settings[id] !== 'off').map(({ id, label }) => text(id, label)),
    text('country', 'Country'),
  ],
  publicSettings: [
    'country',
    'askCountry',
    'home',
    'least',
    'codes',
    'orders',
    ...WRITTEN.map(({ id }) => id),
  ],
  labelling: () => 'group',
  sample: (settings) => {
    const { country, codes } = settings
    const possible = codes === '' ? [country ?? 'US'] : codes.split(' ')
    const whole = SAMPLES.find((one) => possible.includes(one.country ?? ''))
    if (!whole) return undefined
    // a part that is required and not written there has to be something
    const parts = WRITTEN.flatMap(({ id }) => {
      const written = whole[id] ?? (settings[id] === 'required' ? '1' : undefined)
      return settings[id] === 'off' || written === undefined ? [] : [[id, written]]
    })
    return { ...Object.fromEntries(parts), country: whole.country }
  },
  check: (settings) => {
    const { country, countries } = settings
    const problems: SettingsProblem[] = []
    if (WRITTEN.every(({ id }) => settings[id] === 'off'))
      problems.push({
        severity: 'error',
        code: 'unanswerable',
        path: 'settings.street',
        message: 'Nothing is asked for. Ask for the street, the city or another part.',
      })
    if (country !== undefined && countries.trim() !== '' && !listed(countries).includes(country))
      problems.push({
        severity: 'warning',
        code: 'ambiguous',
        path: 'settings.country',
        message: 'Choose a default country that is allowed, or allow this one.',
      })
    return problems
  },
})

export type Settings = SettingsOf<typeof definition>
export default definition
