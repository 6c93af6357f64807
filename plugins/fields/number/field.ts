import * as v from 'valibot'
import { after, before } from '@formwright/kit/affix_settings'
import { defineField, type SettingsOf } from '@formwright/kit/field'
import { operatorsOf } from '@formwright/kit/value'
import { decimalsOf, isMultiple, readDecimal } from '@formwright/kit/exact_decimal'

const definition = defineField({
  kind: 'number',
  version: 1,
  settings: v.pipe(
    v.object({
      min: v.optional(v.pipe(v.number(), v.finite(), v.title('Minimum'))),
      max: v.optional(v.pipe(v.number(), v.finite(), v.title('Maximum'))),
      decimals: v.optional(
        v.pipe(
          v.number(),
          v.integer(),
          v.minValue(0),
          v.maxValue(15),
          v.title('Decimals'),
          v.description(
            'Answers with more are not accepted. Answers with fewer are shown with zeros. Empty: any number.',
          ),
        ),
      ),
      step: v.optional(
        v.pipe(
          v.number(),
          v.finite(),
          v.gtValue(0),
          v.title('Step'),
          v.description('Answers count up in this step, from the minimum.'),
          v.metadata({ advanced: true }),
        ),
      ),
      currency: v.optional(
        v.pipe(
          v.string(),
          v.regex(/^([A-Z]{3})?$/, 'Write a currency with three capital letters, like EUR.'),
          v.title('Currency'),
          v.description('Three letters, like EUR. Its sign stands where respondents are used to it.'),
        ),
        '',
      ),
      prefix: v.optional(
        v.pipe(before, v.title('Before the number'), v.description('For example about.')),
        '',
      ),
      suffix: v.optional(v.pipe(after, v.title('After the number'), v.description('For example kg.')), ''),
      grouping: v.optional(
        v.pipe(
          v.boolean(),
          v.title('Separate thousands'),
          v.description('Shown the way respondents write numbers. They can type it either way.'),
        ),
        false,
      ),
    }),
    v.forward(
      v.check(
        ({ min, max }) => (min ?? -Infinity) <= (max ?? Infinity),
        'The maximum cannot be below the minimum.',
      ),
      ['max'],
    ),
  ),
  asks: 'how-much',
  presets: [
    { name: 'number', group: 'number', order: 10 },
    {
      name: 'currency',
      group: 'number',
      order: 20,
      settings: { currency: 'USD', decimals: 2, grouping: true },
    },
    { name: 'percent', group: 'number', order: 30, settings: { suffix: '%' } },
  ],
  parts: () => [{ id: '', type: 'number', operators: operatorsOf.number }],
  texts: () => [
    { path: 'prefix', kind: 'plain', piping: false },
    { path: 'suffix', kind: 'plain', piping: false },
  ],
  publicSettings: ['min', 'max', 'decimals', 'step', 'currency', 'prefix', 'suffix', 'grouping'],
  labelling: () => 'control',
  check: ({ min, max, decimals, step }) => {
    if (min === undefined || max === undefined || decimals === undefined || step !== undefined) return []
    const scale = 10 ** decimals
    if (Math.ceil(min * scale) / scale <= max || Number(min.toFixed(decimals)) === min) return []
    const wanted = decimals === 0 ? 'whole number' : 'number with so few decimals'
    const message = `No ${wanted} is between the minimum and the maximum. Change one of them.`
    return [{ severity: 'error', code: 'unanswerable', path: 'settings.decimals', message }]
  },
  sample: ({ min = -Infinity, max = Infinity, step, decimals = Infinity }) => {
    const from = Number.isFinite(min) ? min : 0
    const candidates = [12, 1, 0, Math.ceil(min), Math.floor(max), from, from + (step ?? 0), max]
    return candidates.find((number) => {
      const decimal = readDecimal(String(number))
      if (!decimal || number < min || number > max || decimalsOf(decimal) > decimals) return false
      return decimal.digits.length <= 15 && (step === undefined || isMultiple(number, step, from))
    })
  },
})

export type Settings = SettingsOf<typeof definition>
export default definition
