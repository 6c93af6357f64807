import { test } from '@japa/runner'
import fc from 'fast-check'
import { placesAfter } from './place.ts'

/** As long as a position the server takes. */
const LIMIT = 200

interface Placed {
  id: string
  position: string
}

/** Puts new rows behind one (or in front of all), as the editor does; answers how many others moved. */
function put(rows: Placed[], after: string | null, ids: readonly string[]): number {
  const { positions, moves } = placesAfter(rows, after, ids.length)
  const at = rows.findIndex((row) => row.id === after) + 1
  for (const op of moves) {
    const row = rows.find(({ id }) => id === op.id)
    if (row && op.op === 'move') row.position = op.position
  }
  rows.splice(at, 0, ...ids.map((id, index) => ({ id, position: positions[index] ?? '' })))
  return moves.length
}

const positionsOf = (rows: readonly Placed[]) => rows.map(({ position }) => position)

test.group('Positions of new blocks', () => {
  test('are in order wherever blocks are put, one or several at once', ({ assert }) => {
    const steps = fc.array(fc.record({ at: fc.nat(), count: fc.integer({ min: 1, max: 5 }) }), {
      maxLength: 60,
    })
    fc.assert(
      fc.property(steps, (all) => {
        const rows: Placed[] = []
        for (const [step, { at, count }] of all.entries()) {
          const after = rows[(at % (rows.length + 1)) - 1]?.id ?? null
          const ids = Array.from({ length: count }, (_, index) => `${step}.${index}`)
          put(rows, after, ids)
        }
        const positions = positionsOf(rows)
        assert.deepEqual(positions, [...new Set(positions)].sort())
      }),
    )
  })

  test('stay short after 10,000 at one place, and few others move', ({ assert }) => {
    for (const [last, times] of [
      [false, 10_000],
      [true, 2_000],
    ] as const) {
      const rows: Placed[] = [
        { id: 'first', position: 'a0' },
        { id: 'end', position: 'a1' },
      ]
      let [after, moves] = ['first', 0]
      for (let count = 0; count < times; count += 1) {
        const id = String(count)
        moves += put(rows, after, [id])
        if (last) after = id
      }
      const positions = positionsOf(rows)
      assert.deepEqual(positions, [...new Set(positions)].sort())
      assert.isAtMost(Math.max(...positions.map(({ length }) => length)), LIMIT / 4)
      assert.isAtMost(moves, times)
    }
  })

  test('those that two people chose at once come apart', ({ assert }) => {
    const rows = ['one', 'two', 'three'].map((id) => ({ id, position: 'a5' }))
    rows.push({ id: 'end', position: 'a6' })
    put(rows, 'one', ['new'])
    assert.deepEqual(
      rows.map(({ id }) => id),
      ['one', 'new', 'two', 'three', 'end'],
    )
    const positions = positionsOf(rows)
    assert.deepEqual(positions, [...new Set(positions)].sort())
  })
})
