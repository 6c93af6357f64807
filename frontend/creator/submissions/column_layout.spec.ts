import { test } from '@japa/runner'
import type { SubmissionColumn } from '../../../api_types/submissions.ts'
import { NO_LAYOUT, placeColumns, readLayout, withMoved, withShown, withWidth } from './column_layout.ts'

const column = (block: string, type: SubmissionColumn['type'] = 'text'): SubmissionColumn => {
  return { block, part: '', heading: block, label: block, type, kind: 'text' }
}
const COLUMNS = [column('name'), column('age', 'number'), column('town')]
const blocks = (placed: ReturnType<typeof placeColumns>) => placed.map((one) => one.column.block)

test.group('Layout of columns', () => {
  test('without one, columns stand as the form has them', ({ assert }) => {
    const placed = placeColumns(COLUMNS, NO_LAYOUT)
    assert.deepEqual(blocks(placed), ['name', 'age', 'town'])
    assert.deepEqual(
      placed.map(({ index, width, shown }) => [index, width, shown]),
      [
        [0, 220, true],
        [1, 130, true],
        [2, 220, true],
      ],
    )
  })

  test('moved, hidden and resized columns stay so when others come and go', ({ assert }) => {
    let layout = withMoved(NO_LAYOUT, placeColumns(COLUMNS, NO_LAYOUT), 'town text ', 1)
    layout = withWidth(withShown(layout, 'age text ', false), 'name text ', 10)
    const kept = readLayout(JSON.stringify(layout))
    assert.deepEqual(kept, layout)
    const placed = placeColumns([column('name'), column('mail'), ...COLUMNS.slice(1)], kept)
    assert.deepEqual(blocks(placed), ['name', 'mail', 'town', 'age'])
    assert.deepEqual(
      placed.map((one) => one.shown),
      [true, true, true, false],
    )
    assert.equal(placed[0]?.width, 72)
    assert.deepEqual(blocks(placeColumns(COLUMNS.slice(1), kept)), ['town', 'age'])
    assert.isTrue(placeColumns(COLUMNS, withShown(kept, 'age text ', true)).every((one) => one.shown))
  })

  test('nothing moves over an end, and what was kept wrongly is nothing', ({ assert }) => {
    const placed = placeColumns(COLUMNS, NO_LAYOUT)
    assert.equal(withMoved(NO_LAYOUT, placed, 'name text ', -1), NO_LAYOUT)
    assert.equal(withMoved(NO_LAYOUT, placed, 'town text ', 3), NO_LAYOUT)
    for (const wrong of [undefined, '{', 'null', '7']) assert.deepEqual(readLayout(wrong), NO_LAYOUT)
    assert.deepEqual(readLayout('{"order":[1,"a"],"widths":{"a":"x","b":9}}'), {
      order: ['a'],
      hidden: [],
      widths: { b: 9 },
    })
  })
})
