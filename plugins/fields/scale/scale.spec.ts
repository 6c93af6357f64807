import { test } from '@japa/runner'
import fc from 'fast-check'
import { parse, safeParse } from 'valibot'
import { conformField } from '@formwright/kit/conform/field'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import { pointsOf } from '@formwright/kit/stepped'
import answer from './answer.ts'
import definition, { type Settings } from './field.ts'

const NPS = { min: 0, max: 10, step: 1, nps: true }

test.group('scale', () => {
  conformField({
    spec: import.meta.url,
    definition,
    answer,
    examples: [
      { answer: 3 },
      { answer: 0, settings: NPS },
      { answer: -0.3, settings: { min: -0.5, max: 0.5, step: 0.1 } },
      { answer: 1_000_000, settings: { min: 0, max: 1_000_000, step: 250_000, colour: 'red-to-green' } },
    ],
    settings: [{ min: 0, max: 10, step: 3, startLabel: 'Never', endLabel: 'Always' }],
    naughty: naughtyStrings(),
  })

  const settings = (part: Partial<Settings> = {}): Settings => parse(definition.settings, part)
  const context = { locale: 'en', now: 0, source: 'data', required: true } as const

  test('its numbers are exact, and an answer is one of them', ({ assert }) => {
    assert.deepEqual(pointsOf({ min: -0.2, max: 0.2, step: 0.1 }), [-0.2, -0.1, 0, 0.1, 0.2])
    assert.deepEqual(pointsOf({ min: 0, max: 10, step: 3 }), [0, 3, 6, 9])
    assert.lengthOf(pointsOf({ min: -999.7538, max: -999.7532, step: 0.0001 }), 7)
    const judge = (number: number, part: Partial<Settings>) =>
      answer.validate(number, settings(part), context).map(({ code }) => code)
    fc.assert(
      fc.property(
        fc.integer({ min: -10_000_000, max: 10_000_000 }),
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: -5, max: 25 }),
        (from, by, count, index) => {
          const [min, step] = [from / 10_000, by / 10_000]
          const max = (from + by * count) / 10_000
          const points = pointsOf({ min, max, step })
          assert.deepEqual(
            points,
            Array.from({ length: count + 1 }, (_, at) => (from + by * at) / 10_000),
          )
          const candidate = (from + by * index) / 10_000
          assert.equal(judge(candidate, { min, max, step }).length === 0, index >= 0 && index <= count)
          if (by > 1) assert.deepEqual(judge((from + 1) / 10_000, { min, max, step }), ['option-unknown'])
        },
      ),
    )
  })

  test('settings that make no scale are refused', ({ assert }) => {
    const refused = (part: object) => !safeParse(definition.settings, part).success
    assert.isTrue(refused({ min: 5, max: 5 }))
    assert.isTrue(refused({ min: 0, max: 21 }))
    assert.isFalse(refused({ min: 0, max: 20 }))
    assert.isTrue(refused({ min: 0, max: 2, step: 3 }))
    assert.isTrue(refused({ step: 0 }))
    assert.isTrue(refused({ step: 0.00001 }))
    assert.isTrue(refused({ nps: true }))
  })

  test('a Net Promoter Score is the share of promoters less that of detractors', ({ assert }) => {
    const summary = definition.summary?.(settings(NPS))
    const of = (numbers: readonly number[]) => {
      const state = numbers.reduce<unknown>(
        (before, number) => summary?.add(before, { '': number }),
        summary?.start(),
      )
      return summary?.finish(state)[0]
    }
    assert.deepEqual(of([10, 9, 8, 7, 6, 0])?.figures, {
      score: 0,
      promoters: 2,
      passives: 2,
      detractors: 2,
    })
    assert.equal(of([10, 9, 9, 7])?.figures?.score, 75)
    assert.equal(of([0, 6, 8])?.figures?.score, -67)
    assert.isUndefined(of([])?.figures)
    assert.deepEqual(of([10, 10, 3])?.counts, {
      ...Object.fromEntries(pointsOf(NPS).map((point) => [point, 0])),
      3: 1,
      10: 2,
    })
    assert.deepEqual(of([10, 10, 4])?.numbers, { min: 4, max: 10, mean: 8 })
  })
})
