import { setImmediate as turn } from 'node:timers/promises'
import { test } from '@japa/runner'
import { Batcher, type BatcherOptions } from './batcher.ts'

interface Item {
  name: string
  bytes: number
  bad?: boolean
}

const one = (name: string, bytes = 1): Item => ({ name, bytes })

/** A batcher whose batches end when told; `batches` holds the names of each. */
function batcher(options: Partial<BatcherOptions> = {}) {
  const batches: string[][] = []
  const ends: (() => void)[] = []
  const made = new Batcher<Item, string>(
    async (items) => {
      batches.push(items.map(({ name }) => name))
      await new Promise<void>((resolve) => ends.push(resolve))
      if (items.some(({ bad }) => bad)) throw new Error('no')
      return items.map(({ name }) => `done ${name}`)
    },
    { maxItems: 10, maxBytes: 100, concurrency: 1, slowMs: 1_000_000, maxConcurrency: 2, ...options },
  )
  const end = async () => {
    for (const resolve of ends.splice(0)) resolve()
    await turn()
  }
  return { made, batches, end }
}

test.group('Batcher', () => {
  test('the first goes alone, those who come meanwhile go together, each gets its own result', async ({
    assert,
  }) => {
    const { made, batches, end } = batcher()
    const asked = ['a', 'b', 'c'].map((name) => made.add(one(name)))
    assert.deepEqual(batches, [['a']])
    await end()
    assert.deepEqual(batches, [['a'], ['b', 'c']])
    assert.isFalse(made.isIdle)
    await end()
    assert.deepEqual(await Promise.all(asked), ['done a', 'done b', 'done c'])
    assert.isTrue(made.isIdle)
  })

  test('two at a time: the second begins when it is as large as the first', async ({ assert }) => {
    const { made, batches, end } = batcher({ concurrency: 2 })
    const ask = (...names: string[]) => names.map((name) => made.add(one(name)))
    const asked = ask('a', 'b', 'c', 'd', 'e')
    assert.deepEqual(batches, [['a'], ['b']])
    await end()
    assert.deepEqual(batches, [['a'], ['b'], ['c', 'd', 'e']])
    asked.push(...ask('f', 'g'))
    assert.lengthOf(batches, 3)
    asked.push(...ask('h', 'i'))
    assert.deepEqual(batches[3], ['f', 'g', 'h'])
    await end()
    assert.deepEqual(batches[4], ['i'])
    await end()
    assert.lengthOf(await Promise.all(asked), 9)
    assert.isTrue(made.isIdle)
  })

  test('a batch has its limits of number and bytes, and no name twice', async ({ assert }) => {
    const { made, batches, end } = batcher({ maxItems: 2 })
    const asked = ['a', 'b', 'c', 'd', 'd'].map((name) => made.add(one(name)))
    asked.push(made.add(one('e', 99)), made.add(one('f', 2)), made.add(one('heavy', 500)))
    for (let round = 0; round < 8; round++) await end()
    await Promise.all(asked)
    assert.deepEqual(batches, [['a'], ['b', 'c'], ['d'], ['d', 'e'], ['f'], ['heavy']])
  })

  test('a failure of one is its own, and the others are done', async ({ assert }) => {
    const { made, batches, end } = batcher()
    const first = made.add(one('a'))
    const others = ['b', 'c'].map((name) => made.add(one(name)))
    const bad = made.add({ ...one('bad'), bad: true })
    const refused = bad.catch((error: unknown) => String(error))
    for (let round = 0; round < 3; round++) await end()
    assert.deepEqual(await Promise.all([first, ...others]), ['done a', 'done b', 'done c'])
    assert.equal(await refused, 'Error: no')
    assert.deepEqual(batches, [['a'], ['b', 'c', 'bad'], ['b'], ['c'], ['bad']])
  })

  test('a batch that takes too long does not hold up the next; more than a few are not begun', async ({
    assert,
  }) => {
    const { made, batches, end } = batcher({ slowMs: -1 })
    const asked = ['a', 'b', 'c', 'd'].map((name) => made.add(one(name)))
    assert.deepEqual(batches, [['a'], ['b']])
    for (let round = 0; round < 3; round++) await end()
    await Promise.all(asked)
    assert.deepEqual(batches, [['a'], ['b'], ['c', 'd']])
  })
})
