import { setTimeout as wait } from 'node:timers/promises'
import { QueryClient } from '@tanstack/react-query'
import { test } from '@japa/runner'
import { markDeleted, unmarkDeleted } from './deleted_submissions.ts'

test.group('Deleted submissions', () => {
  test('what is deleted in quick succession is drawn together, the first at once, in its order', async ({
    assert,
  }) => {
    const client = new QueryClient()
    const deleted = () => client.getQueryData<ReadonlySet<string>>(['submissions', 'form', 'deleted'])
    let drawn = 0
    client.getQueryCache().subscribe(({ type }) => {
      if (type === 'updated') drawn += 1
    })
    markDeleted(client, 'form', 'first')
    assert.deepEqual([...(deleted() ?? [])], ['first'])
    for (let at = 0; at < 1000; at += 1) markDeleted(client, 'form', `${at}`)
    unmarkDeleted(client, 'form', 'first')
    assert.equal(deleted()?.size, 1)
    while (deleted()?.size !== 1000) await wait(20)
    assert.isFalse(deleted()?.has('first'))
    assert.equal(drawn, 2)
    client.clear()
  })
})
