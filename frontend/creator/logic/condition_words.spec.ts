import { test } from '@japa/runner'
import type { Condition } from '../../../engine/document/document.ts'
import { sentence } from './condition_words.ts'
import { isUnfinished, type Comparable, type FormerName } from './conditions.ts'

const AGE: Comparable = { id: 'age', label: 'Age', type: 'number', operators: ['is'] }
const names = { fieldOf: (id: string) => (id === AGE.id ? AGE : undefined) }
const adult = { left: { field: 'age' }, op: 'gte', right: { value: 18 } } satisfies Condition

test.group('A condition in words', () => {
  test('a question that was removed goes by its former label, else by being removed', ({ assert }) => {
    const condition = { left: { field: 'gone00' }, op: 'is-empty' } as const
    assert.equal(sentence(condition, names), 'a removed question is empty')
    const called = (former: FormerName) => sentence(condition, { ...names, formerLabel: () => former })
    assert.equal(called({ label: 'Age' }), '“Age” (removed) is empty')
  })

  test('one that is in the form and of a kind that is not installed is not said to be removed', ({
    assert,
  }) => {
    const condition = { left: { field: 'comet0' }, op: 'is-empty' } as const
    const formerLabel = () => ({ label: 'Stars', key: 'stars' })
    assert.equal(sentence(condition, { ...names, formerLabel }), '“Stars” (not installed) is empty')
  })

  test('groups stand in parentheses, and none of them is neither nor', ({ assert }) => {
    const none = (any: Condition[]): Condition => ({ not: { any } })
    const open: Condition = {
      left: { field: 'age' },
      op: 'between',
      right: { value: 3 },
      to: { value: null },
    }
    assert.equal(
      sentence({ all: [adult, none([open, { any: [adult] }])] }, names),
      'Age is at least 18 and (neither Age is between 3 and … nor (Age is at least 18))',
    )
    assert.equal(sentence(none([adult]), names), 'not Age is at least 18')
  })

  test('what still waits for a side is not finished, however deep it stands', ({ assert }) => {
    const parameter: Condition = { left: { param: '' }, op: 'is', right: { value: 'x' } }
    for (const part of [
      parameter,
      { formula: ' ' },
      { ...adult, right: { value: '' } },
    ] satisfies Condition[])
      assert.isTrue(isUnfinished({ all: [adult, { not: { any: [part] } }] }), JSON.stringify(part))
    assert.isFalse(isUnfinished({ all: [adult, { left: { field: 'age' }, op: 'is-empty' }] }))
  })
})
