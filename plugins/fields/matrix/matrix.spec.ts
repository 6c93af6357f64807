import { test } from '@japa/runner'
import { parse } from 'valibot'
import { conformField } from '@formwright/kit/conform/field'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import answer from './answer.ts'
import definition, { type Settings } from './field.ts'

const ROWS = [
  { id: 'food', label: 'Food' },
  { id: 'staff', label: 'Staff, all of them' },
]
const COLUMNS = [
  { id: 'good', label: 'Good' },
  { id: 'bad', label: 'Bad' },
]
const LINES = { rows: ROWS, columns: COLUMNS }

test.group('matrix', () => {
  conformField({
    spec: import.meta.url,
    definition,
    answer,
    examples: [
      { answer: { 'row-1': 'column-2' } },
      { answer: { food: 'good', staff: 'bad' }, settings: { ...LINES, everyRow: true } },
      { answer: { food: ['good', 'bad'], staff: ['bad'] }, settings: { ...LINES, multiple: true } },
      {
        answer: { '0': 'a' },
        settings: { rows: [{ id: '0', label: '' }], columns: [{ id: 'a', label: '' }] },
      },
    ],
    settings: [
      { multiple: true, everyRow: true },
      { onePerColumn: true },
      { ...LINES, rows: [...ROWS, { id: 'more', label: '' }], onePerColumn: true, everyRow: true },
    ],
    naughty: naughtyStrings(),
  })

  const settings = (part: Partial<Settings> = {}): Settings =>
    parse(definition.settings, { ...LINES, ...part })
  const context = { locale: 'en', now: 0, source: 'data', required: false } as const
  const read = (candidate: unknown, part: Partial<Settings> = {}) =>
    answer.parse(candidate, settings(part), context)

  test('columns are named by id or label, each once and in their order', ({ assert }) => {
    assert.deepEqual(read({ food: 'Good' }), { answer: { food: 'good' }, problems: [] })
    assert.deepEqual(read('{"food":["bad","good","bad"]}', { multiple: true }).answer, {
      food: ['good', 'bad'],
    })
    assert.deepEqual(read({ food: '', staff: [] }), { problems: [] })
  })

  test('what is wrong is said of its row', ({ assert }) => {
    const of = (candidate: unknown, part: Partial<Settings> = {}) =>
      read(candidate, part).problems.map(({ code, part: row }) => [code, row])
    assert.deepEqual(of({ food: 'ugly' }), [['option-unknown', 'food']])
    assert.deepEqual(of({ food: ['good', 'bad'] }), [['too-many', 'food']])
    assert.deepEqual(of({ weather: 'good' }), [['option-unknown', undefined]])
    assert.deepEqual(of('good'), [['format', undefined]])
    assert.deepEqual(of(['good']), [['format', undefined]])
    assert.deepEqual(
      answer.validate({ food: 'good' }, settings({ everyRow: true }), context).map(({ part }) => part),
      ['staff'],
    )
  })

  test('a column is chosen in one row only where that is asked for', ({ assert }) => {
    const both = { food: 'good', staff: 'good' }
    const of = (given: object, part: Partial<Settings>) =>
      answer.validate({ ...given }, settings({ onePerColumn: true, ...part }), context)
    assert.deepEqual(of(both, {}), [
      {
        code: 'duplicate',
        part: 'staff',
        params: { row: 'Staff, all of them', column: 'Good', reason: 'column' },
      },
    ])
    assert.deepEqual(of(both, { onePerColumn: false }), [])
    assert.deepEqual(of({ food: 'good', staff: 'bad' }, {}), [])
    assert.lengthOf(of({ food: ['good', 'bad'], staff: ['bad'] }, { multiple: true }), 1)
    const check = (part: Partial<Settings>) =>
      definition.check?.(settings({ onePerColumn: true, everyRow: true, ...part }), { required: true }) ?? []
    assert.lengthOf(check({}), 0)
    assert.lengthOf(check({ columns: COLUMNS.slice(0, 1) }), 1)
  })

  test('as text it names rows and columns', ({ assert }) => {
    const given = { food: ['good', 'bad'], staff: ['bad'] }
    const several = settings({ multiple: true })
    assert.deepEqual(answer.toText(given, several), ['Food: Good, Bad', 'Staff, all of them: Bad'])
    assert.deepEqual(answer.toText(given, several, 'food'), ['Good', 'Bad'])
    assert.equal(answer.toText({ food: 'good' }, settings(), 'staff'), '')
  })

  test('without a script a choice of a row can be taken back', ({ assert }) => {
    assert.deepEqual(answer.fromForm({ food: ['-'], staff: ['bad'] }, settings()), { staff: ['bad'] })
  })
})
