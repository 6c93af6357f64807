import { test } from '@japa/runner'
import fc from 'fast-check'
import { parse } from 'valibot'
import { conformField } from '@formwright/kit/conform/field'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import { pointsOf } from '@formwright/kit/stepped'
import answer from './answer.ts'
import definition, { type Settings } from './field.ts'
import { stepsOf } from './steps.ts'

test.group('rating', () => {
  conformField({
    spec: import.meta.url,
    definition,
    answer,
    examples: [
      { answer: 3 },
      { answer: 0.5, settings: { half: true } },
      { answer: 10, settings: { max: 10, icon: 'number' } },
      { answer: 9.5, settings: { max: 10, half: true, icon: 'heart' } },
    ],
    settings: [
      { icon: 'thumb', max: 2, startLabel: 'Bad', endLabel: 'Good' },
      { icon: 'number', half: true, startLabel: 'Bad' },
    ],
    naughty: naughtyStrings(),
  })

  const settings = (part: Partial<Settings> = {}): Settings => parse(definition.settings, part)
  const context = { locale: 'en', now: 0, source: 'data', required: true } as const
  const judge = (number: number, part: Partial<Settings> = {}) =>
    answer.validate(number, settings(part), context).map(({ code }) => code)

  test('whole steps count from one, half ones from a half', ({ assert }) => {
    assert.deepEqual(pointsOf(stepsOf(settings({ max: 3 }))), [1, 2, 3])
    assert.deepEqual(pointsOf(stepsOf(settings({ max: 2, half: true }))), [0.5, 1, 1.5, 2])
    for (const number of [0, 6, 2.5]) assert.deepEqual(judge(number), ['option-unknown'])
    assert.deepEqual(judge(2.5, { half: true }), [])
    assert.deepEqual(judge(0, { half: true }), ['option-unknown'])
  })

  test('stands in texts as the locale writes numbers, in data as data does', ({ assert }) => {
    assert.equal(answer.toText(3.5, settings({ half: true }), '', 'de'), '3,5')
    assert.equal(answer.toText(3.5, settings({ half: true })), '3.5')
  })

  test('whatever is a point is an answer, and nothing else is', ({ assert }) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 10 }),
        fc.boolean(),
        fc.double({ min: -2, max: 12, noNaN: true }),
        (max, half, number) => {
          const points = pointsOf(stepsOf({ max, half }))
          assert.lengthOf(points, half ? max * 2 : max)
          for (const point of points) assert.deepEqual(judge(point, { max, half }), [])
          assert.equal(judge(number, { max, half }).length === 0, points.includes(number))
        },
      ),
    )
  })
})
