import { test } from '@japa/runner'
import { comparisonFrom, filterFrom } from './filter_comparison.ts'

test.group('Filters as comparisons', () => {
  test('go there and back', ({ assert }) => {
    const filters = [
      { field: 'bname1', op: 'contains' as const, value: 'Ada' },
      { field: 'bage12', op: 'between' as const, value: 0, to: 10 },
      { field: 'bage12', op: 'is-empty' as const },
      { field: 'bdone1', op: 'is' as const, value: false },
    ]
    for (const filter of filters) assert.deepEqual(filterFrom(comparisonFrom(filter)), filter)
  })

  test('wait for their values', ({ assert }) => {
    assert.isUndefined(filterFrom({ left: { field: 'bname1' }, op: 'is', right: { value: '' } }))
    assert.isUndefined(filterFrom({ left: { field: 'bname1' }, op: 'is-any-of', right: { value: [] } }))
    assert.isUndefined(filterFrom({ left: { field: 'bage12' }, op: 'between', right: { value: 1 } }))
  })
})
