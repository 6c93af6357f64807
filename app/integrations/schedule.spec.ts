import { test } from '@japa/runner'
import { nextWait, readSchedule, SCHEDULE } from './schedule.ts'

test.group('schedule of deliveries', () => {
  test('ten attempts: at once, then after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h', ({
    assert,
  }) => {
    const waits = Array.from({ length: 11 }, (_, attempts) => nextWait(attempts, 0))
    assert.deepEqual(waits, [0, 5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400, undefined])
  })

  test('waits are stretched, never shortened', ({ assert }) => {
    assert.equal(nextWait(1, 0.5), 5.5)
    assert.isBelow(nextWait(1, 0.999) ?? 0, 6)
    assert.equal(nextWait(0, 0.9), 0)
  })

  test('the receiver may ask for more time, up to a day, but not for less', ({ assert }) => {
    assert.equal(nextWait(1, 0, 120), 120)
    assert.equal(nextWait(2, 0, 1), 300)
    assert.equal(nextWait(1, 0, 1e9), 86400)
    assert.isUndefined(nextWait(SCHEDULE.length, 0, 10))
  })

  test('an operator writes it in seconds', ({ assert }) => {
    assert.deepEqual(readSchedule('0, 0.2,5'), [0, 0.2, 5])
    assert.throws(() => readSchedule('0,soon'))
    assert.throws(() => readSchedule('0,-1'))
  })
})
