import { randomUUID } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { Webhook } from 'standardwebhooks'
import { leaseDeliveries } from '#app/integrations/claimer'
import { deliveryWriter } from '#app/integrations/write_deliveries'
import { busy } from '#app/http/load_shedding'
import { type Consumer, consumeOutbox } from '#app/outbox/consume_outbox'
import { within } from '#app/workspaces/within'
import env from '#start/env'
import type { FormItem } from '#tests/functional/forms/factories'
import {
  addWebhook,
  deliveryOf,
  type IntegrationItem,
  leaveAlone,
  logOf,
  pathOf,
  published,
  remove,
  startDeliveries,
  submit,
  until,
} from '#tests/functional/integrations/factories'
import { type Arrival, Receiver } from '#tests/functional/integrations/receiver'
import { countRows, fill } from '#tests/functional/place'
import type { Creator } from '#tests/functional/visitor'

/** A workspace may have as many under way as it likes. */
const ALL = { perWorkspace: 10_000, underWay: new Map<string, number>() }

async function show(creator: Creator, form: FormItem, integration: { id: string }): Promise<IntegrationItem> {
  return (await creator.visitor.get<{ data: IntegrationItem }>(pathOf(form, integration))).body.data
}

/** Puts so many deliveries behind an integration, as they stand after some time. */
async function pile(
  { workspaceId }: Creator,
  form: FormItem,
  integration: { id: string },
  rows: number,
  status: 'pending' | 'failed',
): Promise<void> {
  await fill(
    workspaceId,
    `with made as (
       insert into submissions (workspace_id, form_id, version, submission_key, content_hash, answers)
       select :workspace, :form, 1, gen_random_uuid(), '', '{}' from generate_series(1, :rows::int) returning id
     )
     insert into deliveries (workspace_id, form_id, integration_id, event, outbox_id, submission_id, status,
                             next_attempt_at, finished_at, endpoint)
     select :workspace, :form, :integration, 'submission.created', gen_random_uuid(), id, :status,
            now() + interval '1 day', case when :status = 'failed' then now() end, :integration from made`,
    { workspace: workspaceId, form: form.id, integration: integration.id, rows, status },
  )
}

async function standing({ workspaceId }: Creator, form: FormItem): Promise<Record<string, number>> {
  return within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { status: string; count: number }[] }>(
      'select status, count(*)::int from deliveries where form_id = ? group by status',
      [form.id],
    )
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
  })
}

test.group('What happens while deliveries are under way', (group) => {
  let receiver: Receiver

  group.each.setup(async () => {
    receiver = await Receiver.open()
    return () => receiver.close()
  })

  test('what a receiver said about a submission that was deleted meanwhile is not kept', async ({
    assert,
    cleanup,
  }) => {
    const background = startDeliveries()
    cleanup(() => background.stop())
    const { creator, form } = await published()
    const integration = await addWebhook(creator, form, receiver.url)
    const gone = Promise.withResolvers<void>()
    receiver.answer(() => ({ status: 200, body: 'You said: private words', after: gone.promise }))
    const id = await submit(creator, form, { name01: 'private words' })
    await receiver.arrived(1)
    await remove(creator, form, id)
    const [cancelled] = await until(
      () => logOf(creator, form, integration),
      ([row]) => row?.status === 'cancelled',
    )
    gone.resolve()
    const { log, body } = await until(
      () => deliveryOf(creator, form, integration, cancelled?.id ?? ''),
      (delivery) => delivery.log.length === 1,
    )
    assert.isNull(body)
    assert.deepEqual([log[0]?.request, log[0]?.response], [null, null])
    assert.notInclude(JSON.stringify(log), 'private words')
  })

  test('a submission that is deleted before anybody was told of it is cancelled, and says nothing about the receiver', async ({
    assert,
    cleanup,
  }) => {
    const { creator, form } = await published()
    const integration = await addWebhook(creator, form, receiver.url)
    const id = await submit(creator, form, { name01: 'one' })
    await remove(creator, form, id)
    const background = startDeliveries()
    cleanup(() => background.stop())
    const [delivery] = await until(
      () => logOf(creator, form, integration),
      ([row]) => row !== undefined && row.status !== 'pending',
    )
    assert.deepEqual([delivery?.status, delivery?.reason], ['cancelled', 'The submission was deleted.'])
    const shown = await show(creator, form, integration)
    assert.deepEqual([shown.failing_since, shown.failed_deliveries], [null, 0])
    assert.lengthOf(receiver.arrivals, 0)
  })

  test('a count is right in the end, also where the news of a deletion comes first', async ({ assert }) => {
    const { creator, form } = await published()
    const id = await submit(creator, form, { name01: 'one' })
    await remove(creator, form, id)
    // another process is just at the news that it came
    const other = await db.connection('owner').transaction()
    await other.rawQuery(
      `select from outbox where submission_id = ? and event = 'submission.created' for update`,
      [id],
    )
    const left = async () => {
      await consumeOutbox(deliveryWriter)
      return within(creator.workspaceId, async ({ trx }) => {
        const { rows } = await trx.rawQuery<{ rows: { event: string }[] }>('select event from outbox')
        return rows.map(({ event }) => event)
      })
    }
    const count = async () =>
      (await creator.visitor.get<{ data: FormItem }>(`/api/forms/${form.id}`)).body.data.submissions
    await until(left, (events) => events.join() === 'submission.created')
    assert.equal(await count(), 0)
    await other.rollback()
    await until(left, (events) => events.length === 0)
    assert.equal(await count(), 0)
    await submit(creator, form, { name01: 'two' })
    await until(left, (events) => events.length === 0)
    assert.equal(await count(), 1)
  })

  test('a workspace that does too much waits with what came in, all at once, and no other one does', async ({
    assert,
  }) => {
    const [crowd, other] = [await published(), await published()]
    for (const { creator, form } of [crowd, other]) await addWebhook(creator, form, 'http://127.0.0.1:9')
    for (const name01 of ['one', 'two', 'three']) await submit(crowd.creator, crowd.form, { name01 })
    await submit(other.creator, other.form, { name01: 'one' })
    const asked: string[] = []
    const consumer: Consumer = {
      prepare(workspaceId, ids) {
        asked.push(workspaceId)
        if (workspaceId === crowd.creator.workspaceId) throw busy()
        return deliveryWriter.prepare(workspaceId, ids)
      },
    }
    await consumeOutbox(consumer)
    const waiting = ({ creator }: typeof crowd) =>
      within(creator.workspaceId, async ({ trx }) => {
        const { rows } = await trx.rawQuery<{ rows: object[] }>('select from outbox')
        return rows.length
      })
    assert.deepEqual([await waiting(crowd), await waiting(other)], [3, 0])
    assert.lengthOf(asked, 2)
  })

  test('what comes in while events of very many workspaces wait has its turn before those that had one', async ({
    assert,
    cleanup,
  }) => {
    const { creator, form } = await published()
    await leaveAlone(creator)
    const owner = db.connection('owner')
    await owner.rawQuery(
      `with crowd as (insert into workspaces (name) select 'Crowd' from generate_series(1, 1100) returning id),
            forms as (insert into forms (workspace_id, slug, title) select id, id::text, 'A form' from crowd
                      returning workspace_id, id)
       insert into outbox (workspace_id, form_id, event, submission_id)
       select workspace_id, id, 'submission.created', gen_random_uuid() from forms, generate_series(1, 30)`,
    )
    cleanup(async () => {
      await owner.rawQuery(`delete from workspaces where name = 'Crowd'`)
    })
    const began = performance.now()
    await consumeOutbox(deliveryWriter)
    assert.isBelow(performance.now() - began, 2_000)
    await submit(creator, form, { name01: 'one' })
    const { more } = await consumeOutbox(deliveryWriter)
    assert.isTrue(more)
    assert.equal(await countRows(creator.workspaceId, 'outbox'), 0)
  })

  test('a workspace with very many events, of which each makes many deliveries, is worked in turns with the others', async ({
    assert,
  }) => {
    const [crowd, other] = [await published(), await published()]
    const url = 'http://127.0.0.1:9'
    const [first] = await Promise.all(
      Array.from({ length: 20 }, () => addWebhook(crowd.creator, crowd.form, url)),
    )
    await addWebhook(other.creator, other.form, url)
    await within(crowd.creator.workspaceId, ({ trx }) =>
      trx.rawQuery(
        `insert into outbox (workspace_id, form_id, event, submission_id)
         select ?, ?, 'submission.created', gen_random_uuid() from generate_series(1, 1200)`,
        [crowd.creator.workspaceId, crowd.form.id],
      ),
    )
    await submit(other.creator, other.form, { name01: 'one' })
    await leaveAlone(crowd.creator, other.creator)
    const asked: [string, number][] = []
    const consumer: Consumer = {
      prepare(workspaceId, ids) {
        asked.push([workspaceId, ids.length])
        return deliveryWriter.prepare(workspaceId, ids)
      },
    }
    const { more } = await consumeOutbox(consumer)
    assert.isTrue(more)
    assert.sameDeepMembers(asked, [
      [crowd.creator.workspaceId, 50],
      [other.creator.workspaceId, 1],
    ])
    const { rows } = await within(crowd.creator.workspaceId, ({ trx }) =>
      trx.rawQuery<{ rows: { count: number }[] }>(
        'select count(*)::int from deliveries where integration_id = ?',
        [first?.id],
      ),
    )
    assert.equal(rows[0]?.count, 50)
  })

  test('who looked before another process made an attempt keeps to the schedule all the same', async ({
    assert,
    cleanup,
  }) => {
    const { creator, form } = await published()
    const integration = await addWebhook(creator, form, receiver.url)
    cleanup(async () => void (await creator.visitor.delete(pathOf(form, integration))))
    await pile(creator, form, integration, 1, 'pending')
    const owner = db.connection('owner')
    await owner.rawQuery('update deliveries set next_attempt_at = now() where form_id = ?', [form.id])
    // it looks, and is kept from going on until this transaction ends
    const gate = await owner.transaction()
    await gate.rawQuery('select pg_advisory_xact_lock(4711)')
    await owner.rawQuery(
      `create policy gate on deliveries as restrictive for all to fw_operator
       using (form_id <> '${form.id}' or pg_advisory_xact_lock_shared(4711) is not null) with check (true)`,
    )
    cleanup(async () => void (await owner.rawQuery('drop policy if exists gate on deliveries')))
    const leasing = leaseDeliveries({ leaseSeconds: 30, limit: 10_000, perEndpoint: 10, earlier: 0, ...ALL })
    const waiting = `select from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`
    await until(
      async () => (await owner.rawQuery<{ rows: unknown[] }>(waiting)).rows,
      (rows) => rows.length > 0,
    )
    await owner.rawQuery(
      `update deliveries set attempts = 1, next_attempt_at = now() + interval '1 hour' where form_id = ?`,
      [form.id],
    )
    await gate.rollback()
    const mine = (await leasing).filter(({ workspaceId }) => workspaceId === creator.workspaceId)
    assert.lengthOf(mine, 0)
  })

  test('two processes make each attempt once, and none before its time', async ({ assert, cleanup }) => {
    const schedule = [0, 0.25, 0.25]
    const processes = [startDeliveries({ schedule }), startDeliveries({ schedule })]
    cleanup(async () => {
      await Promise.all(processes.map((process) => process.stop()))
    })
    const { creator, form } = await published()
    receiver.answer(() => ({ status: 500 }))
    const integration = await addWebhook(creator, form, receiver.url)
    const count = 20
    await Promise.all(Array.from({ length: count }, (_, at) => submit(creator, form, { name01: String(at) })))
    const failed = await until(
      () => logOf(creator, form, integration, '?status=failed&limit=100'),
      (rows) => rows.length === count,
    )
    assert.deepEqual([...new Set(failed.map(({ attempts }) => attempts))], [3])
    const each = Map.groupBy(receiver.arrivals, ({ headers }) => headers['webhook-id'])
    assert.equal(each.size, count)
    for (const attempts of each.values()) {
      assert.lengthOf(attempts, 3)
      for (const [at, { at: time }] of attempts.slice(1).entries()) {
        assert.isAtLeast(time - (attempts[at]?.at ?? 0), 250)
      }
    }
  })

  test('a secret that is replaced between two attempts: both sign the second one, over the same bytes', async ({
    assert,
    cleanup,
  }) => {
    const background = startDeliveries()
    cleanup(() => background.stop())
    const { creator, form } = await published()
    const rotated = Promise.withResolvers<void>()
    receiver.answer((_, index) => (index === 0 ? { status: 500, after: rotated.promise } : { status: 200 }))
    const { secret: old, ...integration } = await addWebhook(creator, form, receiver.url)
    await submit(creator, form, { name01: 'Zoë' })
    await receiver.arrived(1)
    const made = await creator.visitor.post<{ data: { secret: string } }>(
      `${pathOf(form, integration)}/secret`,
    )
    rotated.resolve()
    const [first, second] = await receiver.arrived(2)
    const verify = (secret: string, { body, headers }: Arrival) => new Webhook(secret).verify(body, headers)
    if (!first || !second) throw new Error('two attempts were made')
    assert.doesNotThrow(() => verify(old, first))
    assert.throws(() => verify(made.body.data.secret, first))
    assert.doesNotThrow(() => verify(old, second))
    assert.doesNotThrow(() => verify(made.body.data.secret, second))
    assert.equal(second.body, first.body)
  })

  test('so many deliveries of a workspace wait; more have failed, say why, and are sent again where there is room', async ({
    assert,
    cleanup,
  }) => {
    const { creator, form } = await published()
    const integration = await addWebhook(creator, form, receiver.url)
    await leaveAlone(creator)
    cleanup(() => env.set('DELIVERIES_WAITING', 100_000))
    env.set('DELIVERIES_WAITING', 2)
    const hand = async (name01: string) => {
      await submit(creator, form, { name01 })
      await consumeOutbox(deliveryWriter)
    }
    for (const name01 of ['one', 'two', 'three']) await submit(creator, form, { name01 })
    await consumeOutbox(deliveryWriter)
    assert.deepEqual(await standing(creator, form), { pending: 2, failed: 1 })
    for (const name of ['four', 'five']) await hand(name)
    const failed = await logOf(creator, form, integration, '?status=failed')
    assert.lengthOf(failed, 3)
    assert.match(failed[0]?.reason ?? '', /^More deliveries of this workspace wait than may/)
    env.set('DELIVERIES_WAITING', 4)
    const replays = () =>
      creator.visitor.post<{ data: object }>(`${pathOf(form, integration)}/replays`, { status: 'failed' })
    assert.deepEqual((await replays()).body.data, { replayed: 2 })
    assert.deepEqual((await replays()).body.data, { replayed: 0 })
    assert.deepEqual(await standing(creator, form), { pending: 4, failed: 1 })
    // they go where they would have gone
    const { rows } = await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery<{ rows: { endpoint: string }[] }>('select distinct endpoint from deliveries'),
    )
    assert.lengthOf(rows, 1)
  })

  test('replaying is for what has failed: what is under way goes on by itself, once', async ({
    assert,
    cleanup,
  }) => {
    const background = startDeliveries({ schedule: [0] })
    cleanup(() => background.stop())
    const { creator, form } = await published()
    const integration = await addWebhook(creator, form, receiver.url)
    receiver.answer(() => ({ status: 500 }))
    await submit(creator, form, { name01: 'failed' })
    const [failed] = await until(
      () => logOf(creator, form, integration),
      ([row]) => row?.status === 'failed',
    )
    const replayed = Promise.withResolvers<void>()
    receiver.answer(() => ({ status: 200, after: replayed.promise }))
    await submit(creator, form, { name01: 'under way' })
    await receiver.arrived(2)
    const path = pathOf(form, integration)
    const under = (await logOf(creator, form, integration, '?status=pending'))[0]
    const refused = await creator.visitor.post<{ code: string }>(`${path}/deliveries/${under?.id}/replay`)
    assert.deepEqual([refused.status, refused.body.code], [409, 'E_UNDER_WAY'])
    const all = await creator.visitor.post<{ data: { replayed: number } }>(`${path}/replays`)
    assert.equal(all.body.data.replayed, 1)
    // and once more, while it is under way itself
    await receiver.arrived(3)
    assert.equal(
      (await creator.visitor.post<{ data: { replayed: number } }>(`${path}/replays`)).body.data.replayed,
      0,
    )
    replayed.resolve()
    await until(
      () => logOf(creator, form, integration, '?status=delivered'),
      (rows) => rows.length === 2,
    )
    const ids = receiver.arrivals.map(({ headers }) => headers['webhook-id'])
    assert.deepEqual(ids.sort(), [failed?.id, failed?.id, under?.id].map(String).sort())
  })

  test('an integration, and a form, that is deleted while its delivery is under way: nothing stays behind, others go on', async ({
    assert,
    cleanup,
  }) => {
    const background = startDeliveries()
    cleanup(() => background.stop())
    const gone = Promise.withResolvers<void>()
    receiver.answer(() => ({ status: 500, after: gone.promise }))
    const one = await published()
    const integration = await addWebhook(one.creator, one.form, receiver.url)
    await submit(one.creator, one.form, { name01: 'one' })
    const two = await published()
    await addWebhook(two.creator, two.form, receiver.url)
    await submit(two.creator, two.form, { name01: 'two' })
    await receiver.arrived(2)
    await one.creator.visitor.delete(pathOf(one.form, integration))
    await two.creator.visitor.delete(`/api/forms/${two.form.id}`)
    gone.resolve()
    await until(
      () => standing(two.creator, two.form),
      (counts) => counts.failed === 1,
    )
    assert.deepEqual(await standing(one.creator, one.form), {})
    const three = await published()
    receiver.answer(() => ({ status: 200 }))
    const other = await addWebhook(three.creator, three.form, receiver.url)
    await submit(three.creator, three.form, { name01: 'three' })
    await until(
      () => logOf(three.creator, three.form, other),
      ([row]) => row?.status === 'delivered',
    )
    assert.lengthOf(receiver.arrivals, 3)
  })

  test('410 ends all that waits, and replaying brings all of it back, however many there are', async ({
    assert,
    cleanup,
  }) => {
    const { creator, form } = await published()
    const integration = await addWebhook(creator, form, receiver.url)
    cleanup(async () => void (await creator.visitor.delete(pathOf(form, integration))))
    await pile(creator, form, integration, 3_000, 'pending')
    receiver.answer(() => ({ status: 410 }))
    const background = startDeliveries()
    cleanup(() => background.stop())
    await submit(creator, form, { name01: 'one' })
    await until(
      () => standing(creator, form),
      (counts) => counts.failed === 3_001,
    )
    assert.equal((await show(creator, form, integration)).failed_deliveries, 3_001)
    assert.lengthOf(receiver.arrivals, 1)
    await background.stop()
    const path = pathOf(form, integration)
    await creator.visitor.patch(path, { enabled: true })
    const all = await creator.visitor.post<{ data: { replayed: number } }>(`${path}/replays`)
    assert.equal(all.body.data.replayed, 3_001)
    assert.deepEqual(await standing(creator, form), { pending: 3_001 })
  })

  test('of very many that failed only so many are counted; all of them go with their integration', async ({
    assert,
  }) => {
    const { creator, form } = await published()
    const integration = await addWebhook(creator, form, receiver.url)
    await pile(creator, form, integration, 10_050, 'failed')
    assert.equal((await show(creator, form, integration)).failed_deliveries, 10_000)
    const list = await creator.visitor.get<{ data: IntegrationItem[] }>(pathOf(form))
    assert.deepEqual(
      list.body.data.map(({ failed_deliveries: failed }) => failed),
      [10_000],
    )
    assert.equal((await creator.visitor.delete(pathOf(form, integration))).status, 204)
    assert.equal(await countRows(creator.workspaceId, 'deliveries'), 0)
  }).timeout(30_000)

  test('a receiver for which very many deliveries are due hides no other one of the workspace', async ({
    assert,
  }) => {
    const { creator, form } = await published()
    const crowded = await addWebhook(creator, form, receiver.url)
    const other = await addWebhook(creator, form, receiver.url)
    await leaveAlone(creator)
    await pile(creator, form, crowded, 1_100, 'pending')
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(`update deliveries set next_attempt_at = now() - interval '1 hour'`),
    )
    await pile(creator, form, other, 1, 'pending')
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery('update deliveries set next_attempt_at = now() where integration_id = ?', [other.id]),
    )
    const leased = await leaseDeliveries({
      leaseSeconds: 30,
      limit: 100,
      perEndpoint: 10,
      earlier: 0,
      ...ALL,
    })
    assert.lengthOf(leased, 11)
  })

  test('very many receivers that wait for the first of their deliveries hide no other one', async ({
    assert,
  }) => {
    const { creator, form } = await published()
    const [behind, other] = [
      await addWebhook(creator, form, receiver.url),
      await addWebhook(creator, form, receiver.url),
    ]
    await leaveAlone(creator)
    await pile(creator, form, behind, 420, 'pending')
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(
        `update deliveries d set in_order = true, endpoint = 'line ' || place % 210,
           next_attempt_at = now() + case when place < 210 then interval '1 hour' else interval '-1 hour' end
         from (select id, row_number() over (order by outbox_id) - 1 as place from deliveries) placed
         where placed.id = d.id`,
      ),
    )
    await pile(creator, form, other, 1, 'pending')
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery('update deliveries set next_attempt_at = now() where integration_id = ?', [other.id]),
    )
    const leased = await leaseDeliveries({
      ...{ leaseSeconds: 30, limit: 100, perEndpoint: 10, earlier: 0 },
      ...ALL,
    })
    assert.lengthOf(leased, 1)
  })

  test('a workspace with very many receivers takes turns with the others', async ({ assert }) => {
    const [many, one] = [await published(), await published()]
    await leaveAlone(many.creator, one.creator)
    for (const [{ creator, form }, rows] of [
      [many, 200],
      [one, 1],
    ] as const) {
      await pile(creator, form, await addWebhook(creator, form, receiver.url), rows, 'pending')
      await within(creator.workspaceId, ({ trx }) =>
        trx.rawQuery(
          `update deliveries set endpoint = id::text, next_attempt_at = now() - interval '1 s' * ?`,
          [rows],
        ),
      )
    }
    const lease = (earlier: number) =>
      leaseDeliveries({ leaseSeconds: 30, limit: 20, perEndpoint: 10, earlier, ...ALL })
    assert.include(
      (await lease(0)).map(({ workspaceId }) => workspaceId),
      one.creator.workspaceId,
    )
    for (const { creator } of [many, one])
      await within(creator.workspaceId, ({ trx }) =>
        trx.rawQuery(
          'update deliveries set backfill_id = gen_random_uuid(), lease = null, leased_until = null',
        ),
      )
    assert.include(
      (await lease(5)).map(({ workspaceId }) => workspaceId),
      one.creator.workspaceId,
    )
  })

  test('what is leased is leased to one, until the lease runs out', async ({ assert, cleanup }) => {
    const { creator, form } = await published()
    const integration = await addWebhook(creator, form, receiver.url)
    cleanup(async () => void (await creator.visitor.delete(pathOf(form, integration))))
    await pile(creator, form, integration, 1, 'pending')
    const take = () =>
      leaseDeliveries({ leaseSeconds: 30, limit: 10_000, perEndpoint: 10, earlier: 0, ...ALL })
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery('update deliveries set next_attempt_at = now()'),
    )
    const own = async () => (await take()).filter(({ workspaceId }) => workspaceId === creator.workspaceId)
    const [first] = await own()
    assert.equal(first?.attempt, 1)
    assert.lengthOf(await own(), 0)
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(`update deliveries set lease = ?, leased_until = now() - interval '1 s'`, [randomUUID()]),
    )
    assert.deepEqual(
      (await own()).map(({ attempt }) => attempt),
      [2],
    )
  })
})
