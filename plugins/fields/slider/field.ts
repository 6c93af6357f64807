import * as v from 'valibot'
import { defineField, type Part, type SettingsOf } from '@formwright/kit/field'
import { stepNumber } from '@formwright/kit/step_settings'
import { stepped, stepsIn } from '@formwright/kit/stepped'
import { operatorsOf } from '@formwright/kit/value'

const NUMBER = { type: 'number', operators: operatorsOf.number } satisfies Partial<Part>

const definition = defineField({
  kind: 'slider',
  version: 1,
  settings: v.pipe(
    v.object({
      min: v.optional(v.pipe(stepNumber, v.title('Minimum')), 0),
      max: v.optional(v.pipe(stepNumber, v.title('Maximum')), 100),
      step: v.optional(v.pipe(stepNumber, v.gtValue(0), v.title('Step')), 1),
      unit: v.optional(
        v.pipe(v.string(), v.maxLength(20), v.title('Unit'), v.description('For example km.')),
        '',
      ),
      range: v.optional(
        v.pipe(v.boolean(), v.title('Two handles'), v.description('Asks from where to where.')),
        false,
      ),
      marks: v.optional(
        v.pipe(
          v.number(),
          v.integer(),
          v.minValue(2),
          v.maxValue(11),
          v.title('Marks'),
          v.description('So many numbers stand below, at equal distances.'),
        ),
      ),
    }),
    v.forward(
      v.check(({ min, max }) => min < max, 'The maximum must be above the minimum.'),
      ['max'],
    ),
    v.forward(
      v.check((steps) => steps.max <= steps.min || stepsIn(steps) >= 1, 'The step leads beyond the maximum.'),
      ['step'],
    ),
  ),
  asks: 'how-much',
  presets: [
    { name: 'slider', group: 'number', order: 40 },
    { name: 'range-slider', group: 'number', order: 50, settings: { range: true } },
  ],
  parts: ({ range }) =>
    range
      ? [
          { ...NUMBER, id: 'from', label: 'From' },
          { ...NUMBER, id: 'to', label: 'To' },
        ]
      : [{ ...NUMBER, id: '' }],
  texts: () => [{ path: 'unit', kind: 'plain', piping: false }],
  publicSettings: ['min', 'max', 'step', 'unit', 'range', 'marks'],
  labelling: () => 'group',
  sample: ({ range, ...steps }) => {
    const some = stepped(steps, Math.floor(stepsIn(steps) / 2))
    return range ? { from: steps.min, to: some } : some
  },
})

export type Settings = SettingsOf<typeof definition>
export default definition
