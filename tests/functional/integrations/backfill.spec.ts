import { test } from '@japa/runner'
import type { Backfill, EarlierSubmissions } from '#api_types/integrations'
import type { DeliveryBackground } from '#app/integrations/background'
import { forgetDeliveries } from '#app/integrations/forget_deliveries'
import { within } from '#app/workspaces/within'
import type { FormItem } from '#tests/functional/forms/factories'
import { ServerProcess } from '#tests/functional/ground/server_process'
import {
  addIntegration,
  addWebhook,
  type IntegrationItem,
  logOf,
  pathOf,
  published,
  startDeliveries,
  submit,
  told,
  leaveAlone,
  until,
} from '#tests/functional/integrations/factories'
import { type Arrival, Receiver } from '#tests/functional/integrations/receiver'
import { installPlugin } from '#tests/functional/plugins/install'
import type { Creator } from '#tests/functional/visitor'

const always = new AbortController().signal

/** A form that has been answered so often before anybody listens, and is told of no more. */
async function answered(count: number) {
  const { creator, form } = await published()
  const ids: string[] = []
  for (let index = 0; index < count; index++) ids.push(await submit(creator, form, { name01: `n${index}` }))
  await told(creator)
  return { creator, form, ids }
}

/** When the backfill last had its turn. */
function turn({ workspaceId }: Creator, { id }: IntegrationItem): Promise<string | undefined> {
  return within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { at: string }[] }>(
      'select turn_at::text as at from backfills where workspace_id = ? and integration_id = ?',
      [workspaceId, id],
    )
    return rows[0]?.at
  })
}

function backfillsOf(creator: Creator, form: FormItem, integration: IntegrationItem) {
  const path = `${pathOf(form, integration)}/backfill`
  const show = async () => (await creator.visitor.get<{ data: Backfill }>(path)).body.data
  return {
    earlier: async () =>
      (
        await creator.visitor.get<{ data: EarlierSubmissions }>(
          `${pathOf(form, integration)}/earlier-submissions`,
        )
      ).body.data,
    start: () => creator.visitor.post<{ data: Backfill; code: string }>(path),
    change: (what: 'pause' | 'resume' | 'cancel') =>
      creator.visitor.post<{ data: Backfill; code: string }>(`${path}/${what}`),
    show,
    done: () => until(show, ({ status }) => status === 'done'),
  }
}

const submissionOf = ({ body }: Arrival): string => JSON.parse(body).data.submission.id

test.group('Earlier submissions', (group) => {
  let background: DeliveryBackground
  let receiver: Receiver
  group.setup(() => installPlugin('integrations', new URL('flock', import.meta.url)))
  group.each.setup(async () => {
    receiver = await Receiver.open()
    background = startDeliveries()
    return async () => {
      await background.stop()
      await receiver.close()
    }
  })

  test('all are sent, each once, whoever else begins, now or when the log is forgotten', async ({
    assert,
  }) => {
    const { creator, form, ids } = await answered(25)
    const integration = await addWebhook(creator, form, receiver.url)
    const { earlier, start, done, show } = backfillsOf(creator, form, integration)
    assert.isNull(await show())
    // this one goes by itself
    const own = await submit(creator, form, { name01: 'new' })
    await receiver.arrived(1)
    assert.deepEqual(await earlier(), { count: 25, matching: 25 })

    // it is under way until all three were answered
    const held = Promise.withResolvers<void>()
    receiver.answer(() => ({ status: 204, after: held.promise }))
    const begun = await Promise.all([start(), start(), start()])
    held.resolve()
    assert.sameMembers(
      begun.map(({ status, body }) => body.code ?? status),
      [201, 'E_BACKFILL_UNDER_WAY', 'E_BACKFILL_UNDER_WAY'],
    )
    const over = await done()
    assert.deepInclude(over, { total: 25, delivered: 25, failed: 0, waiting: 0, unmatched: 0 })
    assert.deepEqual(receiver.arrivals.map(submissionOf).toSorted(), [...ids, own].toSorted())
    const log = await logOf(creator, form, integration, '?limit=100')
    assert.lengthOf(
      log.filter(({ earlier }) => earlier),
      25,
    )

    assert.equal((await start()).body.code, 'E_NOTHING_EARLIER')
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(`update deliveries set created_at = now() - interval '31 days' where integration_id = ?`, [
        integration.id,
      ]),
    )
    await forgetDeliveries(always)
    assert.isEmpty(await logOf(creator, form, integration))
    assert.deepEqual(await earlier(), { count: 0, matching: 0 })
  })

  test('a condition leaves out the others, and is counted before', async ({ assert }) => {
    const { creator, form, ids } = await answered(12)
    const condition = { left: { field: 'name01' }, op: 'is', right: { value: 'n7' } }
    const integration = await addWebhook(creator, form, receiver.url, { condition })
    const { earlier, start, done } = backfillsOf(creator, form, integration)
    assert.deepEqual(await earlier(), { count: 12, matching: 1 })
    await start()
    assert.deepInclude(await done(), { total: 12, delivered: 1, unmatched: 11 })
    assert.deepEqual(receiver.arrivals.map(submissionOf), [ids[7]])
  })

  test('new submissions go first, and earlier ones have half of the places of a receiver', async ({
    assert,
  }) => {
    const { creator, form, ids } = await answered(12)
    const held = Promise.withResolvers<void>()
    receiver.answer(() => ({ status: 204, after: held.promise }))
    const integration = await addWebhook(creator, form, receiver.url)
    const { start, show, done } = backfillsOf(creator, form, integration)
    await start()
    await until(show, ({ waiting }) => waiting === 12)
    await receiver.arrived(2)
    // of the four places two are left to what is new, though ten earlier ones wait
    const fresh = [await submit(creator, form, { name01: 'a' }), await submit(creator, form, { name01: 'b' })]
    const arrivals = await receiver.arrived(4)
    assert.sameMembers(arrivals.slice(2).map(submissionOf), fresh)
    const third = await submit(creator, form, { name01: 'c' })
    await told(creator)
    held.resolve()
    await done()
    const order = receiver.arrivals.map(submissionOf)
    assert.isBelow(order.indexOf(third), 7, 'with the first that followed')
    assert.sameMembers(order, [...ids, ...fresh, third])
  })

  test('where one goes after the other, new ones do not wait for earlier ones', async ({ assert }) => {
    const { creator, form } = await answered(12)
    const held = Promise.withResolvers<void>()
    receiver.answer((_, index) => ({ status: 200, body: '4', ...(index === 0 && { after: held.promise }) }))
    const integration = await addIntegration(creator, form, 'flock', { url: receiver.url })
    const { start, done } = backfillsOf(creator, form, integration)
    await start()
    await receiver.arrived(1)
    await submit(creator, form, { name01: 'new' })
    await told(creator)
    assert.lengthOf(receiver.arrivals, 1, 'one flight at a time')
    held.resolve()
    await done()
    assert.deepEqual(
      receiver.arrivals.map(({ body }) => JSON.parse(body)),
      [['n0', 'n1', 'n2', 'n3'], ['new', 'n4', 'n5', 'n6'], ['n7', 'n8', 'n9', 'n10'], ['n11']],
    )
  })

  test('paused, nothing more is sent; it goes on; canceled, the rest can be sent later under the same ids', async ({
    assert,
  }) => {
    const { creator, form, ids } = await answered(8)
    const first = Promise.withResolvers<void>()
    receiver.answer((_, index) => ({ status: 204, ...(index < 2 && { after: first.promise }) }))
    const integration = await addWebhook(creator, form, receiver.url)
    const { start, change, show, done } = backfillsOf(creator, form, integration)
    assert.equal((await change('pause')).body.code, 'E_NO_BACKFILL')
    await start()
    await receiver.arrived(2)
    assert.equal((await change('pause')).body.data.status, 'paused')
    first.resolve()
    const log = () => logOf(creator, form, integration)
    await until(
      log,
      (rows) => rows.filter(({ reason }) => reason === 'Sending earlier submissions is paused.').length === 6,
    )
    // what was under way is noted after it was answered
    const paused = await until(show, ({ delivered }) => delivered === 2)
    assert.deepInclude(paused, { status: 'paused', waiting: 6 })
    assert.lengthOf(receiver.arrivals, 2)

    const second = Promise.withResolvers<void>()
    receiver.answer(() => ({ status: 204, after: second.promise }))
    await change('resume')
    await receiver.arrived(4)
    const before = new Map((await log()).map(({ submission_id: id, id: delivery }) => [id, delivery]))
    assert.deepInclude((await change('cancel')).body.data, { status: 'cancelled' })
    second.resolve()
    await until(show, ({ waiting }) => waiting === 0)
    assert.deepInclude(await show(), { status: 'cancelled', delivered: 4, failed: 0 })

    receiver.answer(() => ({ status: 204 }))
    assert.deepInclude((await start()).body.data, { status: 'running', total: 4 })
    await done()
    assert.sameMembers(receiver.arrivals.map(submissionOf), ids)
    for (const arrival of receiver.arrivals)
      assert.equal(arrival.headers['webhook-id'], before.get(submissionOf(arrival)))
  })

  test('while its integration is off it waits, and ends with what failed', async ({ assert }) => {
    const { creator, form } = await answered(3)
    receiver.answer(({ body }) => ({ status: body.includes('n1') ? 400 : 204 }))
    const integration = await addWebhook(creator, form, receiver.url, { enabled: false })
    const { start, show, done } = backfillsOf(creator, form, integration)
    assert.equal((await start()).body.code, 'E_TAKES_NO_SUBMISSIONS')
    const switchTo = (enabled: boolean) => creator.visitor.patch(pathOf(form, integration), { enabled })
    await switchTo(true)
    await background.stop()
    await start()
    await switchTo(false)
    const before = await turn(creator, integration)
    background = startDeliveries()
    await until(
      () => turn(creator, integration),
      (at) => at !== before,
    )
    assert.deepInclude(await show(), { status: 'running', waits_for: 'integration', waiting: 0 })
    await switchTo(true)
    assert.deepInclude(await done(), { delivered: 2, failed: 1, waits_for: null })
  })

  test('a server that is killed between the call and its record goes on; what arrives twice has one id', async ({
    assert,
  }) => {
    const { creator, form, ids } = await answered(40)
    await background.stop()
    const integration = await addWebhook(creator, form, receiver.url)
    const { start, done } = backfillsOf(creator, form, integration)
    await leaveAlone(creator)
    await start()
    const settings = { FORMWRIGHT_FAILPOINT: 'attempt-record:7', DELIVERY_LEASE: '1' }
    // it may die while it starts
    const server = await ServerProcess.start(settings).catch(() => undefined)
    await receiver.arrived(7)
    await server?.stop()
    const atDeath = receiver.arrivals.length
    background = startDeliveries({ leaseSeconds: 1 })
    await done()
    assert.isBelow(atDeath, 40, 'it died in the middle')
    assert.isAbove(receiver.arrivals.length, 40, 'something was sent and not recorded')
    const names = new Map<string, Set<string | undefined>>()
    for (const arrival of receiver.arrivals) {
      const id = submissionOf(arrival)
      names.set(id, (names.get(id) ?? new Set()).add(arrival.headers['webhook-id']))
    }
    assert.sameMembers([...names.keys()], ids)
    for (const [id, deliveries] of names) assert.equal(deliveries.size, 1, id)
  })
})
