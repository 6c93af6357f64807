import { test } from '@japa/runner'
import { plansOf } from '../fixtures/forms.ts'
import { sumsForm, wrongSums } from '../fixtures/sums.ts'

test.group('Money', () => {
  test('60,000 results are the decimals that exact fractions give', ({ assert }) => {
    const { looked, wrong } = wrongSums(plansOf(sumsForm()).server, { seed: 6, results: 60_000 })
    assert.isAtLeast(looked, 60_000)
    assert.lengthOf(wrong, 0, wrong.slice(0, 10).join('\n'))
  })
})
