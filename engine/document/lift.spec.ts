import { test } from '@japa/runner'
import { registry } from '../fixtures/kinds.ts'
import { liftBlock } from './lift.ts'

const block = { id: 'aaaaaa', kind: 'text', v: 1, settings: { longest: 3, note: 'kept' } }

test.group('Lifts', () => {
  test('old settings get the shape of today; what was stored stays as it was', ({ assert }) => {
    const lifted = liftBlock(block, registry)
    assert.deepEqual(lifted.block, { ...block, v: 2, settings: { maxLength: 3, note: 'kept' } })
    assert.isUndefined(lifted.problem)
    assert.deepEqual(block.settings, { longest: 3, note: 'kept' })
  })

  test('a newer version is a problem, never a guess', ({ assert }) => {
    const newer = { ...block, v: 3 }
    const lifted = liftBlock(newer, registry)
    assert.equal(lifted.block, newer)
    assert.equal(lifted.problem?.code, 'newer-version')
  })

  test('an unknown kind is left alone', ({ assert }) => {
    const unknown = { ...block, kind: 'gone' }
    assert.deepEqual(liftBlock(unknown, registry), { block: unknown })
  })

  test('a version that no lift leads from is a problem', ({ assert }) => {
    const lifted = liftBlock({ ...block, v: 0 }, registry)
    assert.equal(lifted.problem?.code, 'invalid-settings')
  })
})
