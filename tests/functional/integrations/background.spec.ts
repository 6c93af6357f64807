import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import { forgetOlderThan } from '#app/integrations/claimer'
import { notifyOutbox } from '#app/outbox/notify'
import { within } from '#app/workspaces/within'
import { type FormItem, newForm, publish } from '#tests/functional/forms/factories'
import { ServerProcess } from '#tests/functional/ground/server_process'
import {
  addIntegration,
  addWebhook,
  deliveryOf,
  type IntegrationItem,
  logOf,
  pathOf,
  published,
  startDeliveries,
  submit,
  leaveAlone,
  until,
} from '#tests/functional/integrations/factories'
import { Receiver } from '#tests/functional/integrations/receiver'
import type { Creator } from '#tests/functional/visitor'

/** Changes deliveries of a form behind the server's back, as a crash or the passing of time would. */
async function change(creator: Creator, form: FormItem, what: string): Promise<void> {
  await within(creator.workspaceId, ({ trx }) =>
    trx.rawQuery(`update deliveries set ${what} where form_id = ?`, [form.id]),
  )
}

/** A workspace that waits for its receivers, which hang, and a form of another one, whose receiver is well. */
async function besideHanging(
  cleanup: TestContext['cleanup'],
  { receivers, concurrency }: { receivers: number; concurrency: number },
) {
  const { promise: silence, resolve: speak } = Promise.withResolvers<void>()
  const hanging = await Promise.all(
    Array.from({ length: receivers }, () => Receiver.open(() => ({ status: 204, after: silence }))),
  )
  const well = await Receiver.open()
  const background = startDeliveries({ concurrency, attemptMs: 30_000 })
  cleanup(async () => {
    speak()
    await background.stop()
    for (const receiver of [...hanging, well]) await receiver.close()
  })
  const [stuck, quick] = [await published(), await published()]
  await addWebhook(quick.creator, quick.form, well.url)
  for (const { url } of hanging) await addWebhook(stuck.creator, stuck.form, url)
  await submit(stuck.creator, stuck.form, { name01: 'waits' })
  return { hanging, well, quick }
}

test.group('Deliveries in the background', (group) => {
  let receiver: Receiver

  group.each.setup(async () => {
    receiver = await Receiver.open()
    return () => receiver.close()
  })

  test('two processes share the work, and nothing is delivered twice', async ({ assert, cleanup }) => {
    const processes = [startDeliveries(), startDeliveries()]
    cleanup(async () => {
      await Promise.all(processes.map((process) => process.stop()))
    })
    const { creator, form } = await published()
    const integration = await addWebhook(creator, form, receiver.url)
    const count = 40
    await Promise.all(Array.from({ length: count }, (_, at) => submit(creator, form, { name01: String(at) })))
    await until(
      () => logOf(creator, form, integration, '?status=delivered&limit=100'),
      (rows) => rows.length === count,
    )
    const ids = receiver.arrivals.map(({ headers }) => headers['webhook-id'])
    assert.lengthOf(ids, count)
    assert.equal(new Set(ids).size, count)
    const item = await creator.visitor.get<{ data: FormItem }>(`/api/forms/${form.id}`)
    assert.equal(item.body.data.submissions, count)
  })

  test('submissions that nobody listens to are counted beside those that are delivered', async ({
    assert,
    cleanup,
  }) => {
    const { creator, form } = await published()
    const { form: quiet } = await newForm(undefined, 'Quiet', creator)
    await publish(creator, quiet.id)
    const integration = await addWebhook(creator, form, receiver.url)
    for (const at of [1, 2, 3]) {
      await submit(creator, form, { name01: String(at) })
      await submit(creator, quiet, { name01: String(at) })
    }
    const processes = [startDeliveries(), startDeliveries()]
    cleanup(async () => {
      await Promise.all(processes.map((process) => process.stop()))
    })
    await until(
      () => logOf(creator, form, integration, '?status=delivered'),
      (rows) => rows.length === 3,
    )
    const itemOf = async (id: string) =>
      (
        await creator.visitor.get<{ data: FormItem & { last_submission_at: string | null } }>(
          `/api/forms/${id}`,
        )
      ).body.data
    await until(
      () => itemOf(quiet.id),
      (item) => item.submissions === 3,
    )
    assert.equal((await itemOf(form.id)).submissions, 3)
    assert.isNotNull((await itemOf(quiet.id)).last_submission_at)
    const left = await within(creator.workspaceId, async ({ trx }) => {
      const { rows } = await trx.rawQuery<{ rows: { count: number }[] }>('select count(*)::int from outbox')
      return rows[0]?.count
    })
    assert.equal(left, 0)
    assert.lengthOf(receiver.arrivals, 3)
  })

  test('a lease that nobody extends runs out, and the attempt it stood for has counted', async ({
    assert,
    cleanup,
  }) => {
    const { creator, form } = await published()
    const integration = await addWebhook(creator, form, receiver.url)
    const first = startDeliveries()
    receiver.answer(() => ({ status: 500, headers: { 'retry-after': '3600' } }))
    await submit(creator, form, { name01: 'one' })
    await until(
      () => logOf(creator, form, integration),
      ([row]) => row?.reason != null,
    )
    await first.stop()
    const [sent] = receiver.arrivals

    // as a process leaves it that died during the second attempt
    await change(
      creator,
      form,
      `attempts = 2, lease = '${randomUUID()}', leased_until = now() + interval '0.3 s', next_attempt_at = now()`,
    )
    receiver.answer(() => ({ status: 200 }))
    const second = startDeliveries()
    cleanup(() => second.stop())
    const [delivery] = await until(
      () => logOf(creator, form, integration),
      ([row]) => row?.status === 'delivered',
    )
    assert.equal(delivery?.attempts, 3)
    assert.equal(receiver.arrivals[1]?.body, sent?.body)
    assert.equal(receiver.arrivals[1]?.headers['webhook-id'], sent?.headers['webhook-id'])
  })

  test('a delivery that takes the process with it each time comes to an end', async ({ assert, cleanup }) => {
    const { creator, form } = await published()
    const integration = await addWebhook(creator, form, receiver.url)
    const first = startDeliveries()
    receiver.answer(() => ({ status: 500, headers: { 'retry-after': '3600' } }))
    await submit(creator, form, { name01: 'one' })
    await until(
      () => logOf(creator, form, integration),
      ([row]) => row?.reason != null,
    )
    await first.stop()
    await change(
      creator,
      form,
      `attempts = 3, lease = '${randomUUID()}', leased_until = now() - interval '1 s', next_attempt_at = now()`,
    )
    const second = startDeliveries()
    cleanup(() => second.stop())
    const [delivery] = await until(
      () => logOf(creator, form, integration),
      ([row]) => row?.status === 'failed',
    )
    assert.include(delivery?.reason, 'interrupted')
    assert.lengthOf(receiver.arrivals, 1)
  })

  test('a message that was sent by a server that was killed before its record is sent again by nobody but who asks', async ({
    assert,
    cleanup,
  }) => {
    receiver.answer(() => ({ status: 200, body: 'ok' }))
    const { creator, form } = await published()
    const settings = { way: 'webhook', address: receiver.url }
    const integration = await addIntegration(creator, form, 'slack', settings)
    await submit(creator, form, { name01: 'one' })
    await leaveAlone(creator)
    // the second one dies before it could note that the first one did
    for (let times = 0; times < 2; times++) {
      const server = await ServerProcess.start({
        ...{ DELIVERY_LEASE: '1', DELIVERY_SCHEDULE: '0,0,0,0' },
        FORMWRIGHT_FAILPOINT: 'attempt-record:1',
      }).catch(() => undefined)
      await server?.ended()
    }
    const background = startDeliveries({ leaseSeconds: 1 })
    cleanup(() => background.stop())
    const [row] = await until(
      () => logOf(creator, form, integration),
      ([first]) => first?.status !== 'pending',
    )
    assert.lengthOf(receiver.arrivals, 1)
    assert.equal(row?.status, 'unsure')
    assert.match(row?.reason ?? '', /may have arrived: look there before you send it again/)
    const { log } = await deliveryOf(creator, form, integration, row?.id ?? '')
    assert.deepEqual(
      log.map(({ number, outcome, request }) => ({ number, outcome, sent: request !== null })),
      [
        { number: 3, outcome: 'unsure', sent: false },
        { number: 1, outcome: 'unsure', sent: true },
      ],
    )
    await creator.visitor.post(`${pathOf(form, integration)}/replays`, { status: 'unsure' })
    await until(
      () => logOf(creator, form, integration),
      ([first]) => first?.status === 'delivered',
    )
    assert.lengthOf(receiver.arrivals, 2)
  })

  test('a receiver that hangs does not hold up another one', async ({ assert, cleanup }) => {
    const slow = await Receiver.open(() => ({ status: 200, after: 60_000 }))
    const background = startDeliveries({ concurrency: 6, perEndpoint: 4, drainMs: 50 })
    cleanup(async () => {
      await slow.close()
      await background.stop()
    })
    const { creator, form } = await published()
    await addWebhook(creator, form, slow.url)
    for (let at = 0; at < 30; at++) await submit(creator, form, { name01: String(at) })
    await slow.arrived(4)
    const other = await published()
    const quick = await addWebhook(other.creator, other.form, receiver.url)
    for (let at = 0; at < 10; at++) await submit(other.creator, other.form, { name01: String(at) })
    await until(
      () => logOf(other.creator, other.form, quick, '?status=delivered'),
      (rows) => rows.length === 10,
    )
    assert.lengthOf(slow.arrivals, 4)
  })

  test('receivers that hang in every place there is leave places to another one', async ({
    assert,
    cleanup,
  }) => {
    const { hanging, well, quick } = await besideHanging(cleanup, { receivers: 4, concurrency: 4 })
    for (const receiver of hanging) await receiver.arrived(1)
    for (const name of ['Ada', 'Grace', 'Joan']) await submit(quick.creator, quick.form, { name01: name })
    await well.arrived(3)
    assert.deepEqual(
      hanging.map(({ arrivals }) => arrivals.length),
      [1, 1, 1, 1],
    )
  })

  test('a workspace whose receivers hang, however many they are, leaves half of what is under way to the others', async ({
    assert,
    cleanup,
  }) => {
    const { hanging, well, quick } = await besideHanging(cleanup, { receivers: 6, concurrency: 3 })
    const reached = () => hanging.filter(({ arrivals }) => arrivals.length > 0).length
    await until(
      async () => reached(),
      (count) => count >= 3,
    )
    // those under way have left their places by then
    await sleep(1_500)
    await submit(quick.creator, quick.form, { name01: 'Ada' })
    await well.arrived(1)
    assert.equal(reached(), 3)
  })

  test('what waits of a workspace at a receiver does not hold up another one that has the same', async ({
    assert,
    cleanup,
  }) => {
    receiver.answer(() => ({ status: 200, after: 200 }))
    const background = startDeliveries({ concurrency: 6, perEndpoint: 2 })
    cleanup(() => background.stop())
    const [busy, other] = [await published(), await published()]
    await addWebhook(busy.creator, busy.form, receiver.url)
    await addWebhook(other.creator, other.form, receiver.url)
    await Promise.all(Array.from({ length: 20 }, () => submit(busy.creator, busy.form, { name01: 'many' })))
    await receiver.arrived(2)
    await submit(other.creator, other.form, { name01: 'one' })
    await receiver.arrived(21)
    const place = receiver.arrivals.findIndex(({ body }) => body.includes('"one"'))
    assert.isBelow(place, 12, `it was number ${place + 1}`)
  })

  test('stopping waits for what is under way', async ({ assert }) => {
    receiver.answer(() => ({ status: 200, after: 300 }))
    const background = startDeliveries({ drainMs: 30_000 })
    const { creator, form } = await published()
    const integration = await addWebhook(creator, form, receiver.url)
    await submit(creator, form, { name01: 'one' })
    await receiver.arrived(1)
    await background.stop()
    const [delivery] = await logOf(creator, form, integration)
    assert.equal(delivery?.status, 'delivered')
  })

  test('what does not end in time is given back uncounted, and the next process goes on at once', async ({
    assert,
    cleanup,
  }) => {
    receiver.answer(() => ({ status: 200, after: 60_000 }))
    const first = startDeliveries({ drainMs: 50, schedule: [0] })
    const { creator, form } = await published()
    const integration = await addWebhook(creator, form, receiver.url)
    await submit(creator, form, { name01: 'one' })
    await receiver.arrived(1)
    await first.stop()
    const [waiting] = await logOf(creator, form, integration)
    assert.equal(waiting?.status, 'pending')

    receiver.answer(() => ({ status: 200 }))
    const second = startDeliveries({ schedule: [0] })
    cleanup(() => second.stop())
    const [delivery] = await until(
      () => logOf(creator, form, integration),
      ([row]) => row?.status === 'delivered',
    )
    const { log } = await deliveryOf(creator, form, integration, delivery?.id ?? '')
    assert.deepEqual(
      log.map(({ outcome }) => outcome),
      ['delivered', 'stopped'],
    )
    assert.equal(receiver.arrivals[0]?.body, receiver.arrivals[1]?.body)
  })

  test('an integration that has only failed for too long is paused with the reason', async ({
    assert,
    cleanup,
  }) => {
    const background = startDeliveries({ pauseAfterSeconds: 0.2 })
    cleanup(() => background.stop())
    receiver.answer(() => ({ status: 500 }))
    const { creator, form } = await published()
    const integration = await addWebhook(creator, form, receiver.url)
    const paused = await until(
      async () => {
        await submit(creator, form, { name01: 'one' })
        const shown = await creator.visitor.get<{ data: IntegrationItem }>(pathOf(form, integration))
        return shown.body.data
      },
      (item) => item.paused !== null,
    )
    assert.match(paused.paused?.reason ?? '', /^Every delivery since .* has failed\.$/)
    await until(
      () => logOf(creator, form, integration, '?status=pending'),
      (rows) => rows.length === 0,
    )
  })

  test('nothing is sent for a form that was deleted', async ({ assert, cleanup }) => {
    const { creator, form } = await published()
    await addWebhook(creator, form, receiver.url)
    await submit(creator, form, { name01: 'one' })
    assert.equal((await creator.visitor.delete(`/api/forms/${form.id}`)).status, 204)
    const background = startDeliveries()
    cleanup(() => background.stop())
    const [delivery] = await until(
      () =>
        within(creator.workspaceId, async ({ trx }) => {
          const sql = 'select status, reason from deliveries where form_id = ?'
          const { rows } = await trx.rawQuery<{ rows: { status: string; reason: string }[] }>(sql, [form.id])
          return rows
        }),
      ([row]) => row?.status === 'failed',
    )
    assert.equal(delivery?.reason, 'The form was deleted.')
    assert.lengthOf(receiver.arrivals, 0)
  })

  test('a row of the outbox that cannot be worked does not hold up the others', async ({
    assert,
    cleanup,
  }) => {
    const { creator, form } = await published()
    const integration = await addWebhook(creator, form, receiver.url)
    const broken = await addWebhook(creator, form, receiver.url)
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(`update integrations set settings = '{"url": 5}' where id = ?`, [broken.id]),
    )
    const background = startDeliveries()
    cleanup(() => background.stop())
    await submit(creator, form, { name01: 'one' })
    await until(
      () => logOf(creator, form, integration),
      ([row]) => row?.status === 'delivered',
    )
    const [failed] = await until(
      () => logOf(creator, form, broken),
      ([row]) => row?.status === 'failed',
    )
    assert.include(failed?.reason, 'The stored settings of an integration "webhook" cannot be read')
  })

  test('deliveries are forgotten after 30 days, with bodies and log', async ({ assert, cleanup }) => {
    const background = startDeliveries()
    cleanup(() => background.stop())
    const { creator, form } = await published()
    const integration = await addWebhook(creator, form, receiver.url)
    await submit(creator, form, { name01: 'old' })
    await until(
      () => logOf(creator, form, integration),
      ([row]) => row?.status === 'delivered',
    )
    await change(creator, form, `created_at = now() - interval '31 days'`)
    await submit(creator, form, { name01: 'new' })
    notifyOutbox()
    await until(
      () => logOf(creator, form, integration),
      (rows) => rows.length === 2 && rows.every(({ status }) => status === 'delivered'),
    )
    assert.equal(await forgetOlderThan(30, 1_000), 1)
    assert.lengthOf(await logOf(creator, form, integration), 1)
    const left = await within(creator.workspaceId, async ({ trx }) => {
      const { rows } = await trx.rawQuery<{ rows: { count: number }[] }>(
        'select count(*)::int from delivery_attempts',
      )
      return rows[0]?.count
    })
    assert.equal(left, 1)
  })
})
