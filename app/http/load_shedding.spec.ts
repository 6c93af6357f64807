import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { goOn, inLine, isBusy, withPlaces, withSubmissionPlace } from '#app/http/load_shedding'
import env from '#start/env'

/** Work that goes on until it is let go. */
function held() {
  let go = () => {}
  const done = new Promise<void>((resolve) => (go = resolve))
  return { work: () => done, go }
}

/** So many milliseconds of work, in which nothing else is done. */
function workFor(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test.group('Waiting in line', () => {
  const one = { of: 'places of a', most: 1 }
  const all = { of: 'all places', most: 2 }
  const line = { most: 2, ms: 5_000 }

  test('those who wait come in their order; who finds the line full is refused', async ({ assert }) => {
    const first = held()
    const order: string[] = []
    const begun = inLine([one], line, first.work)
    const others = ['b', 'c'].map((name) => inLine([one], line, async () => void order.push(name)))
    await assert.rejects(() => inLine([one], line, async () => void order.push('d')), /busy/)
    first.go()
    await Promise.all([begun, ...others])
    assert.deepEqual(order, ['b', 'c'])
    assert.equal(await inLine([one], line, async () => 'free again'), 'free again')
  })

  test('a step of what was begun is tried again while there is no place, for its time', async ({
    assert,
  }) => {
    const first = held()
    const begun = withPlaces([one], first.work)
    const step = () => withPlaces([one], async () => 'done')
    const given = goOn(step, { ms: 5_000, every: 10 })
    await assert.rejects(() => goOn(step, { ms: 30, every: 10 }), /busy/)
    const fault = async () => Promise.reject(new Error('no such thing'))
    await assert.rejects(() => goOn(fault, { ms: 5_000, every: 10 }), /no such thing/)
    first.go()
    await begun
    assert.equal(await given, 'done')
  })

  test('who has waited long enough is refused, and the next one is not held up', async ({ assert }) => {
    const first = held()
    const begun = inLine([one], line, first.work)
    const late = inLine([one], { most: 2, ms: 20 }, async () => 'never').catch(isBusy)
    const patient = inLine([one], line, async () => 'came')
    assert.equal(await late, true)
    first.go()
    await begun
    assert.equal(await patient, 'came')
  })

  test('of many who have waited long enough at the same time each is refused in a turn', async ({
    assert,
  }) => {
    const first = held()
    const begun = inLine([one], line, first.work)
    const refused = Array.from({ length: 60 }, () =>
      inLine([one], { most: 60, ms: 20 }, first.work).catch(() => workFor(3)),
    )
    let longest = 0
    let before = performance.now()
    const look = setInterval(() => {
      longest = Math.max(longest, performance.now() - before)
      before = performance.now()
    })
    await Promise.all(refused)
    await sleep(5)
    clearInterval(look)
    first.go()
    await begun
    assert.isBelow(longest, 90)
  })

  test('of two lines before the same door none has it for itself', async ({ assert }) => {
    const inside = [held(), held()]
    const taken = inside.map(({ work }) => inLine([all], line, work))
    const order: string[] = []
    const wait = (of: string, name: string) =>
      inLine([{ of, most: 2 }, all], line, async () => {
        order.push(name)
        await sleep(5)
      })
    const waiting = [wait('x', 'x1'), wait('x', 'x2'), wait('y', 'y1'), wait('y', 'y2')]
    inside[0].go()
    await Promise.all(waiting)
    inside[1].go()
    await Promise.all(taken)
    assert.deepEqual(order, ['x1', 'y1', 'x2', 'y2'])
  })

  test('work that fails leaves its place', async ({ assert }) => {
    await assert.rejects(() => inLine([one], line, () => Promise.reject(new Error('broken'))), /broken/)
    assert.equal(await inLine([one], line, async () => 'free'), 'free')
  })
})

test.group('Places of submissions', () => {
  test('a form has an eighth of them, its workspace a quarter; the others find theirs free', async ({
    assert,
    cleanup,
  }) => {
    const usual = env.get('SUBMISSIONS_AT_ONCE', 400)
    cleanup(() => env.set('SUBMISSIONS_AT_ONCE', usual))
    env.set('SUBMISSIONS_AT_ONCE', 16)
    const { work, go } = held()
    const begun: Promise<void>[] = []
    /** How many of these find no place. */
    const refusedOf = async (count: number, formId: string, workspaceId?: string) => {
      const sent = Array.from({ length: count }, () => withSubmissionPlace({ formId, workspaceId }, work))
      begun.push(...sent)
      const refused = sent.map((one) => one.then(() => false, isBusy))
      const taken = new Promise<false>((resolve) => setImmediate(() => resolve(false)))
      return (await Promise.all(refused.map((one) => Promise.race([one, taken])))).filter(Boolean).length
    }
    assert.equal(await refusedOf(3, 'a1', 'a'), 1)
    assert.equal(await refusedOf(1, 'a2', 'a'), 0)
    assert.equal(await refusedOf(2, 'a3', 'a'), 1, 'its workspace has four')
    assert.equal(await refusedOf(3, 'b1', 'b'), 1)
    assert.equal(await refusedOf(3, 'example'), 1)
    go()
    await Promise.allSettled(begun)
    assert.equal(await refusedOf(2, 'a1', 'a'), 0)
  })

  test('of a workspace twenty are worked at a time, the others in the order in which they came', async ({
    assert,
  }) => {
    const begun: number[] = []
    const { work, go } = held()
    const sent = Array.from({ length: 30 }, (_, n) =>
      withSubmissionPlace({ formId: `form ${n % 2}`, workspaceId: 'many' }, () => {
        begun.push(n)
        return work()
      }),
    )
    const other = withSubmissionPlace({ formId: 'another', workspaceId: 'few' }, async () => begun.length)
    assert.equal(await other, 20)
    go()
    await Promise.all(sent)
    assert.deepEqual(
      begun,
      Array.from({ length: 30 }, (_, n) => n),
    )
  })
})
