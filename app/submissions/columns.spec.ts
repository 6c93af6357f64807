import { test } from '@japa/runner'
import { plugins } from '#app/plugins/registry'
import { tableOf } from '#app/submissions/columns'
import { type Block, emptySettings, type FormDocument, type Json } from '#engine/document/document'

const documentOf = (...blocks: Partial<Block>[]): FormDocument => ({
  format: 1,
  settings: emptySettings('x'),
  aliases: {},
  blocks: blocks.map((block) => ({ id: 'block1', kind: 'text', v: 1, settings: {}, ...block })),
})
const choice = (label: string) => ({
  id: 'choice',
  kind: 'select',
  label: 'Colour',
  settings: { options: [{ id: 'red', label }] },
})

test.group('Columns', (group) => {
  group.setup(async () => plugins.load(process.cwd()))

  test('columns are the union over versions: the newest first, then what only older ones have', ({
    assert,
  }) => {
    const table = tableOf(
      [
        {
          number: 2,
          document: documentOf({ id: 'third1', label: 'Third' }, { id: 'first1', label: 'First, renamed' }),
        },
        {
          number: 1,
          document: documentOf({ id: 'first1', label: 'First' }, { id: 'second', label: 'Second' }),
        },
      ],
      plugins.registry(),
    )
    assert.deepEqual(
      table.columns.map((column) => column.label),
      ['Third', 'First, renamed', 'Second'],
    )
    assert.deepEqual(table.cells(1, { first1: 'a', second: 'b' }), [null, 'a', 'b'])
    assert.deepEqual(table.cells(2, { first1: 'a', third1: 'c' }), ['c', 'a', null])
  })

  test('an option has the newest label it was published with, a removed one the last it had', ({
    assert,
  }) => {
    const lands = (options: Record<string, string>, more: object = {}) => ({
      ...choice(''),
      settings: { options: Object.entries(options).map(([id, label]) => ({ id, label })), ...more },
    })
    const table = tableOf(
      [
        {
          number: 3,
          document: documentOf(lands({ blue: 'Navy', red: ' ' }, { multiple: true, none: true })),
        },
        {
          number: 2,
          document: documentOf(lands({ red: 'Crimson', blue: 'Blue' }, { none: true, noneLabel: 'Neither' })),
        },
        { number: 1, document: documentOf(lands({ red: 'Red', gone: 'Green' }, { other: true })) },
      ],
      plugins.registry(),
    )
    const cellOf = (version: number, answer: Json) => table.cells(version, { choice: answer })[0]
    assert.equal(cellOf(1, 'red'), 'Crimson')
    assert.equal(cellOf(2, 'red'), 'Crimson')
    assert.equal(cellOf(3, ['blue', 'red']), 'Navy, Crimson')
    assert.equal(cellOf(2, 'blue'), 'Navy')
    assert.equal(cellOf(1, 'gone'), 'Green')
    assert.equal(cellOf(2, 'none'), 'None of these')
    assert.equal(cellOf(1, { other: 'Red' }), 'Red')
    // what cells are drawn with, and what filters offer, says the same
    assert.deepEqual(table.settings(1).choice?.options, [
      { id: 'red', label: 'Crimson' },
      { id: 'gone', label: 'Green' },
    ])
    assert.deepEqual(table.comparable('choice')?.options, [
      { id: 'blue', label: 'Navy' },
      { id: 'red', label: 'Crimson' },
      { id: 'none', label: 'None of these' },
      { id: 'gone', label: 'Green' },
      { id: 'other', label: 'Other' },
    ])
  })

  test('a field that changed its kind has a column of each, side by side, and the older says so', ({
    assert,
  }) => {
    const name: Partial<Block> = { id: 'block2', label: 'Name' }
    const table = tableOf(
      [
        { number: 4, document: documentOf({ kind: 'number', label: 'Age' }, name) },
        { number: 3, document: documentOf({ kind: 'text', label: 'Age' }, name) },
        { number: 2, document: documentOf({ kind: 'number', label: 'Age' }, name) },
        {
          number: 1,
          document: documentOf({ kind: 'text', label: 'Age' }, { id: 'block3', label: 'Gone' }, name),
        },
      ],
      plugins.registry(),
    )
    assert.deepEqual(
      table.columns.map(({ heading, label }) => [heading, label]),
      [
        ['Age', 'Age'],
        ['Age', 'Age (until version 3)'],
        ['Name', 'Name'],
        ['Gone', 'Gone'],
      ],
    )
    assert.deepEqual(table.cells(1, { block1: 'old', block2: 'Ada', block3: 'x' }), [null, 'old', 'Ada', 'x'])
    assert.deepEqual(table.cells(2, { block1: 8, block2: 'Bob' }), [8, null, 'Bob', null])
    assert.deepEqual(table.cells(4, { block1: 7, block2: 'Cy' }), [7, null, 'Cy', null])
  })

  test('in a section that repeats, too', ({ assert }) => {
    const section: Partial<Block> = {
      id: 'section001',
      kind: 'section',
      settings: { title: 'Children', repeating: true },
    }
    const inside = (kind: string): Partial<Block> => ({ kind, label: 'Age', parent: 'section001' })
    const name: Partial<Block> = { id: 'block2', label: 'Name', parent: 'section001' }
    const table = tableOf(
      [
        { number: 2, document: documentOf(section, inside('number'), name) },
        { number: 1, document: documentOf(section, inside('text'), name) },
      ],
      plugins.registry(),
    )
    assert.deepEqual(
      table.sections[0]?.columns.map(({ label }) => label),
      ['Age', 'Age (until version 1)', 'Name'],
    )
  })

  test('headings show references by key; layout has no column', ({ assert }) => {
    const table = tableOf(
      [
        {
          number: 1,
          document: documentOf(
            { key: 'name', label: '' },
            { id: 'block2', label: 'Dear {#block1}' },
            { id: 'head12', kind: 'heading' },
          ),
        },
      ],
      plugins.registry(),
    )
    assert.deepEqual(
      table.columns.map((column) => column.label),
      ['Name', 'Dear {name}'],
    )
  })

  test('answers come along only where the cell does not say everything, settings as the version had them', ({
    assert,
  }) => {
    const several = {
      ...choice('Red'),
      settings: { multiple: true, options: [{ id: 'red', label: 'Red' }] },
    }
    const blocks = [{ id: 'name01' }, { id: 'age001', kind: 'number', settings: { suffix: ' y' } }, several]
    const table = tableOf(
      [
        { number: 2, document: documentOf({ id: 'name01' }) },
        { number: 1, document: documentOf(...blocks, { id: 'gone01', kind: 'gone', key: 'gone' }) },
      ],
      plugins.registry(),
    )
    const given = { name01: 'Ada', age001: 36, choice: ['red'], gone01: { a: 1 }, nobody: 'x' }
    assert.deepEqual(table.row(1, given), {
      cells: ['Ada', 36, 'Red', '{"a":1}'],
      answers: { choice: ['red'] },
    })
    const settings = table.settings(1)
    assert.deepEqual(Object.keys(settings), ['name01', 'age001', 'choice'])
    assert.deepEqual(settings.age001, { currency: '', prefix: '', suffix: ' y', grouping: false })
    assert.deepInclude(settings.choice, several.settings)
    assert.deepEqual(Object.keys(table.settings(2)), ['name01'])
    assert.deepEqual(table.settings(3), {})
  })

  test('a field whose plugin is gone keeps its data', ({ assert }) => {
    const table = tableOf(
      [{ number: 1, document: documentOf({ kind: 'gone', key: 'gone', label: 'Gone' }) }],
      plugins.registry(),
    )
    assert.deepEqual(table.cells(1, { block1: { a: [1] } }), ['{"a":[1]}'])
    assert.deepEqual(table.cells(1, {}), [null])
  })

  test('a part is found by its address, and is a column only where it says so', ({ assert }) => {
    const table = tableOf(
      [
        {
          number: 1,
          document: documentOf({ id: 'papers', kind: 'file', label: 'Papers', settings: { maxCount: 3 } }),
        },
      ],
      plugins.registry(),
    )
    assert.deepEqual(
      table.columns.map(({ label, part }) => [label, part]),
      [['Papers', '']],
    )
    assert.deepEqual(Object.keys(table.comparables()), ['papers', 'papers.count', '$received'])
    assert.deepInclude(table.comparable('papers.count'), {
      type: 'number',
      label: 'Number of files',
      path: ['papers'],
      measure: 'length',
    })
    const files = ['a, b.pdf', 'c.pdf'].map((name, index) => ({
      id: `f${index}`,
      name,
      size: 1,
      type: 'x/y',
    }))
    assert.deepEqual(table.cells(1, { papers: files }), ['"a, b.pdf", c.pdf'])
  })

  test('a section that repeats is the number of its items, whose answers have columns of their own', ({
    assert,
  }) => {
    const people = (settings: Block['settings']) => ({
      id: 'people',
      kind: 'section',
      key: 'people',
      settings,
    })
    const repeating = people({ title: 'People of {#firm01}', repeating: true })
    const inside = { parent: 'people' }
    const firm = { id: 'firm01', key: 'firm', label: 'Firm' }
    const table = tableOf(
      [
        // the newest: Name moved out, Age came
        {
          number: 3,
          document: documentOf(firm, { id: 'name01', label: 'Name now' }, repeating, {
            ...inside,
            id: 'age001',
            kind: 'number',
            label: 'Age',
          }),
        },
        // it only grouped
        {
          number: 2,
          document: documentOf(firm, people({ title: 'x' }), { ...inside, id: 'name01', label: 'Name' }),
        },
        {
          number: 1,
          document: documentOf(
            firm,
            repeating,
            { ...inside, id: 'name01', label: 'Name' },
            { ...choice('Red'), ...inside },
          ),
        },
      ],
      plugins.registry(),
    )
    assert.deepEqual(
      table.columns.map(({ label, type, counts }) => ({ label, type, counts })),
      [
        { label: 'Firm', type: 'text', counts: undefined },
        { label: 'Name now', type: 'text', counts: undefined },
        { label: 'People of {firm}', type: 'number', counts: 'items' },
      ],
    )
    assert.deepEqual(
      table.sections.map(({ section, heading, columns }) => [
        section,
        heading,
        columns.map(({ label }) => label),
      ]),
      [['people', 'People of {firm}', ['Age', 'Name', 'Colour']]],
    )
    const items: Json = [
      { id: 'item1', answers: { name01: 'Ada', choice: 'red' } },
      { id: 'item2', answers: {} },
    ]
    assert.deepEqual(table.cells(1, { firm01: 'F', people: items }), ['F', null, 2])
    assert.deepEqual(table.items(1, { people: items }), [
      [
        [null, 'Ada', 'Red'],
        [null, null, null],
      ],
    ])
    assert.deepEqual(table.row(1, { people: items }).answers, {}, 'the table takes no items along')
    assert.deepEqual(table.cells(1, {}), [null, null, 0])
    assert.deepEqual(table.cells(2, { name01: 'Bob' }), [null, 'Bob', null])
    assert.deepEqual(table.items(2, { name01: 'Bob' }), [[]])
    const aged = { name01: 'Cy', people: [{ id: 'item1', answers: { age001: 36 } }] }
    assert.deepEqual(table.cells(3, aged), [null, 'Cy', 1])
    assert.deepEqual(table.items(3, aged), [[[36, null, null]]])
    assert.deepInclude(table.comparable('people'), { type: 'number', path: ['people'], measure: 'items' })
    assert.isDefined(table.comparable('name01'))
    assert.isUndefined(table.comparable('age001'), 'items are filtered by their number')
  })
})
