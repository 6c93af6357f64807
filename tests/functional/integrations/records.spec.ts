import { test } from '@japa/runner'
import type { IntegrationChoices, NewIntegrationChoice } from '#api_types/integrations'
import {
  connect,
  connectionsOf,
  connectWith,
  setOperatorSettings,
} from '#tests/functional/connections/connecting'
import { type FormItem, newForm, publish, textBlock } from '#tests/functional/forms/factories'
import {
  addIntegration,
  deliveryOf,
  type DeliveryItem,
  type IntegrationItem,
  logOf,
  pathOf,
  remove,
  startDeliveries,
  submit,
  told,
  leaveAlone,
  until,
} from '#tests/functional/integrations/factories'
import { ServerProcess } from '#tests/functional/ground/server_process'
import type { Creator } from '#tests/functional/visitor'
import { AirtableStandIn, BASE, FIELD, TABLE, TOKEN } from '#tests/stand_ins/airtable/airtable'
import { AUDIENCE, KEY, MailchimpStandIn } from '#tests/stand_ins/mailchimp/mailchimp'
import { NotionStandIn, PROPERTY, SOURCE } from '#tests/stand_ins/notion/notion'

const EVENTS = ['submission.created', 'submission.updated', 'submission.deleted']
const QUICK = { schedule: [0, 0.02, 0.02, 0.02, 0.02], leaseSeconds: 1 }

/** A form that asks for name and age. */
async function nameAndAge() {
  const made = await newForm([
    textBlock('name01', 'Name'),
    { id: 'age001', kind: 'number', v: 1, key: 'age', label: 'Age', settings: {} },
  ])
  await publish(made.creator, made.form.id)
  return made
}

/** Resolves when so many deliveries have been made, all of them well. */
function delivered(creator: Creator, form: FormItem, made: IntegrationItem, count: number) {
  const all = (log: DeliveryItem[]) =>
    log.length === count && log.every(({ status }) => status === 'delivered')
  return until(() => logOf(creator, form, made), all)
}

/** A server that dies once it has been answered, before it can note that. */
async function dieBeforeTheRecord(
  creator: Creator,
  settings: Record<string, string>,
  work: () => Promise<unknown>,
) {
  await leaveAlone(creator)
  const server = await ServerProcess.start({
    ...{ ...settings, DELIVERY_LEASE: '1', DELIVERY_SCHEDULE: '0,0,0' },
    FORMWRIGHT_FAILPOINT: 'attempt-record:1',
  })
  await work()
  await server.ended()
}

interface Refused {
  errors: Record<string, string[]>
}

test.group('Pages in Notion', (group) => {
  let notion: NotionStandIn
  group.each.setup(async () => {
    notion = await NotionStandIn.open()
    const forget = setOperatorSettings(notion.settings)
    return async () => {
      forget()
      await notion.server.close()
    }
  })

  const to = (property: string) => {
    const { id = '', name = '', type = '' } = PROPERTY[property] ?? {}
    return { id, label: name, type }
  }
  const settings = {
    source: SOURCE,
    key: { id: PROPERTY.key?.id, label: 'Submission' },
    fields: [
      { from: 'name01', to: to('name') },
      { from: 'age001', to: to('age') },
    ],
  }

  async function answered() {
    const { creator, form } = await nameAndAge()
    const { id: connection_id, account } = await connect(creator, 'notion')
    const more = { connection_id, events: EVENTS }
    const made = await addIntegration(creator, form, 'notion', settings, more)
    return { creator, form, made, connection_id, account }
  }

  test('a data source and its properties are offered, and a property for the id is made', async ({
    assert,
  }) => {
    const { creator, form, connection_id, account } = await answered()
    assert.equal(account, 'Lighthouse')
    const twice = { kind: 'notion', connection_id, settings }
    const second = await creator.visitor.post<Refused>(`/api/forms/${form.id}/integrations`, twice)
    assert.equal(second.status, 422)
    assert.match(second.body.errors.key?.[0] ?? '', /write to the same pages/)
    const asked = { kind: 'notion', connection_id, settings: { source: SOURCE } }
    const path = `/api/forms/${form.id}/integration-choices`
    const ask = async (name: string, search: string) => {
      const { body } = await creator.visitor.post<{ data: IntegrationChoices }>(path, {
        ...asked,
        name,
        search,
      })
      return 'choices' in body.data ? body.data : { choices: [], creates: body.data.reason }
    }
    assert.deepInclude((await ask('source', 'appl')).choices[0], SOURCE)
    const key = await ask('key', '')
    assert.deepEqual([key.creates, key.choices.map(({ label }) => label)], [true, ['Submission', 'Notes']])
    const fields = (await ask('fields', '')).choices.map(({ label }) => label)
    assert.includeMembers(fields, ['Name', 'Age', 'Photo'])
    assert.notIncludeMembers(fields, ['Sum', 'Made'])
    const { body } = await creator.visitor.post<{ data: NewIntegrationChoice }>(`${path}/new`, {
      ...{ ...asked, name: 'key', label: 'Id' },
    })
    assert.deepInclude(notion.properties.at(-1), { name: 'Id', type: 'rich_text' })
    assert.deepInclude(body.data, { choice: { id: notion.properties.at(-1)?.id, label: 'Id' } })
  })

  test('a process that dies between the call and its record leaves one page; edits, a deletion and a return change it', async ({
    assert,
  }) => {
    const { creator, form, made } = await answered()
    let id = ''
    await dieBeforeTheRecord(creator, notion.settings, async () => {
      id = await submit(creator, form, { name01: 'Ada', age001: 36 })
    })
    assert.lengthOf(notion.rows(), 1, 'made, and not recorded')
    const background = startDeliveries(QUICK)
    try {
      const [first] = await delivered(creator, form, made, 1)
      assert.match(first?.link ?? '', /^https:\/\/www\.notion\.so\/[\da-f]{32}$/)
      assert.deepEqual(notion.rows(), [{ Submission: id, Name: 'Ada', Age: 36 }])
      // the token is refused, and refreshed once
      notion.oauth.expireAll()
      const edit = { answers: { name01: 'Ada Lovelace', age: null } }
      await creator.visitor.patch(`/api/forms/${form.id}/answers/${id}`, edit)
      await delivered(creator, form, made, 2)
      assert.deepEqual(notion.rows(), [{ Submission: id, Name: 'Ada Lovelace', Age: null }])
      await remove(creator, form, id)
      await delivered(creator, form, made, 3)
      assert.isEmpty(notion.rows())
      await creator.visitor.post(`/api/forms/${form.id}/bin/${id}/restoration`, {})
      await delivered(creator, form, made, 4)
      assert.lengthOf(notion.rows(), 1)
      assert.lengthOf(notion.pages, 1)
    } finally {
      await background.stop()
    }
  }).timeout(60_000)

  test('another integration of the same data source sends what came earlier, and makes no second page', async ({
    assert,
  }) => {
    const { creator, form, made, connection_id } = await answered()
    const background = startDeliveries(QUICK)
    try {
      for (const name01 of ['Ada', 'Bob']) await submit(creator, form, { name01 })
      await delivered(creator, form, made, 2)
      await creator.visitor.delete(pathOf(form, made))
      const again = await addIntegration(creator, form, 'notion', settings, { connection_id })
      await creator.visitor.post(`${pathOf(form, again)}/backfill`, {})
      await delivered(creator, form, again, 2)
      const looks = () => notion.server.requests.filter(({ path }) => path.endsWith('/query')).length
      const before = looks()
      await submit(creator, form, { name01: 'Cem' })
      await delivered(creator, form, again, 3)
      assert.sameMembers(
        notion.rows().map(({ Name }) => Name),
        ['Ada', 'Bob', 'Cem'],
      )
      assert.equal(looks(), before, 'nobody can have made the page of a new one')
    } finally {
      await background.stop()
    }
  })

  test('where the data source is no longer shared it pauses; a revoked connection is waited for, and removed', async ({
    assert,
  }) => {
    const { creator, form, made, connection_id } = await answered()
    const background = startDeliveries(QUICK)
    try {
      notion.oauth.revokeAll()
      await submit(creator, form, { name01: 'Ada' })
      const waits = (log: DeliveryItem[]) =>
        log.some(({ status, next_attempt_at: next }) => status === 'pending' && next === null)
      await until(() => logOf(creator, form, made), waits)
      assert.equal((await connectionsOf(creator)).connections[0]?.lost?.reason, 'invalid_grant')
      await connect(creator, 'notion', { connection_id })
      await delivered(creator, form, made, 1)
      notion.isShared = false
      await submit(creator, form, { name01: 'Bob' })
      await until(
        () => logOf(creator, form, made),
        (log) => log.some(({ status }) => status === 'failed'),
      )
      const { body } = await creator.visitor.get<{ data: IntegrationItem }>(pathOf(form, made))
      assert.equal(body.data.paused?.cause, 'gone')
      assert.match(body.data.paused?.reason ?? '', /Give access to it again/)
      const path = `/api/workspaces/${creator.workspaceId}/connections/${connection_id}`
      const gone = await creator.visitor.delete<{ data: { revoked: boolean } }>(path)
      assert.deepInclude(gone.body.data, { revoked: true })
      assert.isTrue(notion.oauth.grants.every(({ revoked }) => revoked))
    } finally {
      await background.stop()
    }
  })
})

test.group('Contacts in Mailchimp', (group) => {
  let mailchimp: MailchimpStandIn
  group.each.setup(async () => {
    mailchimp = await MailchimpStandIn.open()
    const forget = setOperatorSettings({ MAILCHIMP_URL: mailchimp.server.url })
    return async () => {
      forget()
      await mailchimp.server.close()
    }
  })

  /** A form that asks for name, address and consent, whose respondents become contacts. */
  async function answered(settings: Record<string, unknown> = {}) {
    const { creator, form } = await newForm([
      textBlock('name01', 'Name'),
      { id: 'mail01', kind: 'email', v: 1, key: 'mail', label: 'Email', settings: {} },
      { id: 'news01', kind: 'checkbox', v: 1, key: 'news', label: 'News?', settings: {} },
    ])
    await publish(creator, form.id)
    const connection_id = await connectWith(creator, 'mailchimp', KEY)
    const fields = [{ from: 'name01', to: { id: 'FNAME', label: 'First name', type: 'text' } }]
    const made = await addIntegration(
      creator,
      form,
      'mailchimp',
      { audience: AUDIENCE, email: 'mail01', consent: 'news01', tags: ['form'], fields, ...settings },
      { connection_id, events: ['submission.created', 'submission.updated'] },
    )
    return { creator, form, made }
  }

  test('a process that dies between the call and its record leaves one contact, which an edit changes', async ({
    assert,
  }) => {
    const { creator, form, made } = await answered()
    let id = ''
    await dieBeforeTheRecord(creator, { MAILCHIMP_URL: mailchimp.server.url }, async () => {
      id = await submit(creator, form, { name01: 'Ada', mail01: 'ada@lighthouse.example', news01: true })
    })
    const contact = { email: 'ada@lighthouse.example', status: 'pending', tags: ['form'] }
    assert.deepEqual(mailchimp.rows(), [{ ...contact, FNAME: 'Ada' }], 'added, and not recorded')
    const background = startDeliveries(QUICK)
    try {
      await delivered(creator, form, made, 1)
      const edit = { answers: { name01: 'Ada Lovelace' } }
      await creator.visitor.patch(`/api/forms/${form.id}/answers/${id}`, edit)
      await delivered(creator, form, made, 2)
      assert.deepEqual(mailchimp.rows(), [{ ...contact, FNAME: 'Ada Lovelace' }])
      // a submission that is gone removes nobody
      await remove(creator, form, id)
      await told(creator)
      assert.lengthOf(await logOf(creator, form, made), 2)
      assert.lengthOf(mailchimp.rows(), 1)
    } finally {
      await background.stop()
    }
  }).timeout(60_000)

  test('without consent nothing is sent and the log says so; a test is written to whoever presses it', async ({
    assert,
  }) => {
    const { creator, form, made } = await answered({ confirm: false })
    const background = startDeliveries(QUICK)
    try {
      const mail01 = 'bob@lighthouse.example'
      const id = await submit(creator, form, { name01: 'Bob', mail01, news01: false })
      const isOver = (log: DeliveryItem[]) =>
        log.length > 0 && log.every(({ status }) => status !== 'pending')
      const [none] = await until(() => logOf(creator, form, made), isOver)
      assert.equal(none?.reason, 'No consent was given, so nothing was sent.')
      assert.isEmpty(mailchimp.server.requests.filter(({ path }) => path.includes('/members/')))
      const { body } = await deliveryOf(creator, form, made, none?.id ?? '')
      assert.notInclude(body, 'lighthouse')
      const agreed = await submit(creator, form, {
        name01: 'Cem',
        mail01: 'cem@lighthouse.example',
        news01: true,
      })
      const count = (so: number) =>
        until(
          () => logOf(creator, form, made),
          (log) => log.length === so && isOver(log),
        )
      await count(2)
      for (const submission_id of [id, agreed])
        await creator.visitor.post(`${pathOf(form, made)}/test`, { submission_id })
      await count(4)
      const emails = mailchimp.rows().map(({ email, status }) => [email, status])
      assert.deepEqual(emails, [['cem@lighthouse.example', 'subscribed']])
      // the creator of the tests has an address that Mailchimp takes for a fake one
      const [tested] = (await logOf(creator, form, made)).filter(
        ({ test: isTest, status }) => isTest && status === 'failed',
      )
      assert.match(tested?.reason ?? '', /one that does not exist/)
    } finally {
      await background.stop()
    }
  })
})

test.group('Records in Airtable', () => {
  test('a process that dies between the call and its record leaves one record; a test is another', async ({
    assert,
    cleanup,
  }) => {
    const airtable = await AirtableStandIn.open()
    cleanup(() => airtable.server.close())
    cleanup(setOperatorSettings({ AIRTABLE_URL: airtable.server.url }))
    const { creator, form } = await nameAndAge()
    const connection_id = await connectWith(creator, 'airtable', TOKEN)
    const { key, name } = FIELD
    const settings = {
      ...{ base: BASE, table: TABLE, key: { id: key?.id, label: key?.name } },
      fields: [{ from: 'name01', to: { id: name?.id, label: name?.name, type: name?.type } }],
    }
    const made = await addIntegration(creator, form, 'airtable', settings, { connection_id })
    const twice = { kind: 'airtable', connection_id, settings }
    const second = await creator.visitor.post<Refused>(`/api/forms/${form.id}/integrations`, twice)
    assert.equal(second.status, 422)
    assert.match(second.body.errors.key?.[0] ?? '', /write to the same records/)
    let id = ''
    await dieBeforeTheRecord(creator, { AIRTABLE_URL: airtable.server.url }, async () => {
      id = await submit(creator, form, { name01: 'Ada' })
    })
    assert.lengthOf(airtable.rows(), 1, 'written, and not recorded')
    const background = startDeliveries(QUICK)
    try {
      await delivered(creator, form, made, 1)
      const row = { [key?.name ?? '']: id, Name: 'Ada' }
      assert.deepEqual(airtable.rows(), [row])
      await creator.visitor.post(`${pathOf(form, made)}/test`, { submission_id: id })
      await delivered(creator, form, made, 2)
      assert.deepEqual(
        airtable.rows().map(({ Name }) => Name),
        ['Ada', 'Ada'],
      )
      assert.deepEqual(airtable.rows()[0], row)
    } finally {
      await background.stop()
    }
  }).timeout(60_000)
})
