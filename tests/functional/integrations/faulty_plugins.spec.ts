import { test } from '@japa/runner'
import {
  addIntegration,
  addWebhook,
  type DeliveryItem,
  deliveryOf,
  logOf,
  published,
  startDeliveries,
  submit,
  until,
} from '#tests/functional/integrations/factories'
import { installPlugin } from '#tests/functional/plugins/install'
import { Receiver } from '#tests/functional/integrations/receiver'

test.group('A plugin that is not as it should be', (group) => {
  let receiver: Receiver
  let background: ReturnType<typeof startDeliveries>
  group.setup(() => installPlugin('integrations', new URL('pigeon', import.meta.url)))
  group.each.setup(async () => {
    receiver = await Receiver.open()
    background = startDeliveries({ schedule: [0, 0.02], attemptMs: 300 })
    return async () => {
      await background.stop()
      await receiver.close()
    }
  })

  /** What became of a submission that went to this pigeon, and to a webhook beside it. */
  async function deliveredWith(fault: string): Promise<{ pigeon: DeliveryItem; secret: string }> {
    const { creator, form } = await published()
    const { secret, ...pigeon } = await addIntegration(creator, form, 'pigeon', {
      url: `${receiver.url}?pigeon`,
      fault,
    })
    const webhook = await addWebhook(creator, form, `${receiver.url}?webhook`)
    await submit(creator, form, { name01: 'one' })
    const [row] = await until(
      () => logOf(creator, form, pigeon),
      ([first]) => first !== undefined && first.status !== 'pending',
    )
    await until(
      () => logOf(creator, form, webhook),
      ([first]) => first?.status === 'delivered',
    )
    return { pigeon: await deliveryOf(creator, form, pigeon, row?.id ?? ''), secret }
  }

  test('a plugin that {0}: the delivery names plugin, version and place, and the webhook beside it is told')
    .with([
      ['throws', ['retry', 'retry'], /deliver\.ts, line \d+: lost on the way with ••••••$/],
      ['hangs', ['retry', 'retry'], /did not end within 0\.3 seconds\.$/],
      ['nonsense', ['retry', 'retry'], /deliver answered something that is no outcome\.$/],
      ['body-throws', ['retry', 'retry'], /deliver\.ts, line \d+: no wings$/],
      ['state-grows', ['failed'], /its state has 20002 characters; 16384 are possible\.$/],
      ['state-circles', ['failed'], /its state is no JSON\.$/],
      ['body-grows', ['failed'], /it made a body of 34603008 characters; 33554432 are possible\.$/],
    ] as const)
    .run(async ({ assert }, [fault, outcomes, words]) => {
      const { pigeon, secret } = await deliveredWith(fault)
      assert.equal(pigeon.status, 'failed')
      assert.match(pigeon.reason ?? '', /^The integration "pigeon" \(version 3\) failed in deliver\.ts/)
      assert.match(pigeon.reason ?? '', words)
      assert.deepEqual(
        pigeon.log.map(({ outcome }) => outcome),
        [...outcomes],
      )
      assert.notInclude(JSON.stringify(pigeon), secret.slice('coo_'.length))
    })

  test('many deliveries that hang hold up no other workspace', async ({ assert }) => {
    const { creator, form } = await published()
    const pigeon = await addIntegration(creator, form, 'pigeon', { url: receiver.url, fault: 'hangs' })
    for (let at = 0; at < 8; at++) await submit(creator, form, { name01: String(at) })
    const other = await published()
    const webhook = await addWebhook(other.creator, other.form, `${receiver.url}?webhook`)
    for (let at = 0; at < 5; at++) await submit(other.creator, other.form, { name01: String(at) })
    await until(
      () => logOf(other.creator, other.form, webhook, '?status=delivered'),
      (rows) => rows.length === 5,
    )
    // the webhook had its places before those that hang were through
    assert.isNotEmpty(await logOf(creator, form, pigeon, '?status=pending'))
    await until(
      () => logOf(creator, form, pigeon, '?status=failed'),
      (rows) => rows.length === 8,
    )
  })

  test('one that hangs does not keep a server that stops, which gives its delivery back', async ({
    assert,
  }) => {
    const stopping = startDeliveries({ drainMs: 50 })
    const { creator, form } = await published()
    const pigeon = await addIntegration(creator, form, 'pigeon', { url: receiver.url, fault: 'hangs' })
    await background.stop()
    await submit(creator, form, { name01: 'one' })
    await until(
      async () => receiver.arrivals.length,
      (arrived) => arrived === 1,
    )
    const began = performance.now()
    await stopping.stop()
    assert.isBelow(performance.now() - began, 3_000)
    // another server has it at once, and not when the lease runs out
    background = startDeliveries({ schedule: [0, 0.02], attemptMs: 300 })
    const [row] = await until(
      () => logOf(creator, form, pigeon),
      ([first]) => first?.status === 'failed',
    )
    assert.match(row?.reason ?? '', /did not end within 0\.3 seconds\.$/)
  })

  test('a reason without end that tells a secret is cut and masked', async ({ assert }) => {
    const { pigeon, secret } = await deliveredWith('tells')
    assert.equal(pigeon.reason?.length, 1_000)
    assert.include(pigeon.reason, 'The secret is ••••••.')
    assert.notInclude(JSON.stringify(pigeon), secret)
  })

  test('what it still wants to send when its attempt is over is not sent', async ({ assert }) => {
    const first = await deliveredWith('calls-later')
    assert.equal(first.pigeon.status, 'delivered')
    const second = await deliveredWith('calls-later')
    assert.deepEqual([second.pigeon.status, second.pigeon.reason], ['failed', 'The call was stopped.'])
    assert.lengthOf(
      receiver.arrivals.filter(({ url }) => url.endsWith('pigeon')),
      1,
    )
  })

  test('a body that no database keeps is sent as it can be kept', async ({ assert }) => {
    const { pigeon } = await deliveredWith('body-nul')
    assert.equal(pigeon.status, 'delivered')
    assert.include(
      receiver.arrivals.map(({ body }) => body),
      'coo\ufffdcoo',
    )
  })

  test('one that has to be connected again is paused and says so', async ({ assert }) => {
    const { pigeon } = await deliveredWith('reconnect')
    assert.equal(pigeon.status, 'failed')
    assert.deepEqual(
      pigeon.log.map(({ outcome }) => outcome),
      ['reconnect'],
    )
  })
})
