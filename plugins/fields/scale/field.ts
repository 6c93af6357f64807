import * as v from 'valibot'
import { defineField, type SettingsOf } from '@formwright/kit/field'
import { pointsOf, stepsIn } from '@formwright/kit/stepped'
import { stepNumber } from '@formwright/kit/step_settings'
import { type Summary, summaryOfPoints } from '@formwright/kit/summary'
import { operatorsOf } from '@formwright/kit/value'

const words = v.pipe(v.string(), v.maxLength(200))

/** As many as a row has room for. */
const MOST = 21

/** What makes a scale a Net Promoter Score. */
const SCORED = { min: 0, max: 10, step: 1 }

/** What of a hundred promote, less what of a hundred detract. */
function scored(settings: typeof SCORED): Summary {
  const summary = summaryOfPoints(pointsOf(settings))
  return {
    ...summary,
    finish: (state: Parameters<typeof summary.finish>[0]) =>
      summary.finish(state).map((part) => {
        const between = (from: number, to: number) =>
          Object.entries(part.counts ?? {}).reduce(
            (sum, [value, count]) => (Number(value) >= from && Number(value) <= to ? sum + count : sum),
            0,
          )
        const [promoters, passives, detractors] = [between(9, 10), between(7, 8), between(0, 6)]
        const all = promoters + passives + detractors
        if (all === 0) return part
        const score = Math.round(((promoters - detractors) / all) * 100) + 0
        return { ...part, figures: { score, promoters, passives, detractors } }
      }),
  }
}

const definition = defineField({
  kind: 'scale',
  version: 1,
  settings: v.pipe(
    v.object({
      min: v.optional(v.pipe(stepNumber, v.title('First number')), 1),
      max: v.optional(v.pipe(stepNumber, v.title('Last number')), 5),
      step: v.optional(v.pipe(stepNumber, v.gtValue(0), v.title('Step'), v.metadata({ advanced: true })), 1),
      startLabel: v.optional(v.pipe(words, v.title('Label of the first')), ''),
      endLabel: v.optional(v.pipe(words, v.title('Label of the last')), ''),
      colour: v.optional(
        v.pipe(
          v.picklist(['none', 'red-to-green']),
          v.title('Color'),
          v.metadata({ labels: { none: 'None', 'red-to-green': 'Red to green' } }),
        ),
        'none',
      ),
      nps: v.optional(
        v.pipe(
          v.boolean(),
          v.title('Net Promoter Score'),
          v.description('The summary counts promoters and detractors. For 0 to 10.'),
          v.metadata({ advanced: true }),
        ),
        false,
      ),
    }),
    v.forward(
      v.check(({ min, max }) => min < max, 'The last number must be above the first.'),
      ['max'],
    ),
    v.forward(
      v.check(
        (steps) => steps.max <= steps.min || stepsIn(steps) < MOST,
        `Choose a larger step: a scale has at most ${MOST} numbers.`,
      ),
      ['step'],
    ),
    v.forward(
      v.check(
        (steps) => steps.max <= steps.min || stepsIn(steps) >= 1,
        'The step leads beyond the last number.',
      ),
      ['step'],
    ),
    v.forward(
      v.check(
        ({ nps, min, max, step }) =>
          !nps || (min === SCORED.min && max === SCORED.max && step === SCORED.step),
        'A Net Promoter Score needs the numbers 0 to 10.',
      ),
      ['nps'],
    ),
  ),
  asks: 'how-much',
  presets: [
    { name: 'opinion-scale', group: 'choice', order: 110 },
    { name: 'nps', group: 'choice', order: 120, settings: { ...SCORED, nps: true } },
  ],
  start: (t) => ({ startLabel: t('start.low'), endLabel: t('start.high') }),
  parts: () => [{ id: '', type: 'number', operators: operatorsOf.number }],
  texts: () => [
    { path: 'startLabel', kind: 'plain', piping: true },
    { path: 'endLabel', kind: 'plain', piping: true },
  ],
  publicSettings: ['min', 'max', 'step', 'startLabel', 'endLabel', 'colour', 'nps'],
  labelling: () => 'group',
  summary: (settings) => (settings.nps ? scored(settings) : summaryOfPoints(pointsOf(settings))),
  sample: (settings) => pointsOf(settings).at(-2),
})

export type Settings = SettingsOf<typeof definition>
export default definition
