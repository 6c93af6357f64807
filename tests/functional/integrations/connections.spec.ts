import { test } from '@japa/runner'
import type { IntegrationChoices } from '#api_types/integrations'
import { within } from '#app/workspaces/within'
import { connect, connectionsOf, openSlack } from '#tests/functional/connections/connecting'
import {
  addIntegration,
  deliveryOf,
  type IntegrationItem,
  logOf,
  pathOf,
  published,
  remove,
  startDeliveries,
  submit,
  until,
} from '#tests/functional/integrations/factories'
import type { Creator } from '#tests/functional/visitor'
import { channel, type SlackStandIn } from '#tests/stand_ins/slack/slack'

const POST = '/api/chat.postMessage'
const GENERAL = { id: 'C0GENERAL', label: '#general' }

interface ShownIntegration extends IntegrationItem {
  connection_id: string | null
}

test.group('Integrations with a connection', (group) => {
  let slack: SlackStandIn
  group.each.setup(async () => {
    const opened = await openSlack()
    slack = opened.slack
    const background = startDeliveries({ schedule: [0, 0.02, 0.02] })
    return async () => {
      await background.stop()
      await opened.close()
    }
  })

  const shown = async (creator: Creator, form: { id: string }, one: { id: string }) =>
    (await creator.visitor.get<{ data: ShownIntegration }>(pathOf(form, one))).body.data

  const names = () => slack.posted.map(({ blocks }) => /\*Name\*\\n(\w+)/.exec(JSON.stringify(blocks))?.[1])

  test('a connection of the right service is needed, and of this workspace', async ({ assert }) => {
    const { creator, form } = await published()
    const other = await published()
    const foreign = await connect(other.creator, 'slack')
    const add = (connection_id: string | null) =>
      creator.visitor.post<{ errors: Record<string, string[]> }>(pathOf(form), {
        ...{ kind: 'slack', settings: { channel: GENERAL }, connection_id },
      })
    for (const id of [null, foreign.id]) {
      const { status, body } = await add(id)
      assert.equal(status, 422)
      assert.deepEqual(body.errors, { connection_id: ['Choose a connection.'] })
    }
    // by its address it needs none
    const settings = { way: 'webhook', address: `${slack.server.url}${slack.hook}` }
    const hook = await addIntegration(creator, form, 'slack', settings)
    await submit(creator, form, { name01: 'one' })
    await slack.server.arrived(slack.hook, 1)
    assert.deepEqual(names(), ['one'])
    assert.notInclude(
      JSON.stringify([await shown(creator, form, hook), await logOf(creator, form, hook)]),
      '5ecret',
    )
  })

  test('channels are offered as the service has them; what fails is said', async ({ assert }) => {
    const { creator, form } = await published()
    const { id } = await connect(creator, 'slack')
    slack.channels = [
      ...Array.from({ length: 450 }, (_, index) => channel(`C${index}`, `team-${index}`)),
      channel('CPRIVATE', 'board', { is_private: true, is_member: true }),
      channel('CSECRET', 'hidden', { is_private: true }),
      channel('COLD', 'old', { is_archived: true }),
    ]
    const ask = async (search: string, connection_id: string | null = id) => {
      const path = `/api/forms/${form.id}/integration-choices`
      const asked = { kind: 'slack', connection_id, name: 'channel', settings: {}, search }
      return (await creator.visitor.post<{ data: IntegrationChoices }>(path, asked)).body.data
    }
    assert.deepEqual(await ask('board'), {
      choices: [{ id: 'CPRIVATE', label: '#board', hint: 'private' }],
      cursor: null,
      creates: false,
    })
    assert.deepInclude(await ask('hidden'), { choices: [] })
    assert.deepInclude(await ask('', null), { problem: 'reconnect' })
    slack.play(({ path }) =>
      path === '/api/conversations.list' ? { status: 500, body: '<html>' } : undefined,
    )
    assert.deepInclude(await ask(''), { problem: 'failed' })
    slack.play(() => undefined)
    slack.oauth.revokeAll()
    assert.deepInclude(await ask(''), { problem: 'reconnect' })
    assert.isNotNull((await connectionsOf(creator)).connections[0]?.lost)
  })

  test('what cannot be delivered waits for the connection, and goes on when it is made again, in order', async ({
    assert,
  }) => {
    const { creator, form } = await published()
    const { id: connection_id } = await connect(creator, 'slack')
    const events = ['submission.created', 'submission.deleted']
    const more = { connection_id, events }
    const integration = await addIntegration(creator, form, 'slack', { channel: GENERAL }, more)
    const first = await submit(creator, form, { name01: 'one' })
    await slack.server.arrived(POST, 1)
    slack.oauth.revokeAll()
    for (const name01 of ['two', 'three', 'four']) await submit(creator, form, { name01 })
    const waiting = await until(
      () => shown(creator, form, integration),
      (one) => one.waits_since !== null && one.waiting_deliveries === 3,
    )
    assert.deepInclude(waiting, { paused: null, failing_since: null, failed_deliveries: 0 })
    assert.isNotNull((await connectionsOf(creator)).connections[0]?.lost)
    assert.lengthOf(slack.posted, 1)

    await connect(creator, 'slack', { connection_id })
    const done = await until(
      () => logOf(creator, form, integration),
      (log) => log.length === 4 && log.every(({ status }) => status === 'delivered'),
    )
    assert.deepEqual(names(), ['one', 'two', 'three', 'four'])
    assert.isNull((await shown(creator, form, integration)).waits_since)
    await remove(creator, form, first)
    await slack.server.arrived('/api/chat.update', 1)
    assert.deepEqual(slack.posted[0]?.text, 'A submission of A form was deleted.')

    // nothing of the credentials is anywhere
    const told = await Promise.all(done.map(({ id }) => deliveryOf(creator, form, integration, id)))
    const { rows } = await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery<{ rows: { row: string }[] }>(
        `select coalesce(string_agg(a::text, ''), '') as row from delivery_attempts a`,
      ),
    )
    for (const { token, refreshToken } of slack.oauth.grants)
      for (const secret of [token, refreshToken])
        assert.notInclude(JSON.stringify(told) + rows[0]?.row, secret)
  })

  test('what waits because of another key of the server goes at once when somebody connects again', async ({
    assert,
  }) => {
    const { creator, form } = await published()
    const { id: connection_id } = await connect(creator, 'slack')
    const integration = await addIntegration(creator, form, 'slack', { channel: GENERAL }, { connection_id })
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery("update connections set credentials = 'sealed' where id = ?", [connection_id]),
    )
    await submit(creator, form, { name01: 'one' })
    const [waiting] = await until(
      () => logOf(creator, form, integration),
      ([row]) => typeof row?.reason === 'string',
    )
    assert.match(waiting?.reason ?? '', /^The connection was stored with another key/)
    assert.equal(waiting?.status, 'pending')

    await connect(creator, 'slack', { connection_id })
    await slack.server.arrived(POST, 1)
    assert.deepEqual(names(), ['one'])
  })

  test('without its connection everything waits, until another one is chosen', async ({ assert }) => {
    const { creator, form } = await published()
    const { id: connection_id } = await connect(creator, 'slack')
    const integration = await addIntegration(creator, form, 'slack', { channel: GENERAL }, { connection_id })
    assert.deepInclude((await connectionsOf(creator)).connections[0]?.used_by[0], {
      ...{ id: integration.id, form: form.slug, form_title: form.title },
    })
    await creator.visitor.delete(`/api/workspaces/${creator.workspaceId}/connections/${connection_id}`)
    await submit(creator, form, { name01: 'one' })
    const [waiting] = await until(
      () => logOf(creator, form, integration),
      ([row]) => row?.reason !== undefined && row.reason !== null,
    )
    assert.deepInclude(waiting, { status: 'pending', next_attempt_at: null })
    assert.match(waiting?.reason ?? '', /No connection is chosen/)
    const { id } = await connect(creator, 'slack')
    assert.isNull((await shown(creator, form, integration)).connection_id)
    await creator.visitor.patch(pathOf(form, integration), { connection_id: id })
    await slack.server.arrived(POST, 1)
    assert.deepEqual(names(), ['one'])
  })

  test('a service that asks to wait is given the time', async ({ assert }) => {
    const { creator, form } = await published()
    const { id: connection_id } = await connect(creator, 'slack')
    const integration = await addIntegration(creator, form, 'slack', { channel: GENERAL }, { connection_id })
    let limited = true
    slack.play(({ path }) => {
      if (path !== POST || !limited) return undefined
      limited = false
      return { status: 429, headers: { 'retry-after': '1' }, body: { ok: false, error: 'ratelimited' } }
    })
    await submit(creator, form, { name01: 'one' })
    const [first, second] = await slack.server.arrived(POST, 2)
    assert.isAtLeast((second?.at ?? 0) - (first?.at ?? 0), 900)
    assert.equal(first?.body, second?.body)
    await until(
      () => logOf(creator, form, integration),
      ([row]) => row?.status === 'delivered',
    )
  })
})
