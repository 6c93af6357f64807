import { test } from '@japa/runner'
import * as v from 'valibot'
import { type SettingEntry, settingsForm } from '@formwright/kit/settings_form'
import { readItems } from './csv_items.ts'
import { decoded, rowsOf } from './csv_rows.ts'
import { imported } from './imported_items.ts'
import type { ListEntry } from './list_items.ts'

const [found] = settingsForm(
  v.object({
    rows: v.pipe(
      v.array(
        v.object({
          id: v.string(),
          label: v.pipe(v.string(), v.maxLength(12), v.title('Label')),
          amount: v.optional(v.pipe(v.number(), v.title('Value'))),
          places: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.title('Capacity'))),
          required: v.optional(v.pipe(v.boolean(), v.title('Required')), false),
        }),
      ),
      v.maxLength(4),
    ),
  }),
)
if (!found?.item) throw new Error('the list has items')
const list: ListEntry = { ...found, item: found.item }
const { entries } = list.item

const read = (csv: string) => readItems(csv, { entries, text: 'label', asLine: (line) => ({ label: line }) })
const given = (csv: string) => read(csv).items.map((item) => item.given)
const said = (leftOut: ReturnType<typeof read>['leftOut']) => {
  return leftOut.map(({ line, to, why }) => `${line}${to === undefined ? '' : `-${to}`}: ${why}`)
}

test.group('Items from a CSV file', () => {
  test('rows are what spreadsheets write: {0}')
    .with([
      [
        'a,b\r\nc,d\r\n',
        [
          [1, 'a', 'b'],
          [2, 'c', 'd'],
        ],
      ],
      [
        'a;"b;""c"""\n\n;\nd;e',
        [
          [1, 'a', 'b;"c"'],
          [4, 'd', 'e'],
        ],
      ],
      [
        '\ufeffa\tb\n"two\r\nlines"\t\rnext',
        [
          [1, 'a', 'b'],
          [2, 'two\r\nlines', ''],
          [4, 'next'],
        ],
      ],
      [
        '"a, b";c\n "d" e;f',
        [
          [1, 'a, b', 'c'],
          [2, 'd e', 'f'],
        ],
      ],
      [
        '12",b\n"open,c\nd',
        [
          [1, '12"', 'b'],
          [2, '"open', 'c'],
          [3, 'd'],
        ],
      ],
      [
        '\ufeffsep=|\r\na|b, c\r\nd|e;f',
        [
          [2, 'a', 'b, c'],
          [3, 'd', 'e;f'],
        ],
      ],
      [
        'sep=long\na,b',
        [
          [1, 'sep=long'],
          [2, 'a', 'b'],
        ],
      ],
      ['alone', [[1, 'alone']]],
      ['', []],
    ] as [string, [number, ...string[]][]][])
    .run(({ assert }, [text, rows]) => {
      assert.deepEqual(
        rowsOf(text).map(({ line, cells }) => [line, ...cells]),
        rows,
      )
    })

  test('bytes are read as {0}')
    .with([
      ['UTF-8', Buffer.from('Größe €'), false],
      ['UTF-8 with a mark', Buffer.from('\ufeffGröße €'), false],
      ['UTF-16, little end first', Buffer.from('\ufeffGröße €', 'utf16le'), false],
      ['UTF-16, big end first', Buffer.from('\ufeffGröße €', 'utf16le').swap16(), false],
      ['Windows-1252', Buffer.from('Gr\xf6\xdfe \x80', 'latin1'), true],
    ] as [string, Buffer, boolean][])
    .run(({ assert }, [, bytes, old]) => {
      assert.deepEqual(decoded(bytes), { text: 'Größe €', old })
    })

  test('the first row names the properties; what does not come is told with its line', ({ assert }) => {
    const csv =
      'Capacity;label;Value;Colour;Required;Label\n20;Early;12,50;red;yes\n-1;Late;x;;no\n' +
      '2.5;"Two\nlines";;;perhaps\n;A very long label\n7;;3\n;Wide;;;;;extra\n'
    const { items, columns, unused, leftOut } = read(csv)
    assert.deepEqual(items, [
      { line: 2, given: { places: 20, label: 'Early', amount: 12.5, required: true } },
      { line: 3, given: { label: 'Late', required: false } },
      { line: 4, given: { label: 'Two\nlines' } },
      { line: 8, given: { label: 'Wide' } },
    ])
    assert.deepEqual(
      columns.map(({ name }) => name),
      ['places', 'label', 'amount', 'required'],
    )
    assert.deepEqual(unused, ['Colour', 'Label'])
    assert.deepEqual(said(leftOut), [
      '3: Capacity: “-1” is below 0',
      '3: Value: “x” is not a number',
      '4: Capacity: “2.5” is not a whole number',
      '4: Required: “perhaps” is not yes or no',
      '6: Label is longer than 12 characters: “A very long label”',
      '7: No label',
      '8: No column for “extra”',
    ])
  })

  test('options of another question come by label or id; what is none of them is told', ({ assert }) => {
    const [label] = entries
    const offered: SettingEntry = {
      ...{
        name: 'parents',
        title: 'Offered with',
        type: 'list',
        optional: true,
        default: undefined,
        advanced: false,
        paid: false,
      },
      choices: [
        { value: 'at', label: 'Austria' },
        { value: 'bq', label: 'Bonaire, Saba' },
      ],
    }
    const { items, leftOut } = readItems(
      'Label,Offered with\nGraz,austria\nSaba,"Bonaire, Saba"\nBoth,AT / bq\nNone,\nHalf,Austria; Spain\nWrong,"Spain, Malta"',
      { entries: label ? [label, offered] : [], text: 'label', asLine: (line) => ({ label: line }) },
    )
    assert.deepEqual(
      items.map(({ given }) => given.parents),
      [['at'], ['bq'], ['at', 'bq'], undefined, ['at'], undefined],
    )
    assert.deepEqual(said(leftOut), [
      '6: Offered with: “Spain” is not one of its choices',
      '7: Offered with: “Spain, Malta” is not one of its choices',
    ])
  })

  test('without names each row is read as a pasted line', ({ assert }) => {
    assert.deepEqual(given('S,12.50\nM,14'), [{ label: 'S\t12.50' }, { label: 'M\t14' }])
  })

  test('a file in which nothing stands makes no item: {$self}')
    .with(['', '\n ,\n', 'Label,Value\n'])
    .run(({ assert }, text) => {
      assert.deepEqual(given(text), [])
    })
})

test.group('A list after an import', () => {
  const items = [
    { id: 'first', label: 'Option 1' },
    { id: 'red', label: 'Red', amount: 1, places: 5 },
    { id: 'blue', label: 'Blue' },
  ]
  const parts = { list, text: 'label', startTexts: (number: number) => ({ label: `Option ${number}` }) }
  const csv = 'Label,Value\nGreen,2\nRed,\nGreen,3\nPink,\nGrey,\nBlack,\nWhite,'

  test('added: no label twice, no more than fit, what nobody named gives way', ({ assert }) => {
    const { items: next, rows, leftOut } = imported(items, read(csv), 'append', parts)
    assert.deepEqual(
      next.map(({ label }) => label),
      ['Red', 'Blue', 'Green', 'Pink'],
    )
    assert.deepEqual(next[2], { id: 'first', label: 'Green', amount: 2, required: false })
    assert.deepEqual(
      rows.map(({ line }) => line),
      [2, 5],
    )
    const why = ['3: Already in the list', '4: Same as line 2', '6-8: Above the limit of 4']
    assert.deepEqual(said(leftOut), why)
  })

  test('replaced: the order of the file; same labels keep their ids and what has no column', ({ assert }) => {
    const { items: next, leftOut } = imported(items, read(csv), 'replace', parts)
    assert.deepEqual(
      next.map(({ label }) => label),
      ['Green', 'Red', 'Pink', 'Grey'],
    )
    assert.deepEqual(next[1], { id: 'red', label: 'Red', places: 5, required: false })
    assert.notInclude(['first', 'red', 'blue'], next[0]?.id)
    assert.deepEqual(said(leftOut), ['4: Same as line 2', '7-8: Above the limit of 4'])
  })

  test('nothing to import leaves the list as it is', ({ assert }) => {
    assert.strictEqual(imported(items, read('Label,Value\n,2'), 'replace', parts).items, items)
  })
})
