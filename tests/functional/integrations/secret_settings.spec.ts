import { test } from '@japa/runner'
import { unreadSecrets } from '#app/instance/unread_secrets'
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
import { Webhook } from 'standardwebhooks'
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
    const refused = await creator.visitor.patch<{ code: string }>(path, { settings: { url: receiver.url } })
    assert.deepEqual([refused.status, refused.body.code], [409, 'E_SECRETS_UNREAD'])
    assert.include(refused.text, 'delete the integration and add it again.')
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

  test('a signing secret of another key is said, and a new one takes its place: what waited goes at once', async ({
    assert,
    cleanup,
  }) => {
    const { creator, form } = await published()
    const integration = await addWebhook(creator, form, receiver.url)
    const path = pathOf(form, integration)
    const shown = async () => (await creator.visitor.get<{ data: Shown }>(path)).body.data
    const key = (secrets: string) =>
      within(creator.workspaceId, async ({ trx }) => {
        const { rows } = await trx.rawQuery<{ rows: { secrets: string }[] }>(
          `with before as (select secrets from integrations where id = ?)
           update integrations i set secrets = ? from before where i.id = ? returning before.secrets`,
          [integration.id, secrets, integration.id],
        )
        return rows[0]?.secrets ?? ''
      })
    assert.deepInclude(await shown(), { has_secret: true, secret_unread: false })
    const own = await key('sealed')
    assert.deepInclude(await shown(), { unread: null, secret_unread: true })

    let deliveries = startDeliveries()
    cleanup(() => deliveries.stop())
    const waits = async (name01: string) => {
      await submit(creator, form, { name01 })
      const [row] = await until(
        () => logOf(creator, form, integration),
        ([first]) => typeof first?.reason === 'string',
      )
      assert.match(row?.reason ?? '', /^Its signing secret was stored with another key .* new signing secret/)
      assert.equal(row?.status, 'pending', 'it waits, and uses no attempt up')
    }
    await waits('one')
    assert.match(
      (await unreadSecrets()).join(),
      /integrations? ha(s|ve) secrets that w(as|ere) stored with another key than this one \(APP_KEY\)/,
    )

    // the key is put back, and the server started again
    await deliveries.stop()
    await key(own)
    deliveries = startDeliveries()
    await receiver.arrived(1)

    await key('sealed')
    await waits('two')
    const made = await creator.visitor.post<{ data: { secret: string; previous_until: string | null } }>(
      `${path}/secret`,
    )
    assert.equal(made.status, 200, made.text)
    assert.isNull(made.body.data.previous_until)
    const [, second] = await receiver.arrived(2)
    new Webhook(made.body.data.secret).verify(second?.body ?? '', second?.headers ?? {})
    assert.isFalse((await shown()).secret_unread)
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
