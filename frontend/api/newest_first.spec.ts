import { test } from '@japa/runner'
import { newestFirst } from './newest_first.ts'

const rows = (...ids: number[]) =>
  ids.map((id) => ({ id: String(id), received_at: `2026-01-01T00:00:0${id}.000Z` }))
const ids = (list: { id: string }[]) => list.map((row) => Number(row.id))

test.group('Newest first', () => {
  test('puts new rows before the known ones and counts them', ({ assert }) => {
    const { rows: all, joined, fresh } = newestFirst(rows(5, 4, 3, 2, 1), rows(7, 6, 5, 4), false)
    assert.deepEqual(ids(all), [7, 6, 5, 4, 3, 2, 1])
    assert.isTrue(joined)
    assert.equal(fresh, 2)
  })

  test('drops a known row that the server no longer has', ({ assert }) => {
    const { rows: all, fresh } = newestFirst(rows(5, 4, 3, 2, 1), rows(5, 3, 2), false)
    assert.deepEqual(ids(all), [5, 3, 2, 1])
    assert.equal(fresh, 0)
  })

  test('drops the known rows when there may be others in between', ({ assert }) => {
    const { rows: all, joined } = newestFirst(rows(3, 2, 1), rows(9, 8, 7), false)
    assert.deepEqual(ids(all), [9, 8, 7])
    assert.isFalse(joined)
  })

  test('takes a complete list as it is', ({ assert }) => {
    assert.deepEqual(ids(newestFirst(rows(3, 2, 1), rows(4, 2), true).rows), [4, 2])
    assert.deepEqual(ids(newestFirst(rows(3, 2, 1), [], true).rows), [])
  })
})
