import { test } from '@japa/runner'
import { within } from '#app/workspaces/within'
import {
  addWebhook,
  deliveryOf,
  type IntegrationItem,
  logOf,
  pathOf,
  published,
  startDeliveries,
  submit,
  until,
} from '#tests/functional/integrations/factories'
import { Receiver } from '#tests/functional/integrations/receiver'

const SECRET = 'Bearer 5up3r-s3cr3t-t0k3n-4f2a'
const TOKEN = SECRET.slice('Bearer '.length)

type Shown = IntegrationItem & {
  secret_settings: Record<string, { set_at: string; ends_in: string | null }>
}

test.group('Secret settings', (group) => {
  let receiver: Receiver
  group.each.setup(async () => {
    receiver = await Receiver.open()
    return () => receiver.close()
  })

  test('can be written, are never answered, stay when they are not given, and can be removed', async ({
    assert,
  }) => {
    const { creator, form } = await published()
    const settings = { url: receiver.url, authorization: SECRET }
    const made = await creator.visitor.post<{ data: Shown }>(pathOf(form), { kind: 'webhook', settings })
    assert.equal(made.status, 201, made.text)
    const path = pathOf(form, made.body.data)
    assert.include(made.body.data.settings, { url: receiver.url })
    assert.notProperty(made.body.data.settings, 'authorization')
    const { set_at: setAt, ends_in: end } = made.body.data.secret_settings.authorization ?? {}
    assert.equal(end, '4f2a')
    assert.closeTo(Date.parse(setAt ?? ''), Date.now(), 60_000)

    const change = (changed: object) =>
      creator.visitor.patch<{ data: Shown }>(path, { settings: { url: receiver.url, ...changed } })
    const kept = await change({})
    assert.deepEqual(kept.body.data.secret_settings, { authorization: { set_at: setAt, ends_in: '4f2a' } })
    const short = await change({ authorization: 'Basic 1' })
    assert.isNull(short.body.data.secret_settings.authorization?.ends_in)
    const refused = await change({ authorization: 'x'.repeat(3_000) })
    assert.equal(refused.status, 422)
    for (const { text } of [made, kept, short, refused, await creator.visitor.get(pathOf(form))]) {
      assert.notInclude(text, TOKEN)
    }
    assert.deepEqual((await change({ authorization: '' })).body.data.secret_settings, {})
  })

  test('with another key of the server it is said what to do, and nothing is sent', async ({
    assert,
    cleanup,
  }) => {
    const { creator, form } = await published()
    const integration = await addWebhook(creator, form, receiver.url)
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery("update integrations set secrets = 'sealed', secret_settings = 'sealed' where id = ?", [
        integration.id,
      ]),
    )
    const path = pathOf(form, integration)
    for (const answer of [
      await creator.visitor.post<{ code: string; message: string }>(`${path}/secret`),
      await creator.visitor.patch<{ code: string; message: string }>(path, {
        settings: { url: receiver.url },
      }),
    ]) {
      assert.equal(answer.status, 409, answer.text)
      assert.include(answer.text, 'E_SECRETS_UNREAD')
      assert.include(answer.text, 'delete the integration and add it again.')
    }
    const deliveries = startDeliveries()
    cleanup(() => deliveries.stop())
    await submit(creator, form, { name01: 'one' })
    const [waiting] = await until(
      () => logOf(creator, form, integration),
      ([row]) => typeof row?.reason === 'string',
    )
    assert.match(waiting?.reason ?? '', /^Its secrets were stored with another key/)
    assert.equal((await creator.visitor.delete(path)).status, 204)
  })

  test('go to no other receiver than the one they were typed for', async ({ assert }) => {
    const { creator, form } = await published()
    const settings = {
      url: `${receiver.url}/one`,
      authorization: SECRET,
      secretHeader: 'x-key',
      secretValue: TOKEN,
    }
    const { id } = await addWebhook(creator, form, receiver.url, { settings })
    const path = pathOf(form, { id })
    const change = (changed: object) =>
      creator.visitor.patch<{ data: Shown; errors: Record<string, string[]> }>(path, {
        settings: { ...settings, authorization: undefined, secretValue: undefined, ...changed },
      })
    assert.equal((await change({ url: `${receiver.url}/two` })).status, 200, 'the same receiver')
    const elsewhere = 'https://elsewhere.example/hook'
    const refused = await change({ url: elsewhere })
    assert.equal(refused.status, 422)
    assert.sameMembers(Object.keys(refused.body.errors), ['authorization', 'secretValue'])
    const half = await change({ url: elsewhere, authorization: SECRET })
    assert.sameMembers(Object.keys(half.body.errors), ['secretValue'])
    const removed = await change({ url: elsewhere, authorization: SECRET, secretHeader: '', secretValue: '' })
    assert.equal(removed.status, 200, removed.text)
    assert.deepEqual(Object.keys(removed.body.data.secret_settings), ['authorization'])
  })

  test('are encrypted for their row, and never in what is stored in the clear', async ({ assert }) => {
    const { creator, form } = await published()
    const settings = { url: receiver.url, authorization: SECRET }
    const one = await addWebhook(creator, form, receiver.url, { settings })
    const other = await addWebhook(creator, form, receiver.url)
    const stored = await within(creator.workspaceId, async ({ trx }) => {
      await trx.rawQuery(
        `update integrations set secret_settings = (select secret_settings from integrations where id = ?) where id = ?`,
        [one.id, other.id],
      )
      const { rows } = await trx.rawQuery<{ rows: { row: string }[] }>(
        'select to_jsonb(i)::text as row from integrations i where form_id = ?',
        [form.id],
      )
      return rows.map(({ row }) => row).join()
    })
    assert.notInclude(stored, TOKEN)
    const shown = await creator.visitor.get<{ data: Shown }>(pathOf(form, other))
    assert.isTrue(shown.body.data.known)
    assert.match(shown.body.data.unread ?? '', /^Its secrets were stored with another key/, 'it was copied')
  })

  test('reach the receiver, and are masked in everything that is logged, also where it repeats them', async ({
    assert,
    cleanup,
  }) => {
    const background = startDeliveries()
    cleanup(() => background.stop())
    receiver.answer(({ headers }) => ({
      status: 401,
      headers: { 'x-you-sent': headers.authorization ?? '' },
      body: `I do not know ${headers.authorization}.`,
    }))
    const { creator, form } = await published()
    const settings = { url: `${receiver.url}/${TOKEN}`, authorization: SECRET }
    const integration = await addWebhook(creator, form, receiver.url, { settings })
    await submit(creator, form, { name01: 'one' })
    const [arrival] = await receiver.arrived(1)
    assert.equal(arrival?.headers.authorization, SECRET)
    const [row] = await until(
      () => logOf(creator, form, integration),
      ([first]) => first?.status === 'failed',
    )
    const { log } = await deliveryOf(creator, form, integration, row?.id ?? '')
    assert.isAbove(log.length, 0)
    assert.include(log[0]?.response?.body, 'I do not know ••••••')
    assert.notInclude(JSON.stringify(log), TOKEN)
  })
})
