import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type { Scope } from '#api_types/access_tokens'
import type { Page, Single } from '#api_types/answer'
import type { FormQuestion } from '#api_types/forms'
import type { EndedSubscription, Subscription, ToldEvent } from '#api_types/integrations'
import type { DeliveryBackground } from '#app/integrations/background'
import { finishDeletions } from '#app/integrations/delete_integration'
import { within } from '#app/workspaces/within'
import { textBlock } from '#tests/functional/forms/factories'
import {
  type IntegrationItem,
  logOf,
  pathOf,
  startDeliveries,
  told,
  until,
} from '#tests/functional/integrations/factories'
import { fill, placeForm } from '#tests/functional/place'
import { newProgram, type Program } from '#tests/functional/program'
import { type PublishedForm, publishedForm } from '#tests/functional/respond/answering'
import { storeSubmission } from '#tests/functional/submissions/storing'
import { newCreator, type Reply } from '#tests/functional/visitor'
import { listFault, Zapier } from '#tests/stand_ins/zapier/zapier'

const BLOCKS = [
  textBlock('name01', 'Name', { key: 'name' }),
  { id: 'seats1', kind: 'number', v: 1, key: 'seats', label: 'Seats', settings: {} },
  {
    ...{ id: 'meal01', kind: 'select', v: 1, key: 'meal', label: 'Meal' },
    settings: { options: [{ id: 'veg', label: 'Vegetables' }] },
  },
  { id: 'stay01', kind: 'date', v: 1, key: 'stay', label: 'Stay', settings: { range: true } },
  {
    ...{ id: 'people', kind: 'section', v: 1, key: 'guests' },
    settings: { title: 'Guests', repeating: true },
  },
  textBlock('guest1', 'Guest', { key: 'guest', parent: 'people' }),
  {
    id: 'total1',
    kind: 'calculation',
    v: 1,
    key: 'total',
    label: 'Total',
    settings: { formula: '{#seats1} * 9' },
  },
]

const SCOPES: Scope[] = ['forms:read', 'submissions:read', 'submissions:write', 'integrations:manage']

interface Refusal {
  code: string
  message: string
  errors?: Record<string, string[]>
}

/** A form with a program that may do what a Zap does. */
async function subscribed(blocks: unknown[] = BLOCKS) {
  const form = await publishedForm(blocks)
  const program = await newProgram(form.creator.visitor, form.creator.workspaceId, SCOPES)
  return { form, program, path: `/api/forms/${form.id}` }
}

async function subscribe(program: Program, form: PublishedForm, url: string, ...events: string[]) {
  const made = await program.post<Single<Subscription>>(`/api/forms/${form.id}/subscriptions`, {
    ...{ kind: 'zapier', name: 'Zap 1', url },
    events: events.map((event) => `submission.${event}`),
  })
  if (made.status !== 201) throw new Error(`subscription: ${made.status} ${made.text}`)
  return made.body.data
}

async function send(program: Program, form: PublishedForm, answers: object): Promise<string> {
  const body = { submission_key: randomUUID(), answers }
  const sent = await program.post<Single<{ id: string }>>(`/api/forms/${form.id}/submissions`, body)
  if (sent.status !== 201) throw new Error(`submission: ${sent.status} ${sent.text}`)
  return sent.body.data.id
}

function events(
  program: Program,
  form: PublishedForm,
  event: string,
  query = '',
): Promise<Reply<Page<ToldEvent>>> {
  const asked = `kind=zapier&event=submission.${event}${query}`
  return program.get(`/api/forms/${form.id}/subscription-events?${asked}`)
}

test.group('Subscriptions', (group) => {
  let background: DeliveryBackground
  let zapier: Zapier

  group.each.setup(async () => {
    zapier = await Zapier.start()
    background = startDeliveries()
    return async () => {
      await background.stop()
      await zapier.close()
    }
  })

  test('a program subscribes, is told of what comes, is changed, and goes, and unsubscribes by the id', async ({
    assert,
  }) => {
    const { form, program, path } = await subscribed()
    const urls = { created: zapier.on(), updated: zapier.on(), deleted: zapier.on() }
    const made: Subscription[] = []
    for (const [event, url] of Object.entries(urls)) made.push(await subscribe(program, form, url, event))
    const listed = await program.get<Page<Subscription>>(`${path}/subscriptions`)
    assert.deepEqual(listed.body.data, made)
    assert.notInclude(listed.text, 'hooks/standard')

    const answers = { name: 'Ada', seats: 2, meal: 'veg', guests: [{ guest: 'Bob' }] }
    const id = await send(program, form, { ...answers, stay: { from: '2031-05-01', to: '2031-05-03' } })
    const [came] = await zapier.got(urls.created, 1)
    assert.deepEqual(came.answers, {
      ...{ name: 'Ada', seats: 2, meal: 'Vegetables', total: 18, guests: [{ guest: 'Bob' }] },
      stay: { text: '2031-05-01 – 2031-05-03', parts: { from: '2031-05-01', to: '2031-05-03' } },
    })
    assert.equal(came.id, id)
    assert.deepEqual((await events(program, form, 'created')).body.data, [came])

    const edit = await program.patch(`${path}/answers/${id}`, { answers: { name: 'Grace' } })
    assert.equal(edit.status, 200)
    const [changed] = await zapier.got(urls.updated, 1)
    assert.propertyVal(changed.answers, 'name', 'Grace')
    assert.deepEqual((await events(program, form, 'updated')).body.data, [changed])

    assert.equal((await program.delete(`${path}/submissions/${id}`)).status, 204)
    const [gone] = await zapier.got(urls.deleted, 1)
    assert.equal(gone.submission_id, id)
    assert.notProperty(gone, 'answers')
    assert.deepEqual((await events(program, form, 'deleted')).body.data, [gone])

    for (const one of made) assert.equal((await program.delete(`/api/subscriptions/${one.id}`)).status, 204)
    assert.equal((await program.delete(`/api/subscriptions/${made[0].id}`)).status, 404)
    await send(program, form, { name: 'Joan' })
    await told(form.creator)
    assert.deepEqual(
      Object.values(urls).map((url) => zapier.posted(url).length),
      [1, 1, 1],
    )
    assert.isEmpty(zapier.faults)
  })

  test('a list goes on behind its cursor, newest first; a sample has the same fields', async ({ assert }) => {
    const { form, program, path } = await subscribed()
    for (const event of ['created', 'updated', 'deleted']) {
      const asked = `${path}/subscription-sample?kind=zapier&event=submission.${event}`
      const sample = await program.get<Single<ToldEvent>>(asked)
      assert.equal(sample.status, 200, sample.text)
      assert.equal(sample.body.data.event, `submission.${event}`)
      assert.isEmpty((await events(program, form, event)).body.data)
      const url = zapier.on()
      await subscribe(program, form, url, event)
      const answers = { name: 'Ada', seats: 1, meal: 'veg', guests: [{ guest: 'Bob' }] }
      const id = await send(program, form, answers)
      if (event === 'updated') await program.patch(`${path}/answers/${id}`, { answers: { seats: 3 } })
      if (event === 'deleted') await program.delete(`${path}/submissions/${id}`)
      const [posted] = await zapier.got(url, 1)
      assert.isUndefined(listFault([sample.body.data], posted))
      assert.isUndefined(listFault((await events(program, form, event)).body.data, posted))
    }
    const ids: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Reply<Page<ToldEvent>> = await events(program, form, 'created', `&limit=1&cursor=${cursor}`)
      assert.equal(page.status, 200, page.text)
      ids.push(...page.body.data.map((one) => one.id))
      cursor = page.body.next_cursor
    }
    assert.lengthOf(ids, 2)
    assert.deepEqual(ids, [...ids].sort().reverse())
  })

  test('a page of events that tell much is short, and the next one goes on behind it', async ({ assert }) => {
    const pages = async (program: Program, form: PublishedForm, event: string) => {
      const sizes: number[] = []
      const ids = new Set<unknown>()
      for (let cursor: string | null = ''; cursor !== null;) {
        const reply: Reply<Page<ToldEvent>> = await events(
          program,
          form,
          event,
          `&limit=100&cursor=${cursor}`,
        )
        assert.equal(reply.status, 200, reply.text)
        sizes.push(reply.body.data.length)
        for (const { id } of reply.body.data) ids.add(id)
        cursor = reply.body.next_cursor
      }
      assert.lengthOf(ids, 12, event)
      return sizes
    }
    const { form, program } = await subscribed()
    const { workspaceId } = form.creator
    for (const n of Array.from({ length: 12 }, (_, index) => index))
      await storeSubmission(workspaceId, form.id, { name01: `word ${n} `.repeat(150_000) })
    await fill(
      workspaceId,
      `update submissions set updated_at = now() - interval '1 s' * length(id::text)`,
      [],
    )
    assert.isBelow(Math.max(...(await pages(program, form, 'updated'))), 9)
    await fill(
      workspaceId,
      `with gone as (delete from submissions returning *)
       insert into deleted_submissions select gone.*, now(), null from gone`,
      [],
    )
    // nothing is told of what they said
    assert.deepEqual(await pages(program, form, 'deleted'), [12])

    const options = Array.from({ length: 1_000 }, (_, n) => ({
      id: `option${n}`,
      label: `${n} `.padEnd(500, 'x'),
    }))
    const settings = { multiple: true, options }
    const asking = await subscribed(
      ['first1', 'second'].map((id) => ({ id, kind: 'select', v: 1, key: id, label: id, settings })),
    )
    const all = options.map(({ id }) => id)
    for (const n of Array.from({ length: 12 }, (_, index) => index))
      await storeSubmission(asking.form.creator.workspaceId, asking.form.id, {
        first1: all.slice(n),
        second: all,
      })
    assert.isBelow(Math.max(...(await pages(asking.program, asking.form, 'created'))), 9)
  })

  test('one submission is found by its id, by words, and by what was answered', async ({ assert }) => {
    const { form, program, path } = await subscribed()
    const ada = await send(program, form, { name: 'Ada', seats: 2, meal: 'veg' })
    await send(program, form, { name: 'Grace', seats: 4 })
    const found = async (query: string) => {
      const { body, text, status } = await events(program, form, 'created', query)
      assert.equal(status, 200, text)
      return body.data.map(({ id }) => id)
    }
    const questions = (await program.get<Page<FormQuestion>>(`${path}/questions`)).body.data
    const { id: field, parts } = questions.find(({ key }) => key === 'meal') ?? assert.fail()
    const filter = { all: [{ field, op: parts[0].operators[0], value: parts[0].options?.[0].id }] }
    assert.deepEqual(await found(`&submission=${ada}`), [ada])
    assert.deepEqual(await found(`&submission=${randomUUID()}`), [])
    assert.deepEqual(await found('&search=ada'), [ada])
    assert.deepEqual(await found(`&filter=${encodeURIComponent(JSON.stringify(filter))}`), [ada])
    const edits = await events(program, form, 'updated', '&search=ada')
    assert.equal(edits.status, 422)
  })

  test('what a form asks is told with keys, types, options, and where a part of an answer lies', async ({
    assert,
  }) => {
    const { program, path } = await subscribed()
    const { body } = await program.get<Page<FormQuestion>>(`${path}/questions`)
    const shown = body.data.map(({ key, comes, parts, items }) => [
      ...[key, comes, parts.map(({ type, path: at }) => `${at.join('.')}:${type}`).join()],
      items?.map((inside) => inside.key),
    ])
    assert.deepEqual(shown, [
      ['name', 'given', ':text', undefined],
      ['seats', 'given', ':number', undefined],
      ['meal', 'given', ':choice', undefined],
      ['stay', 'given', 'from:date,to:date', undefined],
      ['guests', 'given', '', ['guest']],
      ['total', 'computed', ':number', undefined],
    ])
    assert.deepEqual(body.data[2].parts[0].options, [{ id: 'veg', label: 'Vegetables' }])
  })

  test('410 removes the subscription, another refusal does not', async ({ assert }) => {
    const { form, program, path } = await subscribed()
    const [off, on] = [zapier.on(), zapier.on()]
    await subscribe(program, form, off, 'created')
    const stays = await subscribe(program, form, on, 'created')
    zapier.off(off)
    zapier.play(({ path: at }) => (at === new URL(on).pathname ? { status: 400 } : undefined))
    await send(program, form, { name: 'Ada' })
    await zapier.arrived(new URL(on).pathname, 1)
    const left = await until(
      async () => (await program.get<Page<Subscription>>(`${path}/subscriptions`)).body.data,
      ({ length }) => length === 1,
    )
    assert.deepEqual(left, [stays])
    await send(program, form, { name: 'Grace' })
    await zapier.arrived(new URL(on).pathname, 2)
    await told(form.creator)
    assert.lengthOf(zapier.posted(off), 1)
    assert.isEmpty(zapier.faults)
  })

  test('one with a long log that answers 410 goes as a whole, and its form tells it once, until it is seen or back', async ({
    assert,
  }) => {
    const { form, program, path } = await subscribed()
    const { visitor, workspaceId } = form.creator
    const ended = `${path}/ended-subscriptions`
    const told410 = async () => (await visitor.get<Page<EndedSubscription>>(ended)).body.data
    const endOne = async () => {
      const url = zapier.on()
      await subscribe(program, form, url, 'created')
      // more than go in one step
      await within(workspaceId, ({ trx }) =>
        trx.rawQuery(
          `insert into deliveries (workspace_id, form_id, integration_id, event, outbox_id, submission_id, status)
           select workspace_id, form_id, id, 'submission.created', gen_random_uuid(), gen_random_uuid(), 'delivered'
           from integrations, generate_series(1, 4100) where form_id = ?`,
          [form.id],
        ),
      )
      zapier.off(url)
      await send(program, form, { name: 'Ada' })
      await until(
        async () => (await program.get<Page<Subscription>>(`${path}/subscriptions`)).body.data,
        ({ length }) => length === 0,
      )
    }
    await endOne()
    const [first] = await told410()
    assert.deepInclude(first, { kind: 'zapier', name: 'Zap 1' })
    await endOne()
    const [again, ...more] = await told410()
    assert.isEmpty(more)
    assert.isAbove(Date.parse(again.ended_at), Date.parse(first.ended_at))
    const { rows } = await within(workspaceId, ({ trx }) =>
      trx.rawQuery<{ rows: object[] }>('select from deliveries where form_id = ?', [form.id]),
    )
    assert.isEmpty(rows)

    await subscribe(program, form, zapier.on(), 'created')
    assert.isEmpty(await told410())
    await program.delete(
      `/api/subscriptions/${(await program.get<Page<Subscription>>(`${path}/subscriptions`)).body.data[0].id}`,
    )
    assert.isEmpty(await told410())
    await endOne()
    const [{ id }] = await told410()
    assert.equal((await visitor.delete(`${ended}/${id}`)).status, 204)
    assert.equal((await visitor.delete(`${ended}/${id}`)).status, 404)
    assert.isEmpty(await told410())
  })

  test('a deletion that broke off is gone on with', async ({ assert }) => {
    const { form, program, path } = await subscribed()
    await subscribe(program, form, zapier.on(), 'created')
    await within(form.creator.workspaceId, ({ trx }) =>
      trx.rawQuery(
        `update integrations set enabled = false, ended_at = now() - interval '1 hour' where form_id = ?`,
        [form.id],
      ),
    )
    await finishDeletions(new AbortController().signal)
    assert.isEmpty((await program.get<Page<Subscription>>(`${path}/subscriptions`)).body.data)
  })

  test('people see it as an integration, may name, switch off, and delete it, and add or point none', async ({
    assert,
  }) => {
    const { form, program } = await subscribed()
    const url = zapier.on()
    await subscribe(program, form, url, 'created')
    const { visitor } = form.creator
    const [shown] = (await visitor.get<Page<IntegrationItem>>(pathOf(form))).body.data
    assert.deepInclude(shown, { kind: 'zapier', name: 'Zap 1', settings: {}, enabled: true })
    const one = pathOf(form, shown)
    const added = await visitor.post<Refusal>(pathOf(form), { kind: 'zapier', settings: { address: url } })
    assert.deepEqual([added.status, added.body.code], [422, 'E_SUBSCRIPTION'])
    for (const change of [{ settings: { address: zapier.on() } }, { events: ['submission.deleted'] }]) {
      const changed = await visitor.patch<Refusal>(one, change)
      assert.deepEqual([changed.status, changed.body.code], [409, 'E_SUBSCRIPTION'])
    }
    const condition = { left: { field: 'name01' }, op: 'is', right: { value: 'Ada' } }
    const named = await visitor.patch(one, { name: 'Guests to the kitchen', condition })
    assert.equal(named.status, 200, named.text)
    await send(program, form, { name: 'Grace' })
    await send(program, form, { name: 'Ada' })
    const [{ answers }] = await zapier.got(url, 1)
    assert.propertyVal(answers, 'name', 'Ada')
    const [delivery] = await until(
      () => logOf(form.creator, form, shown),
      ([first]) => first?.status === 'delivered',
    )
    const log = await visitor.get(`${one}/deliveries/${delivery.id}`)
    assert.notInclude(log.text, new URL(url).pathname)

    assert.equal((await visitor.patch(one, { enabled: false })).status, 200)
    await send(program, form, { name: 'Ada' })
    await told(form.creator)
    assert.lengthOf(zapier.posted(url), 1)
    assert.equal((await visitor.delete(one)).status, 204)
  })

  test('what a program may not is refused with what it lacks', async ({ assert }) => {
    const { form, program, path } = await subscribed()
    const { id } = await subscribe(program, form, zapier.on(), 'created')
    const reader = await newProgram(form.creator.visitor, form.creator.workspaceId, ['submissions:read'])
    const asked = { kind: 'zapier', url: zapier.on(), events: ['submission.created'] }
    const refused = await reader.post<Refusal>(`${path}/subscriptions`, asked)
    assert.equal(refused.status, 403)
    assert.include(refused.body.message, 'integrations:manage')
    // it could have answers sent to itself
    const manager = await newProgram(form.creator.visitor, form.creator.workspaceId, ['integrations:manage'])
    const unread = await manager.post<Refusal>(`${path}/subscriptions`, asked)
    assert.equal(unread.status, 403)
    assert.include(unread.body.message, 'submissions:read')
    assert.lengthOf((await manager.get<{ data: object[] }>(`${path}/subscriptions`)).body.data, 1)

    const other = await newCreator()
    const stranger = await newProgram(other.visitor, other.workspaceId, SCOPES)
    assert.equal((await stranger.post(`${path}/subscriptions`, asked)).status, 404)
    assert.equal((await stranger.delete(`/api/subscriptions/${id}`)).status, 404)
    assert.equal(
      (await stranger.get(`${path}/subscription-events?kind=zapier&event=submission.created`)).status,
      404,
    )

    const webhook = await form.creator.visitor.post<Single<IntegrationItem>>(pathOf(form), {
      kind: 'webhook',
      settings: { url: 'https://example.com' },
    })
    assert.equal(webhook.status, 201)
    const wrong: [object, string][] = [
      [{ kind: 'webhook' }, 'kind'],
      [{ kind: 'none' }, 'kind'],
      [{ url: 'zapier' }, 'url'],
      [{ url: '' }, 'url'],
      [{ events: [] }, 'events'],
      [{ events: ['submission.partial'] }, 'events'],
      [{ events: undefined }, 'events'],
    ]
    for (const [change, member] of wrong) {
      const { status, body, text } = await program.post<Refusal>(`${path}/subscriptions`, {
        ...asked,
        ...change,
      })
      assert.equal(status, 422, text)
      assert.deepEqual(Object.keys(body.errors ?? {}), [member], text)
    }
  })

  test('a form has a hundred subscriptions at most, and a repeat with its key makes one', async ({
    assert,
  }) => {
    const { form, program, path } = await subscribed()
    const asked = { kind: 'zapier', url: zapier.on(), events: ['submission.created'] }
    const key = { 'idempotency-key': randomUUID() }
    const [once, again] = [
      await program.request<Single<Subscription>>('POST', `${path}/subscriptions`, asked, key),
      await program.request<Single<Subscription>>('POST', `${path}/subscriptions`, asked, key),
    ]
    assert.deepEqual([once.status, again.status], [201, 201])
    assert.equal(once.body.data.id, again.body.data.id)
    await within(form.creator.workspaceId, ({ trx }) =>
      trx.rawQuery(
        `insert into integrations (workspace_id, form_id, kind, v, name, settings, events, enabled)
         select workspace_id, form_id, kind, v, name, settings, events, false from integrations, generate_series(2, 100)`,
      ),
    )
    const { status, body } = await program.post<Refusal>(`${path}/subscriptions`, asked)
    assert.deepEqual([status, body.code], [422, 'E_TOO_MANY'])
    assert.include(body.message, '100')

    const other = await placeForm(form.creator.workspaceId)
    await within(form.creator.workspaceId, ({ trx }) =>
      trx.rawQuery(
        `insert into integrations (workspace_id, form_id, kind, v, name, settings, events, enabled)
         select workspace_id, ?, kind, v, name, settings, events, false
         from integrations, generate_series(1, 9) where form_id = ?`,
        [other.formId, form.id],
      ),
    )
    const third = await placeForm(form.creator.workspaceId)
    const full = await program.post<Refusal>(`/api/forms/${third.formId}/subscriptions`, asked)
    assert.deepEqual([full.status, full.body.code], [422, 'E_TOO_MANY'])
    assert.include(full.body.message, 'A workspace')
  })
})
