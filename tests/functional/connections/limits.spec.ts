import { test } from '@japa/runner'
import {
  comeBack,
  connect,
  connectionsOf,
  consent,
  openSlack,
  setOperatorSettings,
  setOut,
} from '#tests/functional/connections/connecting'
import { placeConnection } from '#tests/functional/connections/place'
import { whileHeld } from '#tests/functional/held'
import { countRows } from '#tests/functional/place'
import { newCreator } from '#tests/functional/visitor'
import { GoogleStandIn } from '#tests/stand_ins/google/google'
import type { SlackStandIn } from '#tests/stand_ins/slack/slack'

const MOST = 100

test.group('A workspace full of connections', (group) => {
  let slack: SlackStandIn
  group.each.setup(async () => {
    const opened = await openSlack()
    slack = opened.slack
    return opened.close
  })

  test('takes no other one, but each of them can be connected again', async ({ assert }) => {
    const creator = await newCreator()
    const { id } = await connect(creator, 'slack')
    for (let count = 1; count < MOST; count++) await placeConnection(creator)
    const again = await connect(creator, 'slack', { connection_id: id })
    assert.equal(again.id, id)
    assert.equal((await connect(creator, 'slack')).id, id)
    slack.team = { id: 'TOTHER', name: 'Another' }
    const brought = await consent(await setOut(creator, 'slack'), 'Allow')
    const refused = await comeBack(creator.visitor, 'slack', brought)
    assert.equal(refused.status, 422)
    assert.equal(refused.body.code, 'E_TOO_MANY')
    assert.include(refused.body.message, `up to ${MOST} connections`)
    assert.lengthOf((await connectionsOf(creator)).connections, MOST)
    assert.isTrue(slack.oauth.grants.at(-1)?.revoked)
  })

  test('also has no more where two come at once', async ({ assert, cleanup }) => {
    const google = await GoogleStandIn.open()
    cleanup(() => google.close())
    cleanup(setOperatorSettings(google.settings))
    const creator = await newCreator()
    for (let count = 1; count < MOST; count++) await placeConnection(creator)
    const services = ['slack', 'google']
    const brought: Record<string, string>[] = []
    for (const service of services) brought.push(await consent(await setOut(creator, service), 'Allow'))
    let both: Promise<{ status: number }[]> | undefined
    // whoever counts goes on, whoever adds waits
    const held = 'lock table connections in share row exclusive mode'
    await whileHeld(creator.workspaceId, held, async (waits) => {
      both = Promise.all(services.map((service, at) => comeBack(creator.visitor, service, brought[at] ?? {})))
      await waits(2)
    })
    const statuses = (await both)?.map(({ status }) => status).toSorted()
    assert.deepEqual(statuses, [200, 422])
    assert.equal(await countRows(creator.workspaceId, 'connections'), MOST)
  })
})
