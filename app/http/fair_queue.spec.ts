import { setImmediate } from 'node:timers/promises'
import { test } from '@japa/runner'
import { FairQueue } from '#app/http/fair_queue'

/** Holds the thread for so long, in milliseconds, some of it behind a promise, as answering does. */
async function work(ms: number): Promise<void> {
  const end = performance.now() + ms
  await Promise.resolve()
  while (performance.now() < end);
}

const CROWD = { line: '/forms/crowd', owner: 'busy' }
const OTHER = { line: '/forms/other', owner: 'busy' }

test.group('Fair queue', () => {
  test('a crowd that comes at once begins in several turns of the event loop, each in its order', async ({
    assert,
  }) => {
    const queue = new FairQueue()
    const begun: number[] = []
    for (let n = 0; n < 40; n++)
      queue.enter(CROWD, () => {
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
    const queue = new FairQueue()
    const begun: string[] = []
    for (let n = 0; n < 100; n++) queue.enter(CROWD, () => begun.push('crowd'))
    queue.enter(OTHER, () => begun.push('other'))
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
    const queue = new FairQueue()
    queue.enter(CROWD, () => {
      throw new Error('torn')
    })
    const entered = new Promise<void>((resolve) => queue.enter(OTHER, resolve))
    await entered
    await new Promise<void>((resolve) => queue.enter(OTHER, resolve))
    assert.lengthOf(faults, 1)
  })

  test('a workspace of many forms, all of them busy, has no more of the time than another of one form', async ({
    assert,
  }) => {
    const queue = new FairQueue()
    let begun = 0
    for (let n = 0; n < 400; n++)
      queue.enter({ line: `/forms/busy-${n % 20}`, owner: 'busy' }, () => {
        begun++
        void work(1)
      })
    await setImmediate()
    let before = 0
    for (let n = 0; n < 10; n++) {
      const at = begun
      await new Promise<void>((resolve) => queue.enter({ line: '/forms/quiet', owner: 'quiet' }, resolve))
      before += begun - at
      await setImmediate()
    }
    // each form in its turn would be twenty before each
    assert.isBelow(before, 60)
    assert.isBelow(begun, 400)
  })

  test('what was begun goes on before more of its workspace begins', async ({ assert }) => {
    const queue = new FairQueue()
    const done: string[] = []
    for (let n = 0; n < 3; n++) queue.enter({ ...CROWD, line: `/forms/${n}` }, () => done.push('begun'))
    for (let n = 0; n < 3; n++) queue.goOn('busy', () => done.push('gone on'))
    queue.enter({ line: '/forms/quiet', owner: 'quiet' }, () => done.push('quiet'))
    while (done.length < 7) await setImmediate()
    assert.deepEqual(
      done.filter((one) => one !== 'quiet'),
      [...Array(3).fill('gone on'), ...Array(3).fill('begun')],
    )
    assert.isAtMost(done.indexOf('quiet'), 1)
  })
})
