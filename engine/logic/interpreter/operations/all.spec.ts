import { test } from '@japa/runner'
import { sets, setsOf } from './all.ts'

test.group('Sets of operations', () => {
  test('expressions name the sets they need, however deep', ({ assert }) => {
    assert.deepEqual(setsOf([]), [])
    assert.deepEqual(setsOf(['text', true, ['field', 'name01', false], ['node', 3]]), [])
    assert.deepEqual(setsOf([['join', 'Hello ', ['reading', 'name01', false]]]), ['rules'])
    assert.deepEqual(
      setsOf([
        ['?all', ['?before', ['today'], ['node', 1]]],
        ['+', 1, ['length', 'a']],
      ]),
      ['arithmetic', 'dates', 'rules', 'texts'],
    )
  })

  test('no operation is in two sets: the page that learnt one must not lose it to the other', ({
    assert,
  }) => {
    const names = Object.values(sets).flatMap((operations) => Object.keys(operations))
    assert.lengthOf(names, new Set(names).size)
  })
})
