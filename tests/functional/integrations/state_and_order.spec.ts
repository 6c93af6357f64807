import { test } from '@japa/runner'
import { LARGEST_STATE, integrationState } from '#app/integrations/state'
import { deliveryWriter } from '#app/integrations/write_deliveries'
import { consumeOutbox } from '#app/outbox/consume_outbox'
import {
  addIntegration,
  deliveryOf,
  logOf,
  published,
  remove,
  startDeliveries,
  submit,
  until,
} from '#tests/functional/integrations/factories'
import { installPlugin } from '#tests/functional/plugins/install'
import { Receiver } from '#tests/functional/integrations/receiver'

const always = new AbortController().signal

test.group('What integrations remember, and their order', (group) => {
  let receiver: Receiver
  group.setup(() => installPlugin('integrations', new URL('pigeon', import.meta.url)))
  group.each.setup(async () => {
    receiver = await Receiver.open()
    const background = startDeliveries({ schedule: [0, 0.02, 0.02] })
    return async () => {
      await background.stop()
      await receiver.close()
    }
  })

  test('a repeat and a later event of the submission find what was remembered; the log leads to what was made', async ({
    assert,
  }) => {
    const { creator, form } = await published()
    const events = ['submission.created', 'submission.deleted']
    const settings = { url: receiver.url, fault: 'remembers' }
    const pigeon = await addIntegration(creator, form, 'pigeon', settings, { events })
    const id = await submit(creator, form, { name01: 'one' })
    await receiver.arrived(1)
    const [row] = await until(
      () => logOf(creator, form, pigeon),
      ([first]) => first?.status === 'delivered',
    )
    const { link, attempts } = await deliveryOf(creator, form, pigeon, row?.id ?? '')
    assert.deepEqual([link, attempts], [`https://loft.example/${row?.id}`, 2])
    await remove(creator, form, id)
    const arrivals = await receiver.arrived(2)
    assert.deepEqual(
      arrivals.map(({ body }) => JSON.parse(body)),
      [
        { body: `submission.created ${id}`, found: { step: 1 }, flight: 1 },
        { body: `submission.deleted ${id}`, found: { flight: 1 }, flight: 2 },
      ],
    )
  })

  test('the state of an integration is changed by one at a time, is small, and not changed too late', async ({
    assert,
  }) => {
    const { creator, form } = await published()
    const pigeon = await addIntegration(creator, form, 'pigeon', { url: receiver.url })
    const state = integrationState(creator.workspaceId, pigeon.id, always)
    assert.isUndefined(await state.read())
    await Promise.all(Array.from({ length: 10 }, () => state.change((count) => Number(count ?? 0) + 1)))
    assert.equal(await state.read(), 10)
    await assert.rejects(
      () => state.change(() => 'x'.repeat(LARGEST_STATE)),
      /its state has 16386 characters/,
    )
    // what an async function answers, and a map, would be stored as {}
    for (const other of [() => 1, Promise.resolve(11), new Map([['count', 11]])])
      await assert.rejects(() => state.change(() => other), /its state is no JSON/)
    const over = integrationState(creator.workspaceId, pigeon.id, AbortSignal.abort())
    await assert.rejects(() => over.change(() => 11))
    assert.equal(await state.read(), 10)
  })

  test('one after the other: what comes later waits until what came before is delivered or has failed', async ({
    assert,
  }) => {
    const { creator, form } = await published()
    receiver.answer(({ body }) => ({ status: body.endsWith(ids[0] ?? '') ? 500 : 204 }))
    const ids: string[] = []
    const pigeon = await addIntegration(creator, form, 'pigeon', { url: receiver.url })
    for (const name01 of ['one', 'two', 'three']) ids.push(await submit(creator, form, { name01 }))
    const rows = await until(
      () => logOf(creator, form, pigeon),
      (log) => log.length === 3 && log.every(({ status }) => status !== 'pending'),
    )
    assert.sameMembers(
      rows.map(({ status }) => status),
      ['failed', 'delivered', 'delivered'],
    )
    const [first, second, third] = ids.map((id) => `submission.created ${id}`)
    assert.deepEqual(
      receiver.arrivals.map(({ body }) => body),
      [first, first, first, second, third],
    )
  })
})

test.group('Deliveries that go together', (group) => {
  let receiver: Receiver
  group.setup(() => installPlugin('integrations', new URL('flock', import.meta.url)))
  group.each.setup(async () => {
    receiver = await Receiver.open()
    return () => receiver.close()
  })

  const flights = () => receiver.arrivals.map(({ body }): string[] => JSON.parse(body))

  /** Submissions whose deliveries are all due before the first attempt is made. */
  async function waiting(names: readonly string[]) {
    const { creator, form } = await published()
    const flock = await addIntegration(creator, form, 'flock', { url: receiver.url })
    for (const name01 of names) await submit(creator, form, { name01 })
    await consumeOutbox(deliveryWriter)
    const log = () => logOf(creator, form, flock)
    return { creator, form, flock, log }
  }

  test('so many as the kind takes, in their order, each with its own outcome; what follows waits for what is tried again', async ({
    assert,
  }) => {
    const { log } = await waiting(['a', 'b', 'c', 'd', 'e', 'f'])
    // of the first four two are taken, then each time everything
    receiver.answer((_, index) => ({ status: 200, body: index === 0 ? '2' : '9' }))
    const background = startDeliveries({ schedule: [0, 0.02, 0.02] })
    const rows = await until(log, (all) => all.every(({ status }) => status === 'delivered')).finally(() =>
      background.stop(),
    )
    const [first, ...later] = flights()
    assert.deepEqual(first, ['a', 'b', 'c', 'd'])
    assert.deepEqual(later.flat(), ['c', 'd', 'e', 'f'])
    assert.isAtMost(Math.max(...flights().map(({ length }) => length)), 4)
    const attempts = rows.map((row) => row.attempts).reverse()
    assert.deepEqual(attempts, [1, 1, 2, 2, 1, 1])
  })

  test('an answer that is not one for each is a failed attempt of all, and all are sent again', async ({
    assert,
  }) => {
    const { creator, form, flock, log } = await waiting(['a', 'b', 'c'])
    receiver.answer((_, index) => ({ status: 200, body: index === 0 ? '-1' : '9' }))
    const background = startDeliveries({ schedule: [0, 0.02, 0.02] })
    const rows = await until(log, (all) => all.every(({ status }) => status === 'delivered')).finally(() =>
      background.stop(),
    )
    const [first, ...later] = flights()
    assert.deepEqual(first, ['a', 'b', 'c'])
    // each waits for a time of its own
    assert.deepEqual(later.flat(), ['a', 'b', 'c'])
    for (const { id } of rows) {
      const { log: attempts } = await deliveryOf(creator, form, flock, id)
      assert.deepEqual(attempts.map(({ outcome }) => outcome).sort(), ['delivered', 'retry'])
      assert.match(
        attempts.map(({ reason }) => reason).join(),
        /something else than an outcome for each delivery/,
      )
    }
  })

  test('a process that dies in between leaves them to another, none is lost', async ({ assert }) => {
    const { log } = await waiting(['a', 'b', 'c'])
    receiver.answer((_, index) => ({ status: 200, body: '9', ...(index === 0 && { after: 60_000 }) }))
    const first = startDeliveries({ leaseSeconds: 1, drainMs: 0 })
    await receiver.arrived(1)
    await first.stop()
    const second = startDeliveries({ leaseSeconds: 1 })
    await until(log, (all) => all.every(({ status }) => status === 'delivered')).finally(() => second.stop())
    assert.deepEqual(flights(), [
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ])
  })
})
