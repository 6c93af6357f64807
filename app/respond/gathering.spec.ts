import { setImmediate as turn } from 'node:timers/promises'
import { test } from '@japa/runner'
import { Gathering, type GatheringOptions } from './gathering.ts'

interface Item {
  name: string
  weight: number
  bad?: boolean
}

const one = (name: string, weight = 1): Item => ({ name, weight })

/** A gathering whose groups end when told; `groups` holds the names of each. */
function gathering(options: Partial<GatheringOptions> = {}) {
  const groups: string[][] = []
  const ends: (() => void)[] = []
  const made = new Gathering<Item, string>(
    async (items) => {
      groups.push(items.map(({ name }) => name))
      await new Promise<void>((resolve) => ends.push(resolve))
      if (items.some(({ bad }) => bad)) throw new Error('no')
      return items.map(({ name }) => `done ${name}`)
    },
    { most: 10, heaviest: 100, abreast: 1, patienceMs: 1_000_000, atOnce: 2, ...options },
  )
  const end = async () => {
    for (const resolve of ends.splice(0)) resolve()
    await turn()
  }
  return { made, groups, end }
}

test.group('gathering', () => {
  test('the first goes alone, those who come meanwhile go together, each gets its own result', async ({
    assert,
  }) => {
    const { made, groups, end } = gathering()
    const asked = ['a', 'b', 'c'].map((name) => made.ask(one(name)))
    assert.deepEqual(groups, [['a']])
    await end()
    assert.deepEqual(groups, [['a'], ['b', 'c']])
    assert.isFalse(made.isIdle)
    await end()
    assert.deepEqual(await Promise.all(asked), ['done a', 'done b', 'done c'])
    assert.isTrue(made.isIdle)
  })

  test('two abreast: the second begins when it is as large as the first', async ({ assert }) => {
    const { made, groups, end } = gathering({ abreast: 2 })
    const ask = (...names: string[]) => names.map((name) => made.ask(one(name)))
    const asked = ask('a', 'b', 'c', 'd', 'e')
    assert.deepEqual(groups, [['a'], ['b']])
    await end()
    assert.deepEqual(groups, [['a'], ['b'], ['c', 'd', 'e']])
    asked.push(...ask('f', 'g'))
    assert.lengthOf(groups, 3)
    asked.push(...ask('h', 'i'))
    assert.deepEqual(groups[3], ['f', 'g', 'h'])
    await end()
    assert.deepEqual(groups[4], ['i'])
    await end()
    assert.lengthOf(await Promise.all(asked), 9)
    assert.isTrue(made.isIdle)
  })

  test('a group has its limits of number and weight, and no name twice', async ({ assert }) => {
    const { made, groups, end } = gathering({ most: 2 })
    const asked = ['a', 'b', 'c', 'd', 'd'].map((name) => made.ask(one(name)))
    asked.push(made.ask(one('e', 99)), made.ask(one('f', 2)), made.ask(one('heavy', 500)))
    for (let round = 0; round < 8; round++) await end()
    await Promise.all(asked)
    assert.deepEqual(groups, [['a'], ['b', 'c'], ['d'], ['d', 'e'], ['f'], ['heavy']])
  })

  test('a failure of one is its own, and the others are done', async ({ assert }) => {
    const { made, groups, end } = gathering()
    const first = made.ask(one('a'))
    const others = ['b', 'c'].map((name) => made.ask(one(name)))
    const bad = made.ask({ ...one('bad'), bad: true })
    const refused = bad.catch((error: unknown) => String(error))
    for (let round = 0; round < 3; round++) await end()
    assert.deepEqual(await Promise.all([first, ...others]), ['done a', 'done b', 'done c'])
    assert.equal(await refused, 'Error: no')
    assert.deepEqual(groups, [['a'], ['b', 'c', 'bad'], ['b'], ['c'], ['bad']])
  })

  test('a group that takes too long does not hold up the next; more than a few are not begun', async ({
    assert,
  }) => {
    const { made, groups, end } = gathering({ patienceMs: -1 })
    const asked = ['a', 'b', 'c', 'd'].map((name) => made.ask(one(name)))
    assert.deepEqual(groups, [['a'], ['b']])
    for (let round = 0; round < 3; round++) await end()
    await Promise.all(asked)
    assert.deepEqual(groups, [['a'], ['b'], ['c', 'd']])
  })
})
