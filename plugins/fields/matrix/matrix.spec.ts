import { fileURLToPath } from 'node:url'
import { test } from '@japa/runner'
import { parse, safeParse } from 'valibot'
import { conformField } from '@formwright/kit/conform/field'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import { renderedHtml, tagsOf } from '@formwright/kit/conform/rendered'
import type { Problem } from '@formwright/kit/problem'
import answer from './answer.ts'
import type { Answer } from './rows.ts'
import definition, { type Settings } from './field.ts'

const line = (id: string) => ({ id, label: id })
const ROWS = [
  { id: 'food', label: 'Food' },
  { id: 'staff', label: 'Staff, all of them' },
]
const COLUMNS = [
  { id: 'good', label: 'Good' },
  { id: 'bad', label: 'Bad' },
]
const OFFERED = [
  { id: 'yes', label: 'Yes, often' },
  { id: 'no', label: 'No' },
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
      {
        answer: { food: { good: 'Fine, "cheap"' }, staff: { good: 'x', bad: '7' } },
        settings: { ...LINES, cells: 'text' },
      },
      {
        answer: { food: { good: -12.5 }, staff: { bad: 1234567.25 } },
        settings: { ...LINES, cells: 'number' },
      },
      {
        answer: { food: { good: 'yes', bad: 'no' }, staff: { good: 'no', bad: 'no' } },
        settings: { ...LINES, options: OFFERED, cells: 'dropdown', everyRow: true },
      },
    ],
    settings: [
      { cells: 'text', everyRow: true },
      { cells: 'number' },
      { cells: 'dropdown', multiple: true, onePerColumn: true },
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
    assert.deepEqual(answer.toText(given, several, undefined, 'ar')[0], 'Food: Good، Bad')
    assert.deepEqual(answer.toText(given, several, 'food'), ['Good', 'Bad'])
    assert.equal(answer.toText({ food: 'good' }, settings(), 'staff'), '')
  })

  test('without a script a choice of a row can be taken back', ({ assert }) => {
    assert.deepEqual(answer.fromForm({ food: ['-'], staff: ['bad'] }, settings()), { staff: ['bad'] })
  })

  test('cells that are filled in hold what they are for')
    .with([
      {
        cells: 'text',
        given: { food: { good: ' a\nb ', bad: '' }, staff: null },
        wanted: { food: { good: ' a b ' } },
      },
      {
        cells: 'number',
        given: { food: { good: '12.5', bad: 0 } },
        wanted: { food: { good: 12.5, bad: 0 } },
      },
      { cells: 'dropdown', given: { staff: { bad: 'Yes, often' } }, wanted: { staff: { bad: 'yes' } } },
    ] as const)
    .run(({ assert }, { cells, given, wanted }) => {
      const part = { cells, options: OFFERED }
      assert.deepEqual(read(given, part), { answer: wanted, problems: [] })
      assert.deepEqual(read(JSON.stringify(given), part).answer, wanted)
      assert.deepEqual(read({ food: { good: '' }, staff: {} }, part), { problems: [] })
    })

  test('what is wrong is said of its cell', ({ assert }) => {
    const of = (candidate: unknown, part: Partial<Settings>) =>
      read(candidate, part).problems.map(({ code, part: cell }) => [code, cell])
    assert.deepEqual(of({ food: { good: 'ten' } }, { cells: 'number' }), [['format', 'food--good']])
    assert.deepEqual(of({ food: { bad: 'x' } }, { cells: 'dropdown' }), [['option-unknown', 'food--bad']])
    assert.deepEqual(of({ food: { ugly: 'x' }, sky: {} }, { cells: 'text' }), [
      ['option-unknown', undefined],
      ['option-unknown', undefined],
    ])
    assert.deepEqual(of({ food: 'good' }, { cells: 'text' }), [['format', undefined]])
    const judge = (given: Answer, part: Partial<Settings>) =>
      answer.validate(given, settings(part), { ...context, required: false })
    assert.deepEqual(
      judge({ food: { good: 'x'.repeat(1001) } }, { cells: 'text' }).map(({ code, part }) => [code, part]),
      [['max-length', 'food--good']],
    )
    assert.deepEqual(
      judge({ food: { good: 1, bad: 2 }, staff: { good: 3 } }, { cells: 'number', everyRow: true }),
      [
        {
          code: 'required',
          part: 'staff--bad',
          params: { reason: 'cell', row: 'Staff, all of them', column: 'Bad' },
        },
      ],
    )
  })

  test('of cells that are filled in the wrong one is marked, of an answer that is missing every one', async ({
    assert,
  }) => {
    const file = fileURLToPath(new URL('respond.tsx', import.meta.url))
    const marked = async (problems: readonly Problem[]) => {
      const props = { block: { settings: settings({ cells: 'number' }) }, id: 'c', name: 'f', problems }
      const inputs = tagsOf(await renderedHtml(file, props, {})).filter(({ name }) => name === 'input')
      return inputs
        .filter(({ attributes }) => 'aria-invalid' in attributes)
        .map(({ attributes }) => attributes.id)
    }
    assert.deepEqual(await marked([]), [])
    assert.deepEqual(await marked([{ code: 'format', part: 'food--bad' }]), ['c-food--bad'])
    const cells = ['c-food--good', 'c-food--bad', 'c-staff--good', 'c-staff--bad']
    assert.deepEqual(await marked([{ code: 'required' }]), cells)
  })

  test('every cell that is filled in is a part of its own, with what fits it', ({ assert }) => {
    const parts = definition.parts(settings({ cells: 'number' }))
    assert.deepEqual(
      parts.map(({ id, label, type, at }) => [id, label, type, at]),
      [
        ['food--good', 'Food, Good', 'number', ['food', 'good']],
        ['food--bad', 'Food, Bad', 'number', ['food', 'bad']],
        ['staff--good', 'Staff, all of them, Good', 'number', ['staff', 'good']],
        ['staff--bad', 'Staff, all of them, Bad', 'number', ['staff', 'bad']],
      ],
    )
    const given = { food: { good: 1234.5 }, staff: { bad: 2 } }
    assert.deepEqual(answer.values(given, settings({ cells: 'number' }), context), {
      'food--good': 1234.5,
      'staff--bad': 2,
    })
    assert.deepEqual(answer.toText(given, settings({ cells: 'number' })), [
      'Food, Good: 1234.5',
      'Staff, all of them, Bad: 2',
    ])
    assert.equal(answer.toText(given, settings({ cells: 'number' }), 'food--good', 'de'), '1.234,5')
    assert.equal(
      answer.toText(given, settings({ cells: 'text' }), undefined, 'ar')[1],
      'Staff, all of them، Bad: 2',
    )
  })

  test('there are no more cells to fill in than can be told apart', ({ assert }) => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: `n${index}`, label: '' }))
    const fits = (part: object) => safeParse(definition.settings, { ...LINES, ...part }).success
    assert.isTrue(fits({ rows: many(10), columns: many(20), cells: 'text' }))
    assert.isFalse(fits({ rows: many(11), columns: many(20), cells: 'text' }))
    assert.isTrue(fits({ rows: many(100), columns: many(20) }))
    const long = [{ id: 'x'.repeat(39), label: '' }]
    assert.isFalse(fits({ rows: long, cells: 'text' }))
    const twice = { rows: [line('a'), line('a--b')], columns: [line('b--c'), line('c')] }
    assert.isFalse(fits({ ...twice, cells: 'text' }))
    assert.isTrue(fits(twice))
  })
})
