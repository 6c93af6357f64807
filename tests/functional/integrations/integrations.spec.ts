import { test } from '@japa/runner'
import { within } from '#app/workspaces/within'
import { newForm, publish, textBlock } from '#tests/functional/forms/factories'
import {
  addWebhook,
  type IntegrationItem,
  logOf,
  pathOf,
  startDeliveries,
  submit,
  until,
} from '#tests/functional/integrations/factories'
import { Receiver } from '#tests/functional/integrations/receiver'
import { newCreator } from '#tests/functional/visitor'

interface Refused {
  code: string
  errors: Record<string, string[]>
}

const URL_ = 'https://example.com/hook'

test.group('Integrations', () => {
  test('added, listed, changed and removed; the secret is shown once', async ({ assert }) => {
    const { creator, form } = await newForm()
    const { secret, ...made } = await addWebhook(creator, form, ` ${URL_} `, { name: 'Ours' })
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{32}$/)
    assert.equal(made.summary, URL_)
    assert.deepEqual(made.events, ['submission.created'])

    const path = pathOf(form, made)
    const listed = await creator.visitor.get<{ data: IntegrationItem[] }>(pathOf(form))
    assert.deepEqual(listed.body.data, [made])
    assert.notInclude(listed.text, secret)

    const changed = await creator.visitor.patch<{ data: IntegrationItem }>(path, {
      name: 'Theirs',
      settings: { url: 'https://example.org/' },
      events: ['submission.deleted', 'submission.created'],
      enabled: false,
    })
    assert.equal(changed.status, 200)
    assert.containSubset(changed.body.data, {
      name: 'Theirs',
      settings: { url: 'https://example.org/' },
      events: ['submission.deleted', 'submission.created'],
      enabled: false,
    })

    assert.equal((await creator.visitor.delete(path)).status, 204)
    assert.equal((await creator.visitor.get(path)).status, 404)
  })

  test('the secret is encrypted, and its cipher text opens in no other row', async ({ assert }) => {
    const { creator, form } = await newForm()
    const { secret, ...one } = await addWebhook(creator, form, URL_)
    const other = await addWebhook(creator, form, URL_)
    const stored = await within(creator.workspaceId, async ({ trx }) => {
      const { rows } = await trx.rawQuery<{ rows: { id: string; secrets: string }[] }>(
        'select id, secrets from integrations where form_id = ?',
        [form.id],
      )
      await trx.rawQuery(
        'update integrations set secrets = (select secrets from integrations where id = ?) where id = ?',
        [one.id, other.id],
      )
      return rows
    })
    assert.isFalse(stored.some(({ secrets }) => secrets.includes(secret)))
    const shown = await creator.visitor.get<{ data: IntegrationItem }>(pathOf(form, other))
    assert.isTrue(shown.body.data.secret_unread)
    assert.equal((await creator.visitor.post(`${pathOf(form, one)}/secret`)).status, 200)
  })

  test('what cannot be is refused with the field it belongs to', async ({ assert }) => {
    const { creator, form } = await newForm()
    const refusal = async (body: unknown) => creator.visitor.post<Refused>(pathOf(form), body)
    const kind = await refusal({ kind: 'pigeon' })
    assert.deepEqual([kind.status, kind.body.code], [422, 'E_UNKNOWN_KIND'])
    assert.match(kind.body.errors.kind?.[0] ?? '', /“pigeon” .* Use one of: .*webhook/)
    const url = await refusal({ kind: 'webhook', settings: { url: 'example.com' } })
    assert.deepEqual([url.status, Object.keys(url.body.errors)], [422, ['url']])
    const nowhere = await refusal({ kind: 'webhook' })
    assert.deepEqual([nowhere.status, nowhere.body.errors], [422, { url: ['Enter the address to post to.'] }])
    const settings = { url: URL_ }
    const event = await refusal({ kind: 'webhook', settings, events: ['submission.read'] })
    assert.deepEqual([event.status, Object.keys(event.body.errors)], [422, ['events']])
    assert.equal((await refusal({ kind: 'webhook', secret: 'mine' })).status, 422)
    for (const condition of [
      { left: { field: 'city01' }, op: 'is', right: { value: '' } },
      { left: { field: 'city01' }, op: 'is', right: 5 },
      { left: { field: 'nobody' }, op: 'is', right: { value: 'x' } },
      { left: { field: 'name01' }, op: 'gt', right: { value: 3 } },
      { left: { field: 'name01' }, op: 'matches', right: { value: '(a)\\1' } },
      { all: 'all' },
      { formula: '1 +' },
    ]) {
      const refused = await refusal({ kind: 'webhook', settings, condition })
      assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['condition']], refused.text)
      assert.notInclude(refused.text, 'probe', 'what it is read with is not told')
    }
  })

  test('an integration of another form, or of nobody, is not found', async ({ assert }) => {
    const { creator, form } = await newForm()
    const second = await newForm(undefined, 'Another', creator)
    const integration = await addWebhook(creator, form, URL_)
    for (const path of [pathOf(second.form, integration), `${pathOf(form)}/none`]) {
      assert.equal((await creator.visitor.get(path)).status, 404)
      assert.equal((await creator.visitor.get(`${path}/deliveries`)).status, 404)
    }
    const stranger = await newCreator()
    assert.equal((await stranger.visitor.get(pathOf(form))).status, 404)
    assert.equal((await stranger.visitor.post(`${pathOf(form, integration)}/secret`)).status, 404)
  })

  test('an integration whose plugin is gone keeps its data, can be switched off and deleted', async ({
    assert,
  }) => {
    const { creator, form } = await newForm()
    const integration = await addWebhook(creator, form, URL_)
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(`update integrations set kind = 'pigeon' where id = ?`, [integration.id]),
    )
    const path = pathOf(form, integration)
    const shown = await creator.visitor.get<{ data: IntegrationItem }>(path)
    assert.containSubset(shown.body.data, { kind: 'pigeon', known: false, settings: { url: URL_ } })
    assert.equal((await creator.visitor.patch(path, { enabled: false })).status, 200)
    assert.equal((await creator.visitor.patch(path, { settings: { url: '' } })).status, 409)
    assert.equal((await creator.visitor.post(`${path}/test`)).status, 409)
    assert.equal((await creator.visitor.delete(path)).status, 204)
  })

  test('a condition decides who is told, judged by the version that was answered', async ({
    assert,
    cleanup,
  }) => {
    const receiver = await Receiver.open()
    const background = startDeliveries()
    cleanup(async () => {
      await background.stop()
      await receiver.close()
    })
    const { creator, form } = await newForm([textBlock('name01', 'Name'), textBlock('city01', 'City')])
    await publish(creator, form.id)
    const condition = { left: { field: 'city01' }, op: 'is', right: { value: 'Zürich' } }
    const some = await addWebhook(creator, form, `${receiver.url}?some`, { condition })
    const all = await addWebhook(creator, form, `${receiver.url}?all`)
    await submit(creator, form, { name01: 'Ada', city01: 'Bern' })
    await submit(creator, form, { name01: 'Bo', city01: 'ZÜRICH' })
    await submit(creator, form, { name01: 'Cy' })
    await until(
      () => logOf(creator, form, all, '?status=delivered'),
      (rows) => rows.length === 3,
    )
    const told = await until(
      () => logOf(creator, form, some),
      (rows) => rows.every(({ status }) => status === 'delivered'),
    )
    assert.lengthOf(told, 1)
    const arrivals = receiver.arrivals.filter(({ url }) => url.endsWith('some'))
    assert.lengthOf(arrivals, 1)
    assert.include(arrivals[0]?.body, '"Bo"')
  })
})
