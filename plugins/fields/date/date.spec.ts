import { test } from '@japa/runner'
import { parse, safeParse } from 'valibot'
import { conformField } from '@formwright/kit/conform/field'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import answer from './answer.ts'
import definition, { type Settings } from './field.ts'

test.group('date', () => {
  conformField({
    spec: import.meta.url,
    definition,
    answer,
    examples: [
      { answer: '2024-02-29' },
      { answer: '2024-02-29', settings: { min: '2024-02-29', max: '2024-02-29' } },
      { answer: { from: '2024-02-29', to: '2024-03-02' }, settings: { range: true } },
      { answer: { from: '2024-02-29', to: '2024-02-29' }, settings: { range: true, max: '2024-02-29' } },
    ],
    settings: [{ max: '1999-12-31' }, { range: true, min: '2024-02-29', fromLabel: '' }],
    naughty: naughtyStrings(),
  })

  const settings = (part: Partial<Settings> = {}): Settings => parse(definition.settings, part)
  const context = { locale: 'en', now: 0, source: 'form', required: false } as const
  const read = (candidate: unknown, part: Partial<Settings> = {}) =>
    answer.parse(candidate, settings(part), context)

  test('only days that exist are dates')
    .with(['2023-02-29', '2024-13-01', '2024-2-9', '0000-00-00', '29.02.2024', '2024-02-29T10:00'])
    .run(({ assert }, text) => {
      assert.deepEqual(read(text).problems, [{ code: 'format' }])
    })

  test('half a range asks for the other half', ({ assert }) => {
    assert.deepEqual(read({ from: '2024-02-29', to: '' }, { range: true }), {
      problems: [{ code: 'required', part: 'to', params: { reason: 'to' } }],
    })
    assert.deepEqual(read({ from: 'x', to: '2024-02-29' }, { range: true }).problems, [
      { code: 'format', part: 'from' },
    ])
    assert.deepEqual(read({ from: '', to: ' ' }, { range: true }), { problems: [] })
  })

  test('a range may be written as text', ({ assert }) => {
    const range = { from: '2024-02-29', to: '2024-03-02' }
    for (const text of ['2024-02-29/2024-03-02', ' 2024-02-29 – 2024-03-02', '2024-02-29 - 2024-03-02 ']) {
      assert.deepEqual(read(text, { range: true }).answer, range, text)
    }
    assert.equal(answer.toText(range, settings({ range: true })), '2024-02-29 – 2024-03-02')
    assert.equal(answer.toText(range, settings({ range: true }), 'to'), '2024-03-02')
  })

  test('limits and order are problems of the part that is meant', ({ assert }) => {
    const problems = (given: string | { from: string; to: string }, part: Partial<Settings>) =>
      answer.validate(given, settings(part), context).map(({ code, part: of }) => [code, of])
    assert.deepEqual(problems('2024-02-28', { min: '2024-02-29' }), [['min', undefined]])
    assert.deepEqual(problems('2024-03-01', { max: '2024-02-29' }), [['max', undefined]])
    assert.deepEqual(problems({ from: '2024-02-29', to: '2024-02-28' }, { range: true, min: '2024-02-29' }), [
      ['min', 'to'],
      ['range-order', 'to'],
    ])
  })

  test('limits that leave no day are refused', ({ assert }) => {
    assert.isFalse(safeParse(definition.settings, { min: '2024-03-01', max: '2024-02-29' }).success)
    assert.isFalse(safeParse(definition.settings, { min: 'soon' }).success)
  })
})
