import { test } from '@japa/runner'
import type { Disconnected } from '#api_types/connections'
import { plugins } from '#app/plugins/registry'
import {
  comeBack,
  connect,
  connectionsOf,
  consent,
  openSlack,
  setOut,
} from '#tests/functional/connections/connecting'
import { mood } from '#tests/functional/connections/moody/mood'
import {
  addIntegration,
  deliveryOf,
  logOf,
  published,
  startDeliveries,
  submit,
  until,
} from '#tests/functional/integrations/factories'
import { installPlugin } from '#tests/functional/plugins/install'
import type { SlackStandIn } from '#tests/stand_ins/slack/slack'

const CHANNEL = { id: 'C0GENERAL', label: '#general' }

test.group('A service whose plugin fails', (group) => {
  let slack: SlackStandIn
  group.setup(() => installPlugin('connections', new URL('moody/slack', import.meta.url)))
  group.each.setup(async () => {
    const opened = await openSlack()
    slack = opened.slack
    const background = startDeliveries({ schedule: [0, 0.02] })
    return async () => {
      Object.assign(mood, { member: '', how: '' })
      await background.stop()
      await opened.close()
    }
  })

  /** Says how often the member failed, at the connection too, where nothing of a credential stands. */
  const fault = (member: string) => {
    const found = plugins.faults
      .recent()
      .find((one) => one.of === 'connections' && one.kind === 'slack' && one.member === member)
    for (const { token, refreshToken = token } of slack.oauth.grants)
      if ([token, refreshToken].some((secret) => found?.reason.includes(secret)))
        return 'it tells a credential'
    return found?.reason
  }
  const SAID =
    /^The plugin of the service “slack” \(version 7\) failed (in service\.ts, line \d+|in “\w+”)\.$/

  test(
    'by {$self} in “sign”: what is to be delivered is tried again and says why, and goes on when it is mended',
  )
    .with(['error', 'nonsense'])
    .run(async ({ assert }, how) => {
      const { creator, form } = await published()
      const { id: connection_id } = await connect(creator, 'slack')
      const integration = await addIntegration(
        creator,
        form,
        'slack',
        { channel: CHANNEL },
        { connection_id },
      )
      Object.assign(mood, { member: 'sign', how })
      await submit(creator, form, { name01: 'one' })
      const [failed] = await until(
        () => logOf(creator, form, integration),
        (rows) => rows[0]?.status === 'failed',
      )
      const delivery = await deliveryOf(creator, form, integration, failed?.id ?? '')
      assert.match(delivery.reason ?? '', SAID)
      assert.deepEqual(
        delivery.log.map(({ outcome }) => outcome),
        ['retry', 'retry'],
      )
      for (const { token } of slack.oauth.grants) assert.notInclude(JSON.stringify(delivery), token)
      assert.match(fault('sign') ?? '', SAID)

      const asked = { kind: 'slack', connection_id, name: 'channel', settings: {} }
      const choices = await creator.visitor.post<{ data: { problem: string; reason: string } }>(
        `/api/forms/${form.id}/integration-choices`,
        asked,
      )
      assert.equal(choices.body.data.problem, 'failed')
      assert.match(choices.body.data.reason, SAID)
      const listed = await connectionsOf(creator)
      assert.match(
        listed.services.find(({ kind }) => kind === 'slack')?.fault ?? '',
        /^Its plugin \(version 7\) failed in “sign” (once|\d+ times) lately\. Whoever runs this server finds the reason/,
      )
      assert.isNull(listed.services.find(({ kind }) => kind === 'google')?.fault)
      assert.isNull(listed.connections[0]?.lost)

      mood.member = ''
      await submit(creator, form, { name01: 'two' })
      await until(
        () => logOf(creator, form, integration, '?status=delivered'),
        (rows) => rows.length === 1,
      )
    })

  test('by {$self} in “refuses”: status 401 alone says that a credential is not accepted')
    .with(['error', 'nonsense'])
    .run(async ({ assert }, how) => {
      const { creator, form } = await published()
      const { id: connection_id } = await connect(creator, 'slack')
      const integration = await addIntegration(
        creator,
        form,
        'slack',
        { channel: CHANNEL },
        { connection_id },
      )
      Object.assign(mood, { member: 'refuses', how })
      await submit(creator, form, { name01: 'one' })
      await until(
        () => logOf(creator, form, integration, '?status=delivered'),
        (rows) => rows.length === 1,
      )
      assert.match(fault('refuses') ?? '', SAID)
    })

  test('by {$self} in “account”: nothing is connected, and it is said why')
    .with(['error', 'nonsense'])
    .run(async ({ assert }, how) => {
      const { creator } = await published()
      const brought = await consent(await setOut(creator, 'slack'), 'Allow')
      Object.assign(mood, { member: 'account', how })
      const { status, body } = await comeBack(creator.visitor, 'slack', brought)
      assert.deepEqual([status, body.code], [422, 'E_CONNECT'])
      assert.match(
        body.message,
        /^The plugin of the service “slack” \(version 7\) failed in .+\. Nothing was connected\.$/,
      )
      assert.match(fault('account') ?? '', SAID)
      assert.isEmpty((await connectionsOf(creator)).connections)
    })

  test('by {$self} in “revoke”: the connection is gone, and that its access may stay is said')
    .with(['error', 'nonsense'])
    .run(async ({ assert }, how) => {
      const { creator } = await published()
      const { id } = await connect(creator, 'slack')
      Object.assign(mood, { member: 'revoke', how })
      const path = `/api/workspaces/${creator.workspaceId}/connections/${id}`
      const gone = await creator.visitor.delete<{ data: Disconnected }>(path)
      assert.deepEqual(gone.body.data, { revoked: false, shared: false })
      assert.match(fault('revoke') ?? '', SAID)
      assert.isEmpty((await connectionsOf(creator)).connections)
    })
})
