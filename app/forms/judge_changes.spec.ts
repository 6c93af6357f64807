import { test } from '@japa/runner'
import type { DraftOp } from '#api_types/drafts'
import type { DraftRow } from '#app/forms/draft'
import { judgeChanges } from '#app/forms/judge_changes'

const row = (block_id: string, revision: number, label: string | null = 'old'): DraftRow => ({
  block_id,
  kind: 'text',
  revision,
  parent: null,
  position: 'a0',
  content: label === null ? null : { v: 1, settings: {}, label },
})
const put = (block_id: string, label: string, base?: number): DraftOp => ({
  op: 'put',
  block_id,
  kind: 'text',
  position: 'a0',
  content: { v: 1, settings: {}, label },
  base,
})
const judge = (ops: DraftOp[], base: number, rows: DraftRow[]) =>
  judgeChanges(ops, base, new Map(rows.map((one) => [one.block_id, one])), 10)

test.group('Changes of a draft', () => {
  // what, the change, the client's base, the stored row, whether it is made, the label afterwards (or of the refusal)
  const table: [string, DraftOp, number, DraftRow | undefined, boolean, string | null][] = [
    ['a new block', put('block1', 'new'), 5, undefined, true, 'new'],
    ['a block nobody touched since', put('block1', 'new'), 5, row('block1', 5), true, 'new'],
    ['a block somebody changed since', put('block1', 'new'), 5, row('block1', 6), false, 'old'],
    ['a block removed since', put('block1', 'new'), 5, row('block1', 6, null), false, null],
    ['a block removed before: it comes back', put('block1', 'new'), 6, row('block1', 6, null), true, 'new'],
    [
      'its own base is newer than that of the rest',
      put('block1', 'new', 6),
      5,
      row('block1', 6),
      true,
      'new',
    ],
    [
      'its own base is older than that of the rest',
      put('block1', 'new', 4),
      6,
      row('block1', 5),
      false,
      'old',
    ],
    ['the same content again', put('block1', 'old'), 5, row('block1', 6), true, 'old'],
    ['removing', { op: 'remove', block_id: 'block1' }, 5, row('block1', 5), true, null],
    [
      'removing what somebody changed',
      { op: 'remove', block_id: 'block1' },
      5,
      row('block1', 6),
      false,
      'old',
    ],
    ['removing what is gone', { op: 'remove', block_id: 'block1' }, 5, row('block1', 6, null), true, null],
    ['removing what never was', { op: 'remove', block_id: 'block1' }, 5, undefined, true, null],
    ['moving', { op: 'move', block_id: 'block1', position: 'a5' }, 5, row('block1', 5), true, 'old'],
    [
      'moving into a section',
      { op: 'move', block_id: 'block1', parent: 'group1', position: 'a0' },
      5,
      row('block1', 5),
      true,
      'old',
    ],
    [
      'moving into a section what somebody changed',
      { op: 'move', block_id: 'block1', parent: 'group1', position: 'a0' },
      5,
      row('block1', 6),
      false,
      'old',
    ],
    [
      'moving what is gone',
      { op: 'move', block_id: 'block1', position: 'a5' },
      5,
      row('block1', 3, null),
      false,
      null,
    ],
    [
      'moving what somebody changed',
      { op: 'move', block_id: 'block1', position: 'a5' },
      5,
      row('block1', 6),
      false,
      'old',
    ],
    [
      'moving to where it is',
      { op: 'move', block_id: 'block1', position: 'a0' },
      5,
      row('block1', 6),
      true,
      'old',
    ],
  ]
  for (const [what, op, base, stored, made, label] of table) {
    test(`${what}: ${made ? 'made' : 'refused'}`, ({ assert }) => {
      const { applied, refused, changed } = judge([op], base, stored ? [stored] : [])
      assert.deepEqual(applied, made ? ['block1'] : [])
      assert.equal(refused.length, made ? 0 : 1)
      const after = made ? (changed.get('block1') ?? stored) : refused[0].current
      assert.equal(after?.content?.label ?? null, label)
    })
  }

  test('changes of one block in one PATCH build on each other', ({ assert }) => {
    const { applied, refused, changed } = judge(
      [put('block1', 'a'), { op: 'move', block_id: 'block1', position: 'a5' }, put('block2', 'b')],
      5,
      [row('block1', 5)],
    )
    assert.deepEqual(applied, ['block1', 'block2'])
    assert.isEmpty(refused)
    assert.include(changed.get('block1'), { position: 'a5', revision: 10 })
    assert.equal(changed.get('block1')?.content?.label, 'a')
  })

  test('a repeat that changes nothing writes nothing', ({ assert }) => {
    const { applied, changed } = judge([put('block1', 'old')], 5, [row('block1', 9)])
    assert.deepEqual(applied, ['block1'])
    assert.equal(changed.size, 0)
  })
})
