import { EventEmitter, once } from 'node:events'
import { test } from '@japa/runner'
import { Loop, type Round } from './loop.ts'

const NEVER = 1_000_000

/** A loop over rounds that end as told. `until` resolves when so many have begun. */
function looping(rounds: (Round | Error)[], options: { pollMs?: number; paceMs?: () => number } = {}) {
  const begun: number[] = []
  const errors: unknown[] = []
  const log = { failed: (error: unknown) => void errors.push(error), worked: () => undefined }
  const events = new EventEmitter()
  const loop = new Loop(
    async () => {
      begun.push(performance.now())
      events.emit('round')
      const round = rounds.shift() ?? 'idle'
      if (round instanceof Error) throw round
      return round
    },
    { pollMs: NEVER, paceMs: () => 0, log, ...options },
  )
  const until = async (count: number) => {
    while (begun.length < count) await once(events, 'round')
  }
  loop.start()
  return { loop, begun, errors, until }
}

test.group('loop', () => {
  test('goes on at once while there is more, then rests until it is woken', async ({ assert }) => {
    const { loop, begun, until } = looping(['more', 'more', 'idle', 'more', 'idle'])
    await until(3)
    loop.wake()
    await until(5)
    await loop.stop()
    assert.lengthOf(begun, 5)
  })

  test('a wake during a round is not lost', async ({ assert }) => {
    const { loop, begun, until } = looping(['idle', 'idle'])
    loop.wake()
    await until(2)
    await loop.stop()
    assert.lengthOf(begun, 2)
  })

  test('looks by itself', async ({ assert }) => {
    const { loop, begun, until } = looping([], { pollMs: 2 })
    await until(3)
    await loop.stop()
    assert.isAtLeast(begun.length, 3)
  })

  test('however often it is woken, rounds keep their distance', async ({ assert }) => {
    const { loop, begun, until } = looping([], { paceMs: () => 20 })
    const waking = setInterval(() => loop.wake(), 1)
    await until(4)
    clearInterval(waking)
    await loop.stop()
    for (const [at, time] of begun.slice(1).entries()) assert.isAtLeast(time - (begun[at] ?? 0), 18)
  })

  test('the distance may change from round to round', async ({ assert }) => {
    const paces = [0, 40, 0]
    const { loop, begun, until } = looping([], { paceMs: () => paces.shift() ?? 0 })
    const waking = setInterval(() => loop.wake(), 1)
    await until(3)
    clearInterval(waking)
    await loop.stop()
    assert.isAtLeast((begun[2] ?? 0) - (begun[1] ?? 0), 38)
  })

  test('a clock that is set back while a round runs does not make the next one wait', async ({
    assert,
    cleanup,
  }) => {
    const now = Date.now
    cleanup(() => void (Date.now = now))
    const { loop, begun, until } = looping(['idle', 'idle'], { paceMs: () => 5 })
    Date.now = () => now() - 3_600_000
    loop.wake()
    await until(2)
    await loop.stop()
    assert.lengthOf(begun, 2)
  })

  test('a round that fails is reported, and the next one comes', async ({ assert }) => {
    const { loop, errors, until } = looping([new Error('no')], { pollMs: 2 })
    await until(2)
    await loop.stop()
    assert.lengthOf(errors, 1)
  })
})
