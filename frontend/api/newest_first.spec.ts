import { test } from '@japa/runner'
import { isDownTo, newestFirst, stillThere } from './newest_first.ts'

const row = (id: number) => ({ id: String(id), received_at: `2026-01-01T00:00:0${id}.000Z` })
const rows = (...ids: number[]) => ids.map(row)
const newest = (...ids: number[]) => ({ rows: rows(...ids), all: false })
const all = (...ids: number[]) => ({ rows: rows(...ids), all: true })
const ids = (list: { id: string }[]) => list.map(({ id }) => Number(id))

test.group('Newest first', () => {
  test('puts new rows before the known ones and counts them', ({ assert }) => {
    const laid = newestFirst(rows(5, 4, 3, 2, 1), newest(7, 6, 5, 4))
    assert.deepEqual(ids(laid.rows), [7, 6, 5, 4, 3, 2, 1])
    assert.isTrue(laid.joined)
    assert.equal(laid.fresh, 2)
  })

  test('drops a known row that the server no longer has', ({ assert }) => {
    const laid = newestFirst(rows(5, 4, 3, 2, 1), newest(5, 3, 2))
    assert.deepEqual(ids(laid.rows), [5, 3, 2, 1])
    assert.equal(laid.fresh, 0)
  })

  test('drops the known rows when there may be others in between', ({ assert }) => {
    const laid = newestFirst(rows(3, 2, 1), newest(9, 8, 7))
    assert.deepEqual(ids(laid.rows), [9, 8, 7])
    assert.isFalse(laid.joined)
  })

  test('takes a complete list as it is', ({ assert }) => {
    assert.deepEqual(ids(newestFirst(rows(3, 2, 1), all(4, 2)).rows), [4, 2])
    assert.deepEqual(ids(newestFirst(rows(3, 2, 1), all()).rows), [])
  })

  test('what reaches further than the known rows goes on where it ends itself', ({ assert }) => {
    const laid = newestFirst(rows(5, 4, 3), newest(5, 3, 2))
    assert.deepEqual(ids(laid.rows), [5, 3, 2])
    assert.isFalse(laid.joined)
    assert.isTrue(newestFirst(rows(5, 4, 3), newest(6, 5, 4, 3)).joined)
  })

  test('what is whole further down than its last row says that those in between are gone', ({ assert }) => {
    const laid = newestFirst(rows(5, 4, 3, 2, 1), { ...newest(6, 5), edge: row(2) })
    assert.deepEqual(ids(laid.rows), [6, 5, 1])
    assert.isTrue(laid.joined)
    const none = newestFirst(rows(5, 4), { ...newest(), edge: row(4) })
    assert.deepEqual([none.rows, none.joined], [[], true])
    // an edge above the last row says nothing
    assert.deepEqual(ids(newestFirst(rows(5, 4), { ...newest(5, 3), edge: row(4) }).rows), [5, 3])
  })

  test('while new rows wait, only what the server no longer has goes', ({ assert }) => {
    assert.deepEqual(ids(stillThere(rows(5, 4, 3, 2, 1), newest(7, 6, 5, 3))), [5, 3, 2, 1])
    assert.deepEqual(ids(stillThere(rows(5, 4, 3, 2), { ...newest(6, 5), edge: row(3) })), [5, 2])
    assert.deepEqual(ids(stillThere(rows(3, 2, 1), newest(9, 8))), [3, 2, 1])
    assert.deepEqual(ids(stillThere(rows(3, 2, 1), all(4, 2))), [2])
    assert.deepEqual(ids(stillThere(rows(2, 1), newest())), [2, 1])
    assert.deepEqual(ids(stillThere(rows(2, 1), all())), [])
  })

  test('knows whether rows go down to one', ({ assert }) => {
    assert.isTrue(isDownTo(row(3), rows(5, 3)))
    assert.isTrue(isDownTo(row(3), rows(5, 2)))
    assert.isFalse(isDownTo(row(3), rows(5, 4)))
    assert.isFalse(isDownTo(row(3), []))
  })
})
