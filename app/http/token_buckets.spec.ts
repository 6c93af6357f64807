import { test } from '@japa/runner'
import { callerOf, TokenBuckets } from './token_buckets.ts'

const SECOND = 1_000

test.group('token buckets', () => {
  test('a burst goes through, then one for each that has dropped in; the wait is told', ({ assert }) => {
    const buckets = new TokenBuckets(10)
    const take = (now: number) => buckets.take('a', 30, now)
    assert.deepEqual(
      Array.from({ length: 11 }, () => take(0)),
      [...Array.from({ length: 10 }, () => 0), 2],
    )
    assert.equal(take(1 * SECOND), 1)
    assert.equal(take(2 * SECOND), 0)
    assert.equal(take(2 * SECOND), 2)
    // it never holds more than a burst
    const later = Array.from({ length: 11 }, () => take(3600 * SECOND))
    assert.equal(later.filter((wait) => wait === 0).length, 10)
  })

  test('callers do not take from each other', ({ assert }) => {
    const buckets = new TokenBuckets(10)
    assert.equal(buckets.take('a', 1, 0), 0)
    assert.equal(buckets.take('a', 1, 0), 60)
    assert.equal(buckets.take('b', 1, 0), 0)
  })

  test('there are never more than so many; the one untouched for longest is forgotten', ({ assert }) => {
    const buckets = new TokenBuckets(3)
    for (const caller of ['a', 'b', 'c', 'a', 'd']) buckets.take(caller, 6, 0)
    assert.equal(buckets.size, 3)
    // used up as before, so it was not forgotten; the other one was
    assert.isAbove(buckets.take('a', 6, 0), 0)
    assert.equal(buckets.take('b', 6, 0), 0)
    assert.equal(buckets.take('b', 6, 0), 0)
  })

  test('an address stands for who has it', ({ assert }) => {
    assert.equal(callerOf('203.0.113.7'), '203.0.113.7')
    assert.equal(callerOf('::ffff:203.0.113.7'), '203.0.113.7')
    assert.equal(callerOf('2001:db8:1:2:3:4:5:6'), callerOf('2001:db8:1:2::1'))
    assert.notEqual(callerOf('2001:db8:1:2::1'), callerOf('2001:db8:1:3::1'))
    assert.equal(callerOf('no address'), 'no address')
  })
})
