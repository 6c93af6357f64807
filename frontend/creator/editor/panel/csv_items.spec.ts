import { test } from '@japa/runner'
import * as v from 'valibot'
import { settingsForm } from '@formwright/kit/settings_form'
import { cellsOf, readItems } from './csv_items.ts'

const [list] = settingsForm(
  v.object({
    rows: v.array(
      v.object({
        id: v.string(),
        label: v.pipe(v.string(), v.maxLength(12), v.title('Label')),
        amount: v.optional(v.pipe(v.number(), v.title('Value'))),
        places: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.title('Capacity'))),
        required: v.optional(v.pipe(v.boolean(), v.title('Required')), false),
      }),
    ),
  }),
)
const entries = list?.item?.entries ?? []
const read = (text: string) => readItems(text, entries, (cells) => ({ label: cells.join('/') }))

test.group('Items from a CSV file', () => {
  test('cells are what spreadsheets write: {0}')
    .with([
      [
        'a,b\r\nc,d\r\n',
        [
          ['a', 'b'],
          ['c', 'd'],
        ],
      ],
      [
        'a;"b;""c"""\n\n;\nd;e',
        [
          ['a', 'b;"c"'],
          ['d', 'e'],
        ],
      ],
      [
        '\ufeffa\tb\n"two\nlines"\t',
        [
          ['a', 'b'],
          ['two\nlines', ''],
        ],
      ],
      ['alone', [['alone']]],
      ['', []],
    ] as [string, string[][]][])
    .run(({ assert }, [text, cells]) => {
      assert.deepEqual(cellsOf(text), cells)
    })

  test('the first row names the properties; what one cannot be is left out', ({ assert }) => {
    const text =
      'Capacity;label;Value;Colour;Required\n20;Early;12,50;red;yes\n-1;Late;x;;no\n2.5;A very long label;;;'
    assert.deepEqual(read(text), [
      { places: 20, label: 'Early', amount: 12.5, required: true },
      { label: 'Late', required: false },
      { label: 'A very long ' },
    ])
  })

  test('without names each row is read as a pasted line', ({ assert }) => {
    assert.deepEqual(read('S,12.50\nM,14'), [{ label: 'S/12.50' }, { label: 'M/14' }])
  })

  test('a file in which nothing stands makes no item: {$self}')
    .with(['', '\n ,\n', 'Label,Value\n'])
    .run(({ assert }, text) => {
      assert.deepEqual(read(text), [])
    })
})
