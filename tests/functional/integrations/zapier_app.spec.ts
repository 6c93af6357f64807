import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type { Scope } from '#api_types/access_tokens'
import type { DeliveryBackground } from '#app/integrations/background'
import { publish, textBlock } from '#tests/functional/forms/factories'
import { startDeliveries, told } from '#tests/functional/integrations/factories'
import env from '#start/env'
import { newToken, Program } from '#tests/functional/program'
import { changeSettings, publishedForm } from '#tests/functional/respond/answering'
import { Visitor } from '#tests/functional/visitor'
import { Platform, ZapError } from '#tests/stand_ins/zapier/platform'
import { listFault, Zapier } from '#tests/stand_ins/zapier/zapier'
import { app } from '../../../packages/zapier/src/app.ts'

const BLOCKS = [
  textBlock('name01', 'Name', { key: 'name', required: true }),
  { id: 'seats1', kind: 'number', v: 1, key: 'seats', label: 'Seats', settings: {} },
  {
    ...{ id: 'meal01', kind: 'select', v: 1, key: 'meal', label: 'Meal' },
    settings: {
      options: [
        { id: 'veg', label: 'Vegetables' },
        { id: 'fish', label: 'Fish' },
      ],
    },
  },
  {
    ...{ id: 'days01', kind: 'select', v: 1, key: 'days', label: 'Days' },
    settings: {
      multiple: true,
      options: [
        { id: 'mon', label: 'Monday' },
        { id: 'tue', label: 'Tuesday' },
      ],
    },
  },
  { id: 'stay01', kind: 'date', v: 1, key: 'stay', label: 'Stay', settings: { range: true } },
  { id: 'bus001', kind: 'toggle', v: 1, key: 'bus', label: 'Bus', settings: {} },
  { id: 'photo1', kind: 'file', v: 1, key: 'photo', label: 'Photo', settings: {} },
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

const { triggers, creates, searches } = app
const TRIGGERS = [triggers.new_submission, triggers.updated_submission, triggers.deleted_submission]

/** A form, and the app connected to its workspace. */
async function connected(scopes = SCOPES) {
  const form = await publishedForm(BLOCKS)
  const { creator } = form
  const { token } = await newToken(creator.visitor, creator.workspaceId, scopes)
  const platform = new Platform(app, { url: `${new Visitor().baseUrl}/ `, token })
  return { form, platform, program: new Program(token), input: { form: form.id } }
}

function withoutAnswers(item: object): object {
  return { ...item, answers: null }
}

async function fault(work: Promise<unknown>): Promise<ZapError> {
  const error: unknown = await work.then(
    () => new Error('Nothing was refused.'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof ZapError) return error
  throw error
}

test.group('The app of Zapier at a running server', (group) => {
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

  test('a person connects, and chooses a form', async ({ assert }) => {
    const { platform, form, program } = await connected()
    const { data } = (
      await program.get<{ data: { workspace: { name: string } } }>('/api/access-tokens/current')
    ).body
    assert.equal(await platform.connect(), data.workspace.name)
    const forms = await platform.list(triggers.form.operation.perform, {})
    assert.deepInclude(forms, { id: form.id, title: forms[0].title, state: 'published' })
  })

  test('a token that lacks what Zaps need, or opens nothing, connects nobody', async ({ assert }) => {
    const poor = await connected(['forms:read'])
    const lacks = await fault(poor.platform.connect())
    assert.include(lacks.message, 'submissions:read, submissions:write, integrations:manage')
    const other = new Platform(app, { url: new Visitor().baseUrl, token: `fw_${'0'.repeat(48)}` })
    assert.equal((await fault(other.connect())).name, 'ExpiredAuthError')
  })

  test('Zaps are switched on, run once for what happens, and are switched off by what subscribing said', async ({
    assert,
  }) => {
    const { platform, form, program, input } = await connected()
    const urls = TRIGGERS.map(() => zapier.on())
    const kept = []
    for (const [at, { operation }] of TRIGGERS.entries()) {
      // before anything has happened there is an invented one to look at
      assert.lengthOf(await platform.list(operation.performList, input), 1)
      kept.push(await platform.subscribe(operation.performSubscribe, input, urls[at]))
    }
    const sent = { name: 'Ada', seats: 2, meal: 'veg', bus: true, guests: [{ guest: 'Bob' }] }
    const body = { submission_key: randomUUID(), answers: sent }
    const { data } = (await program.post<{ data: { id: string } }>(`/api/forms/${form.id}/submissions`, body))
      .body
    const [came] = await zapier.got(urls[0], 1)
    assert.deepEqual(await platform.list(triggers.new_submission.operation.performList, input), [came])
    await program.patch(`/api/forms/${form.id}/answers/${data.id}`, { answers: { seats: 3 } })
    const [changed] = await zapier.got(urls[1], 1)
    assert.deepEqual(await platform.list(triggers.updated_submission.operation.performList, input), [changed])
    const fields = await platform.fields(triggers.new_submission.operation.outputFields, input)
    assert.includeMembers(
      fields.map(({ key }) => key),
      [
        'answers__name',
        'answers__stay__parts__from',
        'answers__guests[]guest',
        'answers__photo[]url',
        'answers__total',
      ],
    )
    for (const [at, { operation }] of TRIGGERS.slice(0, 2).entries()) {
      const [posted] = zapier.posted(urls[at])
      const began = await platform.received(operation.perform, posted)
      assert.deepEqual(began, posted)
      assert.isUndefined(listFault([withoutAnswers(operation.sample)], withoutAnswers(began)))
    }
    await program.delete(`/api/forms/${form.id}/submissions/${data.id}`)
    const [gone] = await zapier.got(urls[2], 1)
    const { operation } = triggers.deleted_submission
    assert.deepEqual(await platform.list(operation.performList, input), [gone])
    assert.isUndefined(listFault([operation.sample], gone))

    for (const [at, one] of TRIGGERS.entries()) {
      await platform.unsubscribe(one.operation.performUnsubscribe, kept[at])
      // Zapier does so twice, when it is not sure
      await platform.unsubscribe(one.operation.performUnsubscribe, kept[at])
    }
    await program.post(`/api/forms/${form.id}/submissions`, { ...body, submission_key: randomUUID() })
    await told(form.creator)
    assert.deepEqual(
      urls.map((url) => zapier.posted(url).length),
      [1, 1, 1],
    )
    assert.isEmpty(zapier.faults)
  })

  test('an action fills in the form: fields by ids, parts, several choices, line items', async ({
    assert,
  }) => {
    const { platform, program, form, input } = await connected()
    const { operation } = creates.create_submission
    const fields = await platform.fields(operation.inputFields, input)
    assert.deepEqual(
      fields.map(({ key }) => key),
      [
        ...['form', 'answer_name01', 'answer_seats1', 'answer_meal01', 'answer_days01'],
        ...['answer_stay01_from', 'answer_stay01_to', 'answer_bus001', 'answer_people'],
      ],
    )
    assert.deepEqual(fields.find(({ key }) => key === 'answer_meal01')?.choices, {
      veg: 'Vegetables',
      fish: 'Fish',
    })
    assert.lengthOf(await platform.fields(operation.inputFields, {}), 1)
    const made = await platform.create(operation.perform, {
      ...{
        ...input,
        answer_name01: 'Ada {{x}}',
        answer_seats1: '2',
        answer_meal01: 'Fish',
        answer_days01: ['mon', 'Tuesday'],
      },
      ...{ answer_stay01_from: '2031-05-01', answer_stay01_to: '2031-05-03', answer_bus001: true },
      answer_people: [{ answer_guest1: 'Bob' }, {}, { answer_guest1: 'Eve' }],
    })
    assert.deepEqual(made.answers, {
      ...{
        name: 'Ada {{x}}',
        seats: 2,
        meal: 'Fish',
        days: 'Monday, Tuesday',
        bus: true,
        photo: [],
        total: 18,
      },
      stay: { text: '2031-05-01 – 2031-05-03', parts: { from: '2031-05-01', to: '2031-05-03' } },
      guests: [{ guest: 'Bob' }, { guest: 'Eve' }],
    })
    const [stored] = await platform.list(triggers.new_submission.operation.performList, input)
    assert.deepEqual(made, stored)

    const refused = await fault(platform.create(operation.perform, { ...input, answer_seats1: 'many' }))
    assert.equal(refused.name, 'AppError')
    assert.match(refused.message, /name: .*seats: /)
    await changeSettings(form.creator, form.id, { access: { closesAt: '2020-01-01T00:00:00Z' } })
    await publish(form.creator, form.id)
    assert.equal((await program.get(`/api/forms/${form.id}`)).status, 200)
    const closed = await fault(platform.create(operation.perform, { ...input, answer_name01: 'Ada' }))
    assert.equal(closed.name, 'HaltedError')
  })

  test('a search finds by id, by an answer, by a part of one, and by words', async ({ assert }) => {
    const { platform, input } = await connected()
    const create = creates.create_submission.operation.perform
    const ada = await platform.create(create, {
      ...{ ...input, answer_name01: 'Ada', answer_seats1: 2, answer_meal01: 'veg', answer_days01: ['mon'] },
      ...{ answer_stay01_from: '2031-05-01', answer_stay01_to: '2031-05-03', answer_bus001: true },
    })
    await platform.create(create, {
      ...input,
      answer_name01: 'Grace',
      answer_seats1: 4,
      answer_meal01: 'fish',
    })
    const { operation } = searches.find_submission
    const found = async (entered: object) =>
      (await platform.search(operation.perform, { ...input, ...entered })).map(({ id }) => id)
    const by: object[] = [
      { submission: ` ${String(ada.id)} ` },
      { search: 'ada' },
      { question: 'name01', value: 'ADA' },
      { question: 'seats1', value: '2' },
      { question: 'meal01', value: 'Vegetables' },
      { question: 'days01', value: 'Monday' },
      { question: 'stay01.from', value: '2031-05-01' },
      { question: 'bus001', value: 'yes' },
    ]
    for (const entered of by) assert.deepEqual(await found(entered), [ada.id], JSON.stringify(entered))
    assert.deepEqual(await found({ submission: 'none' }), [])
    assert.deepEqual(await found({ question: 'name01', value: 'Joan' }), [])
    assert.match((await fault(found({}))).message, /Enter an ID/)
    assert.match((await fault(found({ question: 'gone', value: 'x' }))).message, /Choose another one/)
    const fields = await platform.fields(operation.inputFields, input)
    const offered = fields.find(({ key }) => key === 'question')?.choices
    assert.deepInclude(offered, { 'stay01.from': 'Stay (From)', total1: 'Total' })
    assert.notProperty(offered, 'photo1')
  })

  test('what is not there, and too much, is said in the words of the platform', async ({
    assert,
    cleanup,
  }) => {
    const { platform, input } = await connected()
    const gone = { form: randomUUID() }
    const subscribe = triggers.new_submission.operation.performSubscribe
    const refused = await fault(platform.subscribe(subscribe, gone, zapier.on()))
    assert.equal(refused.name, 'AppError')
    assert.equal(refused.message, 'There is nothing at this address.')
    const wrong = await fault(platform.subscribe(subscribe, input, 'zapier'))
    assert.match(wrong.message, /^Give the complete address/)

    const unsubscribe = triggers.new_submission.operation.performUnsubscribe
    const stranger = new Platform(app, { ...platform.authData, token: `fw_${'0'.repeat(48)}` })
    assert.equal((await fault(stranger.unsubscribe(unsubscribe, { id: 'x' }))).name, 'AppError')

    const limit = env.get('TOKEN_REQUESTS_PER_MINUTE')
    env.set('TOKEN_REQUESTS_PER_MINUTE', 1)
    cleanup(() => env.set('TOKEN_REQUESTS_PER_MINUTE', limit))
    const busy = await fault(platform.connect().then(() => platform.connect()))
    assert.equal(busy.name, 'ThrottledError')
    assert.isAbove(busy.delay ?? 0, 0)
  })
})
