import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { inLine, isBusy } from '#app/http/load_shedding'

/** Work that goes on until it is let go. */
function held() {
  let go = () => {}
  const done = new Promise<void>((resolve) => (go = resolve))
  return { work: () => done, go }
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
