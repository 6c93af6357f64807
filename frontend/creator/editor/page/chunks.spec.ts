import { test } from '@japa/runner'
import fc from 'fast-check'
import { chunksOf, type Chunk } from './chunks.ts'

const rowsOf = (ids: readonly string[]) => ids.map((id) => [id])
const ids = (count: number) => Array.from({ length: count }, (_, index) => `b${index}`)
const nobody = () => false
const chunkOf = (chunks: readonly Chunk[], id: string) => chunks.find(({ items }) => items.includes(id))?.id
const order = (chunks: readonly Chunk[]) => chunks.flatMap(({ items }) => items)

test.group('Chunks of a long list', () => {
  test('hold all items in order, none too many, whatever was there before', ({ assert }) => {
    const list = fc.uniqueArray(fc.nat(200).map((number) => `b${number}`))
    fc.assert(
      fc.property(list, list, (before, after) => {
        const old = chunksOf(rowsOf(before), [], nobody)
        const now = chunksOf(rowsOf(after), old, nobody)
        assert.deepEqual(order(now), after)
        assert.equal(new Set(now.map(({ id }) => id)).size, now.length)
        assert.isTrue(now.every(({ items }) => items.length > 0 && items.length <= 40))
        assert.strictEqual(chunksOf(rowsOf(after), now, nobody), now)
      }),
    )
  })

  test('what is added or removed changes its own chunk only', ({ assert }) => {
    const all = ids(100)
    const before = chunksOf(rowsOf(all), [], nobody)
    const added = chunksOf(rowsOf(all.toSpliced(50, 0, 'new')), before, nobody)
    assert.lengthOf(
      added.filter((chunk) => !before.includes(chunk)),
      1,
    )
    const removed = chunksOf(rowsOf(all.toSpliced(0, 1)), before, nobody)
    assert.lengthOf(
      removed.filter((chunk) => !before.includes(chunk)),
      1,
    )
  })

  test('of thousands of items only those near what changed are looked at', ({ assert }) => {
    const all = ids(4_000)
    const before = chunksOf(rowsOf(all), [], nobody)
    const asked = (after: readonly string[]) => {
      const seen = new Set<string>()
      chunksOf(rowsOf(after), before, (id) => {
        seen.add(id)
        return false
      })
      return seen.size
    }
    assert.isAtMost(asked(all.toSpliced(2_000, 0, 'new')), 100)
    assert.isAtMost(asked(all.toSpliced(2_000, 1)), 100)
    assert.isAtMost(asked([...all, 'new']), 100)
    assert.equal(asked(all), 0)
  })

  test('what is held stays in its chunk when it passes the first or last of another', ({ assert }) => {
    const all = ids(60)
    const before = chunksOf(rowsOf(all), [], nobody)
    const swapped = rowsOf(all.toSpliced(19, 2, 'b20', 'b19'))
    for (const held of ['b19', 'b20']) {
      const now = chunksOf(swapped, before, (id) => id === held)
      assert.equal(chunkOf(now, held), chunkOf(before, held))
    }
  })

  test('items that share a row share a chunk, and one that grew too long is several', ({ assert }) => {
    const pairs = Array.from({ length: 30 }, (_, index) => [`l${index}`, `r${index}`])
    for (const { items } of chunksOf(pairs, [], nobody)) assert.equal(items.length % 2, 0)
    const before = chunksOf(rowsOf(ids(20)), [], nobody)
    const now = chunksOf(rowsOf(ids(41)), before, (id) => id === 'b40')
    assert.lengthOf(now, 3)
    assert.equal(now.at(-1)?.id, before[0]?.id)
  })
})
