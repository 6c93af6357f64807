import { test } from '@japa/runner'
import { summaryOf } from './summary.ts'

test.group('Summaries', () => {
  test('thousands of values of one answer are counted soon, and so many of them', ({ assert }) => {
    const { start, add, merge, finish } = summaryOf([{ id: '', type: 'choices' }])
    const given = Array.from({ length: 20_000 }, (_, index) => `option${index}`)
    const began = performance.now()
    const [{ counts = {} }] = finish(merge(add(start(), { '': given }), add(start(), { '': given })))
    assert.isBelow(performance.now() - began, 500)
    assert.lengthOf(Object.keys(counts), 10_000)
    assert.equal(counts.option9999, 2)
  })
})
