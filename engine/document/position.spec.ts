import { test } from '@japa/runner'
import fc from 'fast-check'
import { between, spread } from './position.ts'

test.group('Positions', () => {
  test('any place in a list can be filled again and again', ({ assert }) => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 200 }), (places) => {
        const list: string[] = []
        for (const place of places) {
          const at = place % (list.length + 1)
          list.splice(at, 0, between(list[at - 1] ?? null, list[at] ?? null))
        }
        assert.deepEqual(list, [...new Set(list)].sort())
      }),
    )
  })

  test('thousands added at one end stay short', ({ assert }) => {
    for (const step of [(p: string) => between(p, null), (p: string) => between(null, p)]) {
      let position = between(null, null)
      for (let count = 0; count < 20_000; count++) position = step(position)
      assert.isAtMost(position.length, 5)
    }
  })

  test('a list at once is in order', ({ assert }) => {
    for (const count of [0, 1, 61, 62, 3844, 5000]) {
      const positions = spread(count)
      assert.lengthOf(positions, count)
      assert.deepEqual(positions, [...new Set(positions)].sort())
      assert.isFalse(positions.some((position) => position.endsWith('0')))
    }
  })

  test('what is no position, or leaves no room, is refused', ({ assert }) => {
    assert.throws(() => between('b', 'a'))
    assert.throws(() => between('a', 'a'))
    assert.throws(() => between('a', 'a0'))
    assert.throws(() => between(null, '0'))
    assert.throws(() => between('!', null))
  })
})
