import * as v from 'valibot'
import { defineField, type SettingsOf } from '@formwright/kit/field'
import { operatorsOf } from '@formwright/kit/value'
import { isDay } from './day.ts'

const day = v.pipe(
  v.string(),
  v.check((text) => isDay(text), 'Write a date like 2024-02-29.'),
)
const label = v.pipe(v.string(), v.maxLength(200))

const definition = defineField({
  kind: 'date',
  version: 1,
  settings: v.pipe(
    v.object({
      range: v.optional(
        v.pipe(v.boolean(), v.title('Date range'), v.description('Asks for a first and a last day.')),
        false,
      ),
      min: v.optional(v.pipe(day, v.title('Earliest date'), v.metadata({ control: 'date' }))),
      max: v.optional(v.pipe(day, v.title('Latest date'), v.metadata({ control: 'date' }))),
      fromLabel: v.optional(
        v.pipe(label, v.title('Label of the first day'), v.metadata({ advanced: true })),
        'From',
      ),
      toLabel: v.optional(
        v.pipe(label, v.title('Label of the last day'), v.metadata({ advanced: true })),
        'To',
      ),
    }),
    v.forward(
      v.check(
        ({ min, max }) => min === undefined || max === undefined || min <= max,
        'The latest date cannot be before the earliest.',
      ),
      ['max'],
    ),
  ),
  presets: [
    { name: 'date', group: 'other', order: 10 },
    { name: 'date-range', group: 'other', order: 20, settings: { range: true } },
  ],
  start: (t) => ({ fromLabel: t('start.from'), toLabel: t('start.to') }),
  parts: ({ range, fromLabel, toLabel }) =>
    range
      ? [
          { id: 'from', label: fromLabel || 'From', type: 'date', operators: operatorsOf.date },
          { id: 'to', label: toLabel || 'To', type: 'date', operators: operatorsOf.date },
        ]
      : [{ id: '', type: 'date', operators: operatorsOf.date }],
  texts: ({ range }) => [
    { path: 'fromLabel', kind: 'plain', piping: true, names: range },
    { path: 'toLabel', kind: 'plain', piping: true, names: range },
  ],
  publicSettings: ['range', 'min', 'max', 'fromLabel', 'toLabel'],
  placeholder: () => false,
  labelling: ({ range }) => (range ? 'group' : 'control'),
  sample: ({ range, min, max }) => {
    const day = min ?? max ?? '2024-02-29'
    return range ? { from: day, to: day } : day
  },
})

export type Settings = SettingsOf<typeof definition>
export default definition
