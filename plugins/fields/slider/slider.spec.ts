import { test } from '@japa/runner'
import fc from 'fast-check'
import { parse, safeParse } from 'valibot'
import { conformField } from '@formwright/kit/conform/field'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import answer, { type Answer, withUnit } from './answer.ts'
import definition, { type Settings } from './field.ts'

test.group('slider', () => {
  conformField({
    spec: import.meta.url,
    definition,
    answer,
    examples: [
      { answer: 0 },
      { answer: 42, settings: { unit: 'km', marks: 5 } },
      { answer: -0.75, settings: { min: -1, max: 1, step: 0.25, unit: '%' } },
      { answer: { from: 20, to: 60 }, settings: { range: true } },
      { answer: { from: 0, to: 0 }, settings: { range: true, unit: '€', marks: 2 } },
    ],
    settings: [{ min: 0, max: 10, step: 3 }],
    naughty: naughtyStrings(),
  })

  const settings = (part: Partial<Settings> = {}): Settings => parse(definition.settings, part)
  const context = { locale: 'en', now: 0, source: 'data', required: true } as const
  const read = (candidate: unknown, part: Partial<Settings> = {}) =>
    answer.parse(candidate, settings(part), context)

  test('a range comes as an object, or as its JSON', ({ assert }) => {
    const range = { answer: { from: 20, to: 60 }, problems: [] }
    for (const candidate of [{ from: 20, to: '60' }, '{"from":20,"to":60}'])
      assert.deepEqual(read(candidate, { range: true }), range, JSON.stringify(candidate))
    for (const nothing of ['', ' ', {}, { from: '', to: null }])
      assert.deepEqual(read(nothing, { range: true }), { problems: [] }, JSON.stringify(nothing))
    for (const wrong of [20, '20', [20, 60], 'from to', '20 – 60', true])
      assert.isNotEmpty(read(wrong, { range: true }).problems, JSON.stringify(wrong))
    assert.deepEqual(read({ from: 20, to: 60 }).problems, [{ code: 'format' }])
  })

  test('half a range is a problem of the half that is missing', ({ assert }) => {
    const of = (candidate: unknown) =>
      read(candidate, { range: true }).problems.map(({ code, part }) => [code, part])
    assert.deepEqual(of({ from: 0 }), [['required', 'to']])
    assert.deepEqual(of({ from: '', to: 0 }), [['required', 'from']])
    assert.deepEqual(of({ from: 'a', to: 'b' }), [
      ['format', 'from'],
      ['format', 'to'],
    ])
  })

  test('a range is in order, and both its ends are numbers of the slider', ({ assert }) => {
    const end = fc.integer({ min: -3, max: 14 })
    fc.assert(
      fc.property(end, end, fc.integer({ min: 1, max: 4 }), (from, to, step) => {
        const judged = answer.validate({ from, to }, settings({ range: true, max: 10, step }), context)
        const wrong = (number: number) => number < 0 || number > 10 || number % step !== 0
        const parts = [
          ...(wrong(from) ? ['from'] : []),
          ...(wrong(to) ? ['to'] : []),
          ...(to < from ? ['to'] : []),
        ]
        assert.deepEqual(
          judged.map(({ part }) => part),
          parts,
        )
      }),
    )
  })

  test('units that are words stand apart', ({ assert }) => {
    assert.equal(withUnit('5', 'km'), '5\u00a0km')
    assert.equal(withUnit('5', '%'), '5%')
    assert.equal(withUnit('5', ''), '5')
    assert.equal(answer.toText({ from: 1, to: 2.5 }, settings({ range: true, unit: 'h' })), '1 – 2.5\u00a0h')
    assert.equal(
      answer.toText({ from: 1, to: 2.5 }, settings({ range: true, unit: 'h' }), 'to'),
      '2.5\u00a0h',
    )
  })

  test('stands in texts as the locale writes numbers, in data as data does', ({ assert }) => {
    const said = (given: Answer, locale?: string, part?: string) =>
      answer.toText(given, settings({ range: true, max: 5000, unit: '€' }), part, locale)
    assert.equal(said(1250.5, 'de'), '1.250,5\u00a0€')
    assert.equal(said({ from: 0.5, to: 1250 }, 'de'), '0,5 – 1.250\u00a0€')
    assert.equal(said({ from: 0.5, to: 1250 }, 'de', 'to'), '1.250\u00a0€')
    assert.equal(said({ from: 0.5, to: 1250 }), '0.5 – 1250\u00a0€')
  })

  test('settings that leave nothing to choose are refused', ({ assert }) => {
    const refused = (part: object) => !safeParse(definition.settings, part).success
    assert.isTrue(refused({ min: 1, max: 1 }))
    assert.isTrue(refused({ step: 101 }))
    assert.isTrue(refused({ step: -1 }))
    assert.isTrue(refused({ marks: 1 }))
    assert.isFalse(refused({ step: 100 }))
  })
})
