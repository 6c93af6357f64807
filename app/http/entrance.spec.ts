import { setImmediate } from 'node:timers/promises'
import { test } from '@japa/runner'
import { Entrance, lineOf } from '#app/http/entrance'

/** Holds the thread for so long, in milliseconds, some of it behind a promise, as answering does. */
async function work(ms: number): Promise<void> {
  const end = performance.now() + ms
  await Promise.resolve()
  while (performance.now() < end);
}

test.group('Entrance', () => {
  test('a crowd that comes at once begins in several turns of the event loop, each in its order', async ({
    assert,
  }) => {
    const entrance = new Entrance()
    const begun: number[] = []
    for (let n = 0; n < 40; n++)
      entrance.enter('crowd', () => {
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
    for (let n = 0; n < 100; n++) entrance.enter('crowd', () => begun.push('crowd'))
    entrance.enter('other', () => begun.push('other'))
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
    entrance.enter('a', () => {
      throw new Error('torn')
    })
    const entered = new Promise<void>((resolve) => entrance.enter('b', resolve))
    await entered
    await new Promise<void>((resolve) => entrance.enter('c', resolve))
    assert.lengthOf(faults, 1)
  })

  const LINES: [url: string, line: string][] = [
    ['/forms/tea-x1', '/forms/tea-x1'],
    ['/forms/tea-x1/endings/abc?x=1', '/forms/tea-x1'],
    ['/api/forms/tea-x1/submissions', '/api/forms/tea-x1'],
    ['/api/events?forms=a,b', '/api/events'],
    ['/creator/assets/a.js', '/creator'],
    ['/', '/'],
    ['*', ''],
  ]
  for (const [url, line] of LINES)
    test(`${url} waits in the line ${line}`, ({ assert }) => assert.equal(lineOf(url), line))
})
