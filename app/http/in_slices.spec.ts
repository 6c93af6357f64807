import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate, setTimeout as pause } from 'node:timers/promises'
import { test } from '@japa/runner'
import { inSlices, resting, textInSlices, TooMuchWork } from '#app/http/in_slices'
import { workFor } from '#app/http/whose_work'
import type { Steps } from '#engine/steps'

/** So many steps of a millisecond each. */
function* work(steps: number): Steps<string> {
  for (let done = 0; done < steps; done++) {
    const end = performance.now() + 1
    while (performance.now() < end);
    yield
  }
  return 'done'
}

/** What this thread has worked so far, in milliseconds: a busy machine does not count. */
function worked(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** The longest work in which the event loop served nobody while a promise was open, in milliseconds of the processor. */
async function longestStall(open: Promise<unknown>): Promise<number> {
  let [going, longest, last] = [true, 0, worked()]
  const ended = open.finally(() => (going = false))
  while (going) {
    await setImmediate()
    longest = Math.max(longest, worked() - last)
    last = worked()
  }
  await ended
  return longest
}

test.group('Work in slices', () => {
  test('comes to its end and answers what it made', async ({ assert }) => {
    assert.equal(await inSlices(work(3)), 'done')
  })

  test('that waits for many things gives way between them', async ({ assert }) => {
    const rest = resting('workspace')
    const each = async () => {
      for (let done = 0; done < 200; done++) {
        await rest()
        const end = performance.now() + 1
        while (performance.now() < end);
      }
    }
    assert.isBelow(await longestStall(each()), 100)
  })

  test('never holds the event loop for long, however many work at once', async ({ assert }) => {
    const open = Promise.all(
      Array.from({ length: 8 }, (_, n) => workFor(`workspace ${n}`, () => inSlices(work(100)))),
    )
    assert.isBelow(await longestStall(open), 100)
  })

  test('waits for others of its workspace, and not for all the work of another one', async ({ assert }) => {
    let steps = 0
    function* counted(): Steps<void> {
      for (const _ of work(60)) yield void steps++
    }
    const busy = Promise.all(Array.from({ length: 6 }, () => workFor('busy', () => inSlices(counted()))))
    await workFor('quiet', () => inSlices(work(3)))
    assert.isAtMost(steps, 40)
    await busy
    assert.equal(steps, 360)
  })

  test('ends when it has taken more of the processor than it may', async ({ assert }) => {
    const started = performance.now()
    await assert.rejects(() => inSlices(work(5_000), { most: 100 }), TooMuchWork)
    assert.isBelow(performance.now() - started, 3_000)
  })

  test('stops when its client leaves', async ({ assert }) => {
    const client = new IncomingMessage(new Socket())
    let steps = 0
    function* counted(): Steps<void> {
      for (const _ of Array.from({ length: 5_000 })) {
        steps++
        const end = performance.now() + 1
        while (performance.now() < end);
        yield
      }
    }
    const checked = inSlices(counted(), { client })
    setTimeout(() => client.socket.destroy(), 50)
    await assert.rejects(() => checked, /cut off/)
    assert.isBelow(steps, 1_000)
  })

  test('a long text is sent as it is made, whole, and the event loop goes on', async ({ assert }) => {
    const lines = Array.from({ length: 80 }, (_, n) => `${n} ${'é'.repeat(5_000)}\n`)
    function* made(): Generator<string> {
      for (const line of lines) {
        const end = performance.now() + 1
        while (performance.now() < end);
        yield line
      }
    }
    const sent = Promise.all(Array.from({ length: 2 }, () => text(textInSlices(made()))))
    assert.isBelow(await longestStall(sent), 50)
    for (const received of await sent) assert.isTrue(received === lines.join(''))
  })

  test('a long text is made no further when its client has left', async ({ assert }) => {
    let made = 0
    function* endless(): Generator<string> {
      for (;;) yield `${made++}`.padEnd(300_000)
    }
    const stream = textInSlices(endless())
    for await (const _ of stream) if (made > 3) break
    const before = made
    await pause(50)
    assert.isTrue(stream.destroyed)
    assert.isAtMost(made, before + 1)
  })
})
