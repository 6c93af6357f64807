import { setImmediate } from 'node:timers/promises'
import { test } from '@japa/runner'
import { Entrance, noteOwner, noteParts, placeOf } from '#app/http/entrance'

/** Holds the thread for so long, in milliseconds, some of it behind a promise, as answering does. */
async function work(ms: number): Promise<void> {
  const end = performance.now() + ms
  await Promise.resolve()
  while (performance.now() < end);
}

const CROWD = { line: '/forms/crowd', owner: 'busy' }
const OTHER = { line: '/forms/other', owner: 'busy' }

test.group('Entrance', () => {
  test('a crowd that comes at once begins in several turns of the event loop, each in its order', async ({
    assert,
  }) => {
    const entrance = new Entrance()
    const begun: number[] = []
    for (let n = 0; n < 40; n++)
      entrance.enter(CROWD, () => {
        begun.push(n)
        void work(1)
      })
    await setImmediate()
    assert.isAbove(begun.length, 0)
    assert.isBelow(begun.length, 20)
    while (begun.length < 40) await setImmediate()
    assert.deepEqual(
      begun,
      Array.from({ length: 40 }, (_, n) => n),
    )
  })

  test('who asks for something else does not stand behind a crowd', async ({ assert }) => {
    const entrance = new Entrance()
    const begun: string[] = []
    for (let n = 0; n < 100; n++) entrance.enter(CROWD, () => begun.push('crowd'))
    entrance.enter(OTHER, () => begun.push('other'))
    while (!begun.includes('other')) await setImmediate()
    assert.isAtMost(begun.indexOf('other'), 1)
  })

  test('one that throws keeps nobody else out', async ({ assert, cleanup }) => {
    const faults: unknown[] = []
    const others = process.listeners('uncaughtException')
    process.removeAllListeners('uncaughtException')
    process.on('uncaughtException', (error) => faults.push(error))
    cleanup(() => {
      process.removeAllListeners('uncaughtException')
      for (const listener of others) process.on('uncaughtException', listener)
    })
    const entrance = new Entrance()
    entrance.enter(CROWD, () => {
      throw new Error('torn')
    })
    const entered = new Promise<void>((resolve) => entrance.enter(OTHER, resolve))
    await entered
    await new Promise<void>((resolve) => entrance.enter(OTHER, resolve))
    assert.lengthOf(faults, 1)
  })

  test('a workspace of many forms, all of them busy, has no more of the time than another of one form', async ({
    assert,
  }) => {
    const entrance = new Entrance()
    let begun = 0
    for (let n = 0; n < 400; n++)
      entrance.enter({ line: `/forms/busy-${n % 20}`, owner: 'busy' }, () => {
        begun++
        void work(1)
      })
    await setImmediate()
    let before = 0
    for (let n = 0; n < 10; n++) {
      const at = begun
      await new Promise<void>((resolve) => entrance.enter({ line: '/forms/quiet', owner: 'quiet' }, resolve))
      before += begun - at
      await setImmediate()
    }
    // each form in its turn would be twenty before each
    assert.isBelow(before, 60)
    assert.isBelow(begun, 400)
  })

  noteOwner('tea-x1', 'tea house')
  noteParts(['/', '/creator/*', '/api/events', '/api/forms/:form', '/forms/:slug'])
  const PLACES: [url: string, line: string, owner: string][] = [
    ['/forms/tea-x1', '/forms/tea-x1', 'tea house'],
    ['/forms/TEA-x1', '/forms/tea-x1', 'tea house'],
    ['/forms/tea-x1/endings/abc?x=1', '/forms/tea-x1', 'tea house'],
    ['/api/forms/tea-x1/submissions', '/api/forms/tea-x1', 'tea house'],
    ['/api/forms?page=2', '/api/forms', '/api/forms'],
    ['/api/events?forms=a,b', '/api/events', '/api/events'],
    ['/creator/assets/a.js', '/creator', '/creator'],
    ['/', '/', '/'],
  ]
  for (const [url, line, owner] of PLACES)
    test(`${url} waits in the line ${line}, of ${owner}`, ({ assert }) => {
      assert.deepEqual(placeOf(url), { line, owner })
    })

  test('names without end are of nobody, in a few lines', ({ assert }) => {
    const places = Array.from({ length: 1_000 }, (_, n) => [
      placeOf(`/forms/made-up-${n}`),
      placeOf(`/api/workspaces/made-up-${n}/members`),
      placeOf(`/made-up-${n}`),
    ]).flat()
    assert.deepEqual([...new Set(places.map(({ owner }) => owner))], [''])
    assert.isAtMost(new Set(places.map(({ line }) => line)).size, 64)
    assert.deepEqual(placeOf('*'), { line: '0', owner: '' })
  })
})
