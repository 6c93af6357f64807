import { test } from '@japa/runner'
import { sentence } from './conditions.ts'

test.group('A condition in words', () => {
  test('a question that was removed goes by its former label, else by being removed', ({ assert }) => {
    const condition = { left: { field: 'gone00' }, op: 'is-empty' } as const
    const nobody = () => undefined
    assert.equal(sentence(condition, nobody), 'a removed question is empty')
    assert.equal(
      sentence(condition, nobody, () => 'Age'),
      '“Age” (removed) is empty',
    )
  })
})
