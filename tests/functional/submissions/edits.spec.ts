import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type { Scope } from '#api_types/access_tokens'
import type { ErrorAnswer, Single } from '#api_types/answer'
import type { EditedSubmission, KeyedSubmission, Submission, SubmissionPage } from '#api_types/submissions'
import { collectLeftovers } from '#app/files/collector'
import { purgeSubmissions } from '#app/submissions/purge_submissions'
import { textBlock } from '#tests/functional/forms/factories'
import { addWebhook, startDeliveries } from '#tests/functional/integrations/factories'
import { Receiver } from '#tests/functional/integrations/receiver'
import { countRows, fill } from '#tests/functional/place'
import { newProgram, type Program } from '#tests/functional/program'
import { inWorkspace } from '#tests/functional/respond/rows'
import { type PublishedForm, publishedForm, submit } from '#tests/functional/respond/answering'
import { answeredWithout } from '#tests/functional/submissions/storing'

const BLOCKS = [
  textBlock('name01', 'Name', { key: 'name', required: true }),
  { id: 'seats1', kind: 'number', v: 1, key: 'seats', label: 'Seats', settings: {}, default: { value: 4 } },
  {
    ...{ id: 'price1', kind: 'calculation', v: 1, key: 'price', label: 'Price' },
    settings: { result: 'number', formula: '{#seats1} * 10' },
  },
  {
    ...{ id: 'people', kind: 'section', v: 1, key: 'guests' },
    settings: { title: 'Guests', repeating: true, min: 0, max: 9 },
  },
  textBlock('guest1', 'Guest', { key: 'guest', parent: 'people' }),
]

const SCOPES: Scope[] = ['submissions:read', 'submissions:write']

interface Place {
  form: PublishedForm
  program: Program
}

async function place(blocks: unknown[] = BLOCKS): Promise<Place> {
  const form = await publishedForm(blocks)
  return { form, program: await newProgram(form.creator.visitor, form.creator.workspaceId, SCOPES) }
}

const pathOf = ({ form }: Place, id: string) => `/api/forms/${form.id}/answers/${id}`

const read = (at: Place, id: string, headers: Record<string, string> = {}) =>
  at.program.request<Single<KeyedSubmission>>('GET', pathOf(at, id), undefined, headers)

const edit = (
  at: Place,
  id: string,
  answers: Record<string, unknown>,
  { headers = {}, ...more }: { headers?: Record<string, string>; submission_key?: string } = {},
) =>
  at.program.request<Single<EditedSubmission> & ErrorAnswer>(
    'PATCH',
    pathOf(at, id),
    { answers, ...more },
    headers,
  )

async function sent(at: Place, answers: Record<string, unknown>): Promise<string> {
  const reply = await submit(at.form, answers)
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.body.data.id
}

test.group('Editing a submission', () => {
  test('what is named is another answer, what is not stays, and what depends on it is computed anew', async ({
    assert,
  }) => {
    const at = await place()
    const id = await sent(at, { name: 'Ada', seats: 2, guests: [{ guest: 'Bob' }, { guest: 'Eve' }] })
    const other = await sent(at, { name: 'Grace' })
    const first = await read(at, id)

    const done = await edit(at, id, { name: 'Ada Lovelace', seats: 3 })
    assert.equal(done.status, 200, done.text)
    assert.deepEqual(done.body.data.answers, {
      name: 'Ada Lovelace',
      seats: 3,
      price: 30,
      guests: [{ guest: 'Bob' }, { guest: 'Eve' }],
    })
    assert.deepEqual(done.body.data.ignored, [])
    assert.equal(done.body.data.received_at, first.body.data.received_at)
    const found = async (search: string) =>
      (await at.program.get<SubmissionPage>(`/api/forms/${at.form.id}/submissions?search=${search}`)).body
        .data.rows.length
    assert.equal(await found('lovelace'), 1)

    // a number that was taken out does not come back as its default
    const without = await edit(at, id, { seats: null, guests: [{ guest: 'Eve' }] })
    assert.deepEqual(without.body.data.answers, {
      name: 'Ada Lovelace',
      price: 0,
      guests: [{ guest: 'Eve' }],
    })
    const again = await edit(at, id, { name: 'Ada' })
    assert.notProperty(again.body.data.answers, 'seats')
    assert.equal(await found('lovelace'), 0)
    assert.deepEqual((await read(at, other)).body.data.answers, { name: 'Grace', seats: 4, price: 40 })
  })

  test('answers whose plugin was removed stay, in items, too', async ({ assert }) => {
    const stars = { kind: 'rating', v: 1, label: 'Stars', settings: {} }
    const at = await place([
      ...BLOCKS,
      { ...stars, id: 'stars1', key: 'stars' },
      { ...stars, id: 'stars2', key: 'their_stars', parent: 'people' },
    ])
    const id = await sent(at, { name: 'Ada', stars: 3, guests: [{ guest: 'Bob', their_stars: 2 }] })
    await answeredWithout(at.form, 'rating', id)
    const done = await edit(at, id, { name: 'Grace' })
    assert.equal(done.status, 200, done.text)
    const kept = await inWorkspace(
      at.form.creator.workspaceId,
      `select answers ->> 'name01' as name, (answers ->> 'stars1')::int as stars,
              jsonb_path_query_array(answers, '$.people[*].answers.stars2') as theirs from submissions`,
    )
    assert.deepEqual(kept, [{ name: 'Grace', stars: 3, theirs: [2] }])
  })

  test('items come and go by their ids, and what is not named in them stays', async ({ assert }) => {
    const at = await place([
      ...BLOCKS.map((block) =>
        block.id === 'people' ? { ...block, settings: { ...block.settings, min: 1, max: 3 } } : block,
      ),
      { id: 'age001', kind: 'number', v: 1, key: 'age', label: 'Age', parent: 'people', settings: {} },
    ])
    const guests = [
      { guest: 'Bob', age: 40 },
      { guest: 'Eve', age: 30 },
    ]
    const id = await sent(at, { name: 'Ada', guests })
    const shown = async () => {
      const { body } = await at.form.creator.visitor.get<Single<Submission>>(
        `/api/forms/${at.form.id}/submissions/${id}`,
      )
      const section = body.data.answers.find((one) => 'items' in one)
      if (!section || !('items' in section)) throw new Error('There is no section.')
      return section
    }
    const before = await shown()
    assert.containSubset(before, { least: 1, most: 3, labels: ['Guest', 'Age'] })
    const [bob = '', eve = ''] = before.items.map((item) => item.id)
    const done = await edit(at, id, {
      guests: [eve, 'newone'],
      [`guests.${eve}.guest`]: 'Joan',
      'guests.newone.age': 7,
    })
    assert.deepEqual(done.body.data.answers.guests, [{ guest: 'Joan', age: 30 }, { age: 7 }])
    assert.deepEqual(
      (await shown()).items.map((item) => item.id),
      [eve, 'newone'],
    )
    const few = await edit(at, id, { guests: [] })
    assert.containSubset(few.body.details, [{ path: 'people', code: 'too-few' }])
    const many = await edit(at, id, { guests: [eve, 'newone', bob, 'another'] })
    assert.containSubset(many.body.details, [{ path: 'people', code: 'too-many' }])
    // who comes back was away: nothing of them is left
    const back = await edit(at, id, { guests: [bob] })
    assert.deepEqual(back.body.data.answers.guests, [{}])
  })

  test('the fields of a section are told where it has no items', async ({ assert }) => {
    const at = await place()
    const id = await sent(at, { name: 'Ada' })
    const { body } = await at.form.creator.visitor.get<Single<Submission>>(
      `/api/forms/${at.form.id}/submissions/${id}`,
    )
    assert.containSubset(body.data.answers, [
      { block: 'people', least: 0, most: 9, labels: ['Guest'], fields: [{ block: 'guest1' }], items: [] },
    ])
  })

  test('what the form would not take is refused with key, path and code, and changes nothing', async ({
    assert,
  }) => {
    const at = await place()
    const id = await sent(at, { name: 'Ada', guests: [{ guest: 'Bob' }] })
    const before = await read(at, id)
    const refused = await edit(at, id, { name: null, seats: 'many' })
    assert.equal(refused.status, 422)
    assert.equal(refused.body.code, 'E_ANSWERS')
    assert.containSubset(refused.body.details, [
      { key: 'name', path: 'name01', code: 'required', text: 'Please answer this.' },
      { key: 'seats', path: 'seats1' },
    ])
    assert.equal((await edit(at, id, { nobody: 1 })).body.code, 'E_UNKNOWN_ANSWERS')
    assert.equal((await edit(at, randomUUID(), { name: 'Eve' })).status, 404)
    assert.deepEqual((await read(at, id)).body, before.body)
    assert.equal(await countRows(at.form.creator.workspaceId, 'submission_edits'), 0)
    // the same answers are no edit either
    assert.equal((await edit(at, id, { name: 'Ada' })).headers.get('etag'), before.headers.get('etag'))
  })

  test('what was stored before it was refused keeps nobody from changing the rest', async ({ assert }) => {
    const settings = { country: 'US', region: 'off', postcode: 'off' }
    const at = await place([
      ...BLOCKS,
      { id: 'home01', kind: 'address', v: 1, key: 'home', label: 'Home', settings },
    ])
    const home = { country: 'US', street: '1 Main St', city: 'Springfield' }
    const id = await sent(at, { name: 'Ada', home })
    const refusal = { key: 'home', path: 'home01.region', code: 'not-allowed' }
    const refused = await submit(at.form, { name: 'Eve', home: { ...home, region: 'IL' } })
    assert.containSubset(refused.body, { details: [refusal] })
    const { workspaceId } = at.form.creator
    await inWorkspace(
      workspaceId,
      `update submissions set answers = jsonb_set(answers, '{home01,region}', '"IL"')`,
    )
    const takes = async (answers: Record<string, unknown>, expected: unknown) => {
      const done = await edit(at, id, answers)
      assert.equal(done.status, 200, done.text)
      assert.deepEqual(done.body.data.answers.home, expected)
    }
    await takes({ name: 'Grace' }, { ...home, region: 'IL' })
    await takes(
      { home: { ...home, city: 'Chicago', region: 'IL' } },
      { ...home, city: 'Chicago', region: 'IL' },
    )
    // another one is no longer what was there, and the rest is judged as ever
    for (const [given, problem] of [
      [{ ...home, region: 'WI' }, refusal],
      [
        { ...home, city: '', region: 'IL' },
        { path: 'home01.city', code: 'required' },
      ],
    ]) {
      const wrong = await edit(at, id, { home: given })
      assert.equal(wrong.status, 422, wrong.text)
      assert.containSubset(wrong.body.details, [problem])
      assert.lengthOf(wrong.body.details ?? [], 1)
    }
    await takes({ home }, home)
  })

  test('with If-Match only what the program knows is changed', async ({ assert }) => {
    const at = await place()
    const id = await sent(at, { name: 'Ada' })
    const tag = (await read(at, id)).headers.get('etag') ?? ''
    assert.equal((await read(at, id, { 'if-none-match': tag })).status, 304)
    const done = await edit(at, id, { name: 'Bob' }, { headers: { 'if-match': tag } })
    assert.equal(done.status, 200)
    const stale = await edit(at, id, { name: 'Eve' }, { headers: { 'if-match': tag } })
    assert.equal(stale.status, 412)
    assert.equal(stale.headers.get('etag'), done.headers.get('etag'))
    const now = await read(at, id, { 'if-none-match': tag })
    assert.equal(now.body.data.answers.name, 'Bob')
    // without it, changes of several at once all stand
    await Promise.all([edit(at, id, { name: 'Joan' }), edit(at, id, { seats: 7 })])
    assert.deepEqual((await read(at, id)).body.data.answers, { name: 'Joan', seats: 7, price: 70 })
  })

  test('what is limited is given back and taken: of many who want a place one gets it', async ({
    assert,
  }) => {
    const option = (id: string, capacity: number) => ({ id, label: id, capacity })
    const at = await place([
      textBlock('mail01', 'Address', { key: 'mail', unique: true }),
      {
        ...{ id: 'bslot1', kind: 'select', v: 1, key: 'slot', label: 'Slot' },
        settings: { options: [option('early', 1), option('late', 9)] },
      },
    ])
    const ids: string[] = []
    for (let n = 0; n < 6; n += 1) ids.push(await sent(at, { mail: `m${n}@x.org`, slot: 'late' }))
    const replies = await Promise.all(ids.map((id) => edit(at, id, { slot: 'early' })))
    const [winner] = ids.filter((_, n) => replies[n].status === 200)
    assert.lengthOf(
      replies.filter(({ status }) => status === 200),
      1,
    )
    assert.containSubset(replies.find(({ status }) => status !== 200)?.body.details, [
      { key: 'slot', path: 'bslot1' },
    ])
    // whoever has it may go on having it, and hands it on
    assert.equal((await edit(at, winner, { mail: 'won@x.org' })).status, 200)
    assert.equal((await submit(at.form, { mail: 'new@x.org', slot: 'early' })).status, 422)
    assert.equal((await edit(at, winner, { slot: 'late' })).status, 200)
    assert.equal((await submit(at.form, { mail: 'new@x.org', slot: 'early' })).status, 201)

    const taken = await edit(at, winner, { mail: 'NEW@x.org' })
    assert.containSubset(taken.body.details, [{ key: 'mail', code: 'duplicate' }])
    assert.equal((await submit(at.form, { mail: 'WON@x.org' })).status, 422)
    assert.equal((await edit(at, winner, { mail: null })).status, 200)
    assert.equal((await submit(at.form, { mail: 'won@x.org' })).status, 201)
    const counts = await inWorkspace(at.form.creator.workspaceId, 'select from claims where taken = 0')
    assert.lengthOf(counts, 0, 'nothing is kept of what nobody has')
  })

  test('what the visit brought still counts: parameters of the link, and the day on which it was', async ({
    assert,
  }) => {
    const at = await place([
      {
        ...textBlock('code01', 'Code', { key: 'code', required: true }),
        state: 'hidden',
        rules: [{ when: { left: { param: 'plan' }, op: 'is', right: { value: 'vip' } }, do: 'show' }],
      },
      textBlock('name01', 'Name', { key: 'name' }),
    ])
    const context = { params: { plan: 'vip', secret: 'x' } }
    const sending = await submit(at.form, { name: 'Ada', code: 'c' }, { context })
    const { id } = sending.body.data
    const done = await edit(at, id, { name: 'Bob' })
    assert.deepEqual(done.body.data.answers, { name: 'Bob', code: 'c' })
    assert.equal((await edit(at, id, { code: null })).status, 422)
    const [kept] = await inWorkspace<{ params: object }>(
      at.form.creator.workspaceId,
      `select meta -> 'params' as params from submissions`,
    )
    assert.deepEqual(kept.params, { plan: 'vip' })
  })

  test('files that come for it become its own, those that are left out go', async ({ assert }) => {
    const at = await place([
      { id: 'photo1', kind: 'file', v: 1, key: 'files', label: 'Files', settings: { maxCount: 3 } },
      textBlock('name01', 'Name', { key: 'name' }),
    ])
    const upload = async (key: string, name: string) => {
      const query = `block=files&key=${key}&version=1&name=${name}`
      const done = await at.form.visitor.post<{ data: { id: string } }>(
        `/api/forms/${at.form.slug}/files?${query}`,
        new Uint8Array(Buffer.from(name)),
        { 'content-type': 'application/octet-stream' },
      )
      if (done.status !== 201) throw new Error(done.text)
      return done.body.data
    }
    const key = randomUUID()
    const [kept, left] = [await upload(key, 'kept.txt'), await upload(key, 'left.txt')]
    const sending = await submit(at.form, { files: [kept, left] }, { submission_key: key })
    const { id } = sending.body.data
    const newer = randomUUID()
    const added = await upload(newer, 'added.txt')
    assert.equal((await edit(at, id, { files: [kept, added] })).status, 422)
    const done = await edit(at, id, { files: [kept, added], name: 'Ada' }, { submission_key: newer })
    assert.equal(done.status, 200, done.text)
    const bytes = async (file: string) =>
      at.program.get(`/api/forms/${at.form.id}/submissions/${id}/files/${file}`)
    assert.equal((await bytes(added.id)).text, 'added.txt')
    assert.equal((await bytes(kept.id)).text, 'kept.txt')
    assert.equal((await bytes(left.id)).status, 404)
    await collectLeftovers(AbortSignal.timeout(10_000))
    assert.equal(await countRows(at.form.creator.workspaceId, 'files'), 2)
  })

  test('of a submission the newest hundred are told', async ({ assert }) => {
    const at = await place()
    const { creator } = at.form
    const [id, other] = [await sent(at, { name: 'Ada' }), await sent(at, { name: 'Eve' })]
    await fill(
      creator.workspaceId,
      `insert into submission_edits (workspace_id, form_id, submission_id, edited_at, blocks)
       select workspace_id, form_id, id, now() - interval '1 hour' + n * interval '1 second', array['edit ' || n]
       from submissions, generate_series(1, 100) n`,
      [],
    )
    assert.equal((await edit(at, id, { name: 'Bob' })).status, 200)
    const rows = await inWorkspace<{ submission_id: string; blocks: string[] }>(
      creator.workspaceId,
      'select submission_id, blocks from submission_edits order by id',
    )
    const of = (submission: string) => rows.filter(({ submission_id }) => submission_id === submission)
    assert.lengthOf(of(id), 100)
    assert.deepEqual([of(id)[0]?.blocks, of(id)[99]?.blocks], [['edit 2'], ['name01']])
    assert.lengthOf(of(other), 100)
  })

  test('integrations hear of it; who edited is known, and goes with the submission', async ({
    assert,
    cleanup,
  }) => {
    const receiver = await Receiver.open()
    const background = startDeliveries()
    cleanup(async () => {
      await background.stop()
      await receiver.close()
    })
    const at = await place()
    const { creator } = at.form
    const edits = async (id: string) =>
      (await creator.visitor.get<Single<Submission>>(`/api/forms/${at.form.id}/submissions/${id}`)).body.data
        .edits
    const events = ['submission.created', 'submission.updated']
    await addWebhook(creator, at.form, receiver.url, { events })
    const id = await sent(at, { name: 'Ada' })
    await receiver.arrived(1)
    assert.deepEqual(await edits(id), [])
    assert.equal((await edit(at, id, { name: 'Bob' })).status, 200)
    const [, news] = await receiver.arrived(2)
    const told: { type: string; data: { answers: object } } = JSON.parse(news?.body ?? '')
    assert.equal(told.type, 'submission.updated')
    assert.deepInclude(told.data.answers, { name: 'Bob' })
    assert.equal(await countRows(creator.workspaceId, 'submission_edits'), 1)

    await creator.visitor.delete(`/api/forms/${at.form.id}/submissions/${id}`)
    await creator.visitor.post(`/api/forms/${at.form.id}/bin/${id}/restoration`, {})
    assert.equal((await edit(at, id, { seats: 5 })).status, 200)
    assert.deepEqual(
      (await edits(id)).map(({ edited_by, labels }) => [edited_by?.name, labels]),
      [
        ['Ada Example', ['Seats', 'Price']],
        ['Ada Example', ['Name']],
      ],
    )
    assert.equal((await read(at, id)).body.data.answers.name, 'Bob')
    await creator.visitor.delete(`/api/forms/${at.form.id}/submissions/${id}`)
    await fill(
      creator.workspaceId,
      `update deleted_submissions set deleted_at = now() - interval '31 days' where id = ?`,
      [id],
    )
    await purgeSubmissions(AbortSignal.timeout(10_000))
    assert.equal(await countRows(creator.workspaceId, 'submission_edits'), 0)
  })
})
