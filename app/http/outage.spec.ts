import { test } from '@japa/runner'
import { isAway, isOutage } from './outage.ts'

const coded = (code: string) => Object.assign(new Error('of the database'), { code })

test.group('An error of the database', () => {
  test('{$self} says that it is away: everybody meets the same')
    .with(['08006', '53100', '53300', '57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'])
    .run(({ assert }, code) => {
      assert.isTrue(isAway(coded(code)))
      assert.isTrue(isOutage(coded(code)))
    })

  test('{$self} is of one transaction alone, and is told each time')
    .with(['40P01', '40001', '25P04', '57014'])
    .run(({ assert }, code) => {
      assert.isFalse(isAway(coded(code)))
      assert.isTrue(isOutage(coded(code)))
    })

  test('{$self} is none')
    .with(['23505', '404', 'E_NOT_FOUND', ''])
    .run(({ assert }, code) => {
      assert.isFalse(isOutage(coded(code)))
    })

  test('without a code is told by its words', ({ assert }) => {
    assert.isTrue(isAway(new Error('Connection terminated unexpectedly')))
    assert.isFalse(isOutage(new Error('something else')))
  })
})
