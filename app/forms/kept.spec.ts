import { test } from '@japa/runner'
import { Kept } from '#app/forms/kept'

test.group('Kept', () => {
  test('what was not used for longest goes first', ({ assert }) => {
    const kept = new Kept<number>(3)
    for (const name of ['a', 'b', 'c']) kept.set(name, 1)
    kept.get('a')
    kept.set('d', 1)
    assert.equal(kept.get('b'), undefined)
    assert.equal(kept.get('a'), 1)
    assert.equal(kept.size, 3)
  })

  test('weights count, and what was just made stays however heavy', ({ assert }) => {
    const kept = new Kept<string>(10)
    kept.set('a', 'a', 6)
    kept.set('a', 'a', 6)
    kept.set('b', 'b', 4)
    assert.equal(kept.size, 2)
    kept.set('c', 'c', 50)
    assert.equal(kept.size, 1)
    assert.equal(kept.get('c'), 'c')
  })
})
