import { test } from '@japa/runner'
import { LARGEST_STATE, integrationState } from '#app/integrations/state'
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
import { installIntegration } from '#tests/functional/integrations/plugins'
import { Receiver } from '#tests/functional/integrations/receiver'

const always = new AbortController().signal

test.group('What integrations remember, and their order', (group) => {
  let receiver: Receiver
  group.setup(() => installIntegration('pigeon'))
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
    await assert.rejects(() => state.change(() => () => 1), /its state is no JSON/)
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
