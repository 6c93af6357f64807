import { test } from '@japa/runner'
import {
  addIntegration,
  addWebhook,
  logOf,
  pathOf,
  published,
  startDeliveries,
  submit,
  until,
} from '#tests/functional/integrations/factories'
import { mood } from '#tests/functional/integrations/moody/mood'
import { Receiver } from '#tests/functional/integrations/receiver'
import { DELIVER_MEMBERS, INTEGRATION_MEMBERS } from '#tests/functional/plugins/contract'
import { installPlugin } from '#tests/functional/plugins/install'
import { plugins } from '#app/plugins/registry'

const TOKEN = 'a-token-of-the-service'
const MEMBERS = [...INTEGRATION_MEMBERS, ...DELIVER_MEMBERS, 'settings']

test.group('An integration whose members fail', (group) => {
  group.setup(() => installPlugin('integrations', new URL('moody', import.meta.url)))
  group.each.setup(async () => {
    const background = startDeliveries({ schedule: [0, 0.02] })
    return async () => {
      Object.assign(mood, { member: '', how: '' })
      await background.stop()
    }
  })

  test('one by one, by {$self}: it is told with plugin and version, and everything else goes on')
    .with(['error', 'nonsense'])
    .run(async ({ assert, cleanup }, how) => {
      const receiver = await Receiver.open()
      cleanup(() => receiver.close())
      const { creator, form } = await published()
      const { visitor } = creator
      const settings = { url: receiver.url, token: TOKEN }
      const integration = await addIntegration(creator, form, 'moody', settings)
      // another of its kind, with which it could clash
      await addIntegration(creator, form, 'moody', settings)
      const webhook = await addWebhook(creator, form, receiver.url)
      const own = pathOf(form, integration)
      const shown = await visitor.get<{ data: { hooks: { address: string }[] } }>(own)
      const hook = `${shown.body.data.hooks[0]?.address}?token=${TOKEN}`
      for (const [index, member] of MEMBERS.entries()) {
        Object.assign(mood, { member, how })
        const said: string[] = []
        const goesOn = async (asked: Promise<{ status: number; text: string }>, ...statuses: number[]) => {
          const { status, text } = await asked
          assert.include(statuses, status, `${member}: ${text}`)
          said.push(text)
        }
        await goesOn(visitor.get(pathOf(form)), 200)
        await goesOn(visitor.get(own), 200)
        await goesOn(visitor.patch(own, { settings: { list: String(index) } }), 200, 422)
        await goesOn(visitor.patch(own, { name: `Moody over ${member}` }), 200)
        const asked = { kind: 'moody', settings }
        const read = member === 'settings' ? 422 : 200
        await goesOn(visitor.post(`/api/forms/${form.id}/integration-previews`, asked), read)
        const choices = { ...asked, name: 'list' }
        await goesOn(visitor.post(`/api/forms/${form.id}/integration-choices`, choices), read)
        const choice = { ...choices, label: 'New' }
        await goesOn(visitor.post(`/api/forms/${form.id}/integration-choices/new`, choice), read)
        await goesOn(visitor.post(`${own}/test`, {}), 200, 201, 202, 409, 422)
        await goesOn(visitor.get(hook), 200, 204, 503)

        await submit(creator, form, { name01: member })
        await until(
          () => logOf(creator, form, webhook, '?status=delivered'),
          (rows) => rows.length === index + 1,
        )
        const log = await until(
          () => logOf(creator, form, integration),
          (rows) => rows.every(({ status }) => status !== 'pending'),
        )
        said.push(JSON.stringify(log[0]))
        // of many deliveries at once there is another spec; whether a text is short of something, nobody can see
        if (how === 'nonsense' && member === 'settings') continue
        if (member === 'deliverBatch') continue
        const counted = plugins.faults.recent().filter(({ kind }) => kind === 'moody')
        assert.include(
          counted.map((fault) => fault.member),
          member === 'createChoice' ? 'choices' : member,
        )
        if (how === 'nonsense' && ['preview', 'choices', 'createChoice'].includes(member))
          assert.include(said.join(), `${member} answered something that cannot be`)
        // without a name of its receiver it stands for itself
        if (member === 'endpoint') continue
        assert.match(
          said.join(),
          /moody(\\"|”|")? ?\(version 1\)|cannot be read|could not be worked on/,
          member,
        )
      }
    })
})
