import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type { Page, Single } from '#api_types/answer'
import type {
  DeletedMatching,
  DeletedSubmission,
  DeletedTogether,
  EmptiedBin,
  RestoredTogether,
  SubmissionPage,
} from '#api_types/submissions'
import { textBlock } from '#tests/functional/forms/factories'
import { addWebhook, startDeliveries } from '#tests/functional/integrations/factories'
import { Receiver } from '#tests/functional/integrations/receiver'
import { countRows, fill } from '#tests/functional/place'
import { newProgram } from '#tests/functional/program'
import { type PublishedForm, publishedForm, submit } from '#tests/functional/respond/answering'
import { inWorkspace } from '#tests/functional/respond/rows'
import { storeFile, storeSubmission } from '#tests/functional/submissions/storing'

const NOBODY = '00000000-0000-7000-8000-000000000000'

const path = ({ id }: PublishedForm, more: string) => `/api/forms/${id}/${more}`

interface Refusal {
  code: string
  message: string
  errors?: Record<string, string[]>
}

const post = <T>(form: PublishedForm, more: string, body: unknown) =>
  form.creator.visitor.post<T>(path(form, more), body)
const remove = async (form: PublishedForm, ids: readonly string[]) =>
  (await post<Single<DeletedTogether>>(form, 'deletions', { ids })).body.data
const restore = async (form: PublishedForm, ids: readonly string[]) =>
  (await post<Single<RestoredTogether>>(form, 'bin/restorations', { ids })).body.data

async function added(form: PublishedForm, answers: Record<string, unknown>, key?: string): Promise<string> {
  const reply = await submit(form, answers, key === undefined ? {} : { submission_key: key })
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.body.data.id
}

/** Submissions of one name each, the first one the oldest; a minute lies between them. */
async function stored(form: PublishedForm, names: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const [at, name] of names.entries()) {
    const receivedAt = new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString()
    ids.push(await storeSubmission(form.creator.workspaceId, form.id, { name01: name }, { receivedAt }))
  }
  return ids
}

async function names(form: PublishedForm, more = ''): Promise<unknown[]> {
  const { body } = await form.creator.visitor.get<SubmissionPage>(path(form, `submissions?limit=500${more}`))
  return body.data.rows.map(({ cells }) => cells[0])
}

const binned = async (form: PublishedForm) =>
  (await form.creator.visitor.get<Page<DeletedSubmission>>(path(form, 'bin'))).body.data.map(({ id }) => id)

const seats = {
  ...{ id: 'bslot1', kind: 'select', v: 1, key: 'slot', label: 'Slot' },
  settings: { options: [{ id: 'early', label: 'Early', capacity: 2 }] },
}

test.group('Several submissions', () => {
  test('go into the bin together and come back, with their files; it is said which were not there', async ({
    assert,
  }) => {
    const form = await publishedForm()
    const [ada, bob, eve] = await stored(form, ['Ada', 'Bob', 'Eve'])
    const other = await publishedForm()
    const [foreign] = await stored(other, ['Foreign'])
    const file = await storeFile(form.creator.workspaceId, form.id, bob, 'bytes', 'a.txt', 'text/plain')
    const asked = [bob, ada.toUpperCase(), bob, NOBODY, foreign]
    assert.deepEqual(await remove(form, asked), { deleted: [bob, ada], missing: [NOBODY, foreign] })
    assert.deepEqual(await names(form), ['Eve'])
    assert.deepEqual(await names(other), ['Foreign'])
    assert.sameMembers(await binned(form), [ada, bob])
    const bytes = () => form.creator.visitor.get(path(form, `submissions/${bob}/files/${file}`))
    assert.equal((await bytes()).status, 404)

    const { restored, refused } = await restore(form, [ada, bob, eve, foreign])
    assert.sameMembers(restored, [ada, bob])
    assert.deepEqual(
      refused.map(({ id, code }) => [id, code]),
      [
        [eve, 'E_NOT_IN_BIN'],
        [foreign, 'E_NOT_IN_BIN'],
      ],
    )
    assert.deepEqual(await names(form), ['Eve', 'Bob', 'Ada'])
    assert.equal((await bytes()).text, 'bytes')

    await remove(form, [ada, bob, eve])
    const forGood = await post<Single<DeletedTogether>>(form, 'bin/deletions', { ids: [ada, eve, NOBODY] })
    assert.sameMembers(forGood.body.data.deleted, [ada, eve])
    assert.deepEqual(forGood.body.data.missing, [NOBODY])
    assert.deepEqual(await binned(form), [bob])
  })

  test('are known by their ids in capitals, too', async ({ assert }) => {
    const form = await publishedForm()
    const id = (await added(form, { name01: 'Ada' })).toUpperCase()
    const { visitor } = form.creator
    assert.equal((await visitor.delete(path(form, `submissions/${id}`))).status, 204)
    assert.equal((await post(form, `bin/${id}/restoration`, {})).status, 204)
    assert.deepEqual((await remove(form, [id])).missing, [])
  })

  test('are 500 at most, and a repeat with its key does nothing', async ({ assert }) => {
    const form = await publishedForm()
    const [ada, bob] = await stored(form, ['Ada', 'Bob'])
    const many = Array.from({ length: 501 }, () => randomUUID())
    for (const more of ['deletions', 'bin/restorations', 'bin/deletions']) {
      const refused = await post<Refusal>(form, more, { ids: many })
      assert.deepEqual(
        [refused.status, refused.body.errors],
        [422, { ids: ['Choose at most 500 of the submissions.'] }],
        more,
      )
      assert.equal((await post(form, more, { ids: [] })).status, 422)
      assert.equal((await post(form, more, { ids: ['1'] })).status, 422)
    }
    assert.lengthOf((await remove(form, [...many.slice(1, 500), ada])).deleted, 1)

    const { visitor, workspaceId } = form.creator
    const program = await newProgram(visitor, workspaceId, ['submissions:write'])
    const key = { 'idempotency-key': randomUUID() }
    const once = () => program.post<Single<DeletedTogether>>(path(form, 'deletions'), { ids: [bob] }, key)
    assert.deepEqual((await once()).body.data, { deleted: [bob], missing: [] })
    await restore(form, [bob])
    assert.deepEqual((await once()).body.data, { deleted: [bob], missing: [] })
    assert.deepEqual(await names(form), ['Bob'])
  })

  test('give back what they had, and get it again only while nobody else has it', async ({ assert }) => {
    const form = await publishedForm(
      [textBlock('mail01', 'Address', { unique: true }), seats, textBlock('name01', 'Name')],
      { access: { maxSubmissions: 3 } },
    )
    const [ada, bob, eve] = [
      await added(form, { mail01: 'ada@x.org', slot: 'early' }),
      await added(form, { mail01: 'bob@x.org', slot: 'early' }),
      await added(form, { name01: 'Eve' }),
    ]
    assert.equal((await submit(form, { name01: 'D' })).status, 409)
    await remove(form, [ada, bob, eve])
    assert.equal(await countRows(form.creator.workspaceId, 'claim_holders'), 0)
    assert.equal(await countRows(form.creator.workspaceId, 'claims'), 1, 'that of the form itself')
    const other = await added(form, { mail01: 'bob@x.org', slot: 'early' })
    const { restored, refused } = await restore(form, [ada, bob, eve])
    assert.sameMembers(restored, [ada, eve])
    assert.deepEqual(
      refused.map(({ id, code }) => [id, code]),
      [[bob, 'E_USED_UP']],
    )
    assert.include(refused[0]?.message, 'what it answered to “Address”, “Slot” is taken by now')
    assert.equal((await submit(form, { name01: 'D' })).status, 409)
    await remove(form, [other])
    assert.equal(await countRows(form.creator.workspaceId, 'claims'), 3, 'Ada’s, and that of the form')
    assert.deepEqual((await restore(form, [bob])).restored, [bob])
    assert.equal((await submit(form, { name01: 'D' })).status, 409)
  })

  test('that claim nothing come back as far as the form has places', async ({ assert }) => {
    const form = await publishedForm(undefined, { access: { maxSubmissions: 4 } })
    const ids: string[] = []
    for (const name01 of ['A', 'B', 'C', 'D']) ids.push(await added(form, { name01 }))
    await remove(form, ids)
    for (const name01 of ['E', 'F']) await added(form, { name01 })
    const { restored, refused } = await restore(form, ids)
    assert.lengthOf(restored, 2)
    assert.lengthOf(refused, 2)
    assert.include(refused[0]?.message, 'the form has the 4 submissions it takes')
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 4)
  })

  test('who came first gets what is left', async ({ assert }) => {
    const form = await publishedForm([seats, textBlock('name01', 'Name')])
    const ids: string[] = []
    for (const minute of [0, 1, 2, 3]) {
      const receivedAt = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
      const answers = minute === 1 ? { name01: 'No seat' } : { bslot1: 'early' }
      ids.push(await storeSubmission(form.creator.workspaceId, form.id, answers, { receivedAt }))
    }
    await remove(form, ids)
    const { restored, refused } = await restore(form, ids.toReversed())
    assert.sameMembers(restored, ids.slice(0, 3))
    assert.deepEqual(
      refused.map(({ id, code }) => [id, code]),
      [[ids[3], 'E_USED_UP']],
    )
    assert.deepEqual(await binned(form), ids.slice(3))
  })

  test('are counted exactly, whoever else restores and sends at the same time', async ({ assert }) => {
    const form = await publishedForm([
      textBlock('mail01', 'Address', { unique: true }),
      { ...seats, settings: { options: [{ id: 'early', label: 'Early', capacity: 20 }] } },
    ])
    const { workspaceId } = form.creator
    const people = Array.from({ length: 40 }, (_, n) => `p${n}@x.org`)
    const ids: string[] = []
    for (const [at, mail01] of people.entries()) {
      const receivedAt = new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString()
      // every second one has a seat: all of them fit
      const answers = at % 2 === 0 ? { mail01, bslot1: 'early' } : { mail01 }
      ids.push(await storeSubmission(workspaceId, form.id, answers, { receivedAt }))
    }
    await remove(form, ids)
    // four of those who come anew have an address of the others, and take a seat each
    const anew = people.slice(0, 4).map((mail01) => submit(form, { mail01, slot: 'early' }))
    const parts = [ids, ids.toReversed(), ids.slice(10, 30)]
    const [restorations, replies] = await Promise.all([
      Promise.all(parts.map((part) => restore(form, part))),
      Promise.all(anew),
    ])
    const back = new Set(restorations.flatMap(({ restored }) => restored))
    const came = replies.filter(({ status }) => status === 201).length
    assert.equal(restorations.flatMap(({ restored }) => restored).length, back.size, 'each came back once')
    assert.isTrue(replies.every(({ status }) => status === 201 || status === 422))
    const [held] = await inWorkspace<{ seats: number; exact: boolean }>(
      workspaceId,
      `select (select sum(count)::int from claim_holders where key like 'bslot1 %') as seats,
              (select bool_and(c.taken = coalesce((select sum(h.count) from claim_holders h where h.key = c.key), 0))
               from claims c) as exact`,
    )
    assert.isAtMost(held.seats, 20)
    assert.isTrue(held.exact, 'what is counted is what is held')
    const twice = await inWorkspace(
      workspaceId,
      `select from submissions group by answers ->> 'mail01' having count(*) > 1`,
    )
    assert.lengthOf(twice, 0)
    const [{ count }] = await inWorkspace<{ count: number }>(
      workspaceId,
      'select count(*)::int as count from submissions',
    )
    assert.equal(count, back.size + came)
  })

  test('that were sent by the same key one after the other come back together', async ({ assert }) => {
    const form = await publishedForm()
    const key = randomUUID()
    const first = await added(form, { name01: 'Ada' }, key)
    await remove(form, [first])
    const second = await added(form, { name01: 'Ada' }, key)
    await remove(form, [second])
    assert.lengthOf((await restore(form, [first, second])).restored, 2)
    const repeat = await submit(form, { name01: 'Ada' }, { submission_key: key })
    assert.equal(repeat.body.data.id, second)
  })

  test('are deleted and restored once, whoever else does so at the same time', async ({ assert }) => {
    const form = await publishedForm([seats, textBlock('name01', 'Name')])
    const { workspaceId } = form.creator
    const ids = await stored(
      form,
      Array.from({ length: 60 }, (_, n) => `No. ${n}`),
    )
    const parts = [ids, ids.toReversed(), ids.slice(0, 40), ids.slice(20)]
    const deletions = await Promise.all(parts.map((part) => remove(form, part)))
    assert.sameMembers(
      deletions.flatMap(({ deleted }) => deleted),
      ids,
    )
    const restorations = await Promise.all(parts.map((part) => restore(form, part)))
    assert.sameMembers(
      restorations.flatMap(({ restored }) => restored),
      ids,
    )
    assert.equal(await countRows(workspaceId, 'submissions'), 60)
    assert.equal(await countRows(workspaceId, 'outbox'), 120)
  })

  test('that are large go some at a time', async ({ assert }) => {
    const form = await publishedForm()
    const ids = await stored(form, ['A', 'B', 'C', 'D', 'E'])
    await fill(
      form.creator.workspaceId,
      `update submissions set answers = jsonb_build_object('name01',
         (select string_agg(md5(random()::text), '') from generate_series(1, 37500)))`,
      [],
    )
    const rounds: number[] = []
    for (let left = ids; left.length > 0;) {
      const { deleted, missing } = await remove(form, left)
      assert.deepEqual(missing, [])
      rounds.push(deleted.length)
      left = left.filter((id) => !deleted.includes(id))
    }
    assert.deepEqual(rounds, [4, 1])
    const back: number[] = []
    for (let left = ids; left.length > 0;) {
      const { restored } = await restore(form, left)
      back.push(restored.length)
      left = left.filter((id) => !restored.includes(id))
    }
    assert.deepEqual(back, [4, 1])
    const until = new Date().toISOString()
    const first = await post<DeletedMatching>(form, 'deletions/matching', { until })
    assert.deepEqual(first.body.data, ids.toReversed().slice(0, 4))
    const cursor = first.body.next_cursor
    const second = await post<DeletedMatching>(form, 'deletions/matching', { until, cursor })
    assert.deepEqual(second.body, { data: ids.toReversed().slice(4), next_cursor: null })
  })

  test('are told of one by one', async ({ assert, cleanup }) => {
    const receiver = await Receiver.open()
    const background = startDeliveries()
    cleanup(async () => {
      await background.stop()
      await receiver.close()
    })
    const form = await publishedForm()
    const events = ['submission.created', 'submission.deleted']
    await addWebhook(form.creator, form, receiver.url, { events })
    const ids = await stored(form, ['A', 'B', 'C'])
    await remove(form, ids)
    await restore(form, ids)
    const arrivals = await receiver.arrived(6)
    const told = arrivals.map(
      ({ body }) => JSON.parse(body) as { type: string; data: { submission: { id: string } } },
    )
    for (const type of events)
      assert.sameMembers(
        told.filter((one) => one.type === type).map(({ data }) => data.submission.id),
        ids,
        type,
      )
  })
})

test.group('Submissions that match', () => {
  test('go into the bin page by page; what came later stays', async ({ assert }) => {
    const form = await publishedForm()
    const { workspaceId } = form.creator
    await fill(
      workspaceId,
      `insert into submissions (workspace_id, form_id, version, submission_key, content_hash, answers, search, received_at)
       select workspace_id, id, 1, gen_random_uuid(), '', jsonb_build_object('name01', case when n % 2 = 0 then 'even' else 'odd' end),
              case when n % 2 = 0 then 'even' else 'odd' end, '2026-01-01T00:00:00.123456Z'::timestamptz + n * interval '1 ms'
       from forms, generate_series(1, 1300) n where id = ?`,
      [form.id],
    )
    const filter = JSON.stringify({ all: [{ field: 'name01', op: 'is', value: 'even' }] })
    // the 1300th came in at .423 and some microseconds, and two more before its millisecond was over
    const until = '2026-01-01T00:00:01.423Z'
    const late = await storeSubmission(
      ...([workspaceId, form.id, { name01: 'even' }, { receivedAt: '2026-01-01T00:00:01.424Z' }] as const),
    )
    const counts: number[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const reply = await post<DeletedMatching>(form, 'deletions/matching', { until, filter, cursor })
      assert.equal(reply.status, 200, reply.text)
      counts.push(reply.body.data.length)
      cursor = reply.body.next_cursor
    }
    assert.deepEqual(counts, [500, 150])
    assert.deepEqual(await names(form, `&filter=${filter}`), ['even'])
    assert.equal(await countRows(workspaceId, 'submissions'), 651)
    assert.equal(await countRows(workspaceId, 'deleted_submissions'), 650)
    const bySearch = await post<DeletedMatching>(form, 'deletions/matching', {
      until: new Date().toISOString(),
      search: 'EVEN',
    })
    assert.deepEqual(bySearch.body, { data: [late], next_cursor: null })
  })

  test('are named by a time and by what can be looked for in all of them', async ({ assert }) => {
    const form = await publishedForm()
    await stored(form, ['Ada'])
    const refusal = async (body: object) => {
      const reply = await post<Refusal>(form, 'deletions/matching', body)
      assert.equal(reply.status, 422, reply.text)
      return reply.body
    }
    const until = new Date().toISOString()
    assert.property((await refusal({})).errors, 'until')
    assert.property((await refusal({ until: 'now' })).errors, 'until')
    for (const time of ['2026-02-30T25:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T24:00:00Z'])
      assert.property((await refusal({ until: time })).errors, 'until', time)
    assert.equal((await refusal({ until, cursor: 'x' })).code, 'E_CURSOR')
    assert.equal((await refusal({ until, filter: '{' })).code, 'E_FILTER')
    assert.include((await refusal({ until, search: 'ad' })).message, 'Search for a longer word')
    assert.equal((await refusal({ until, ids: [NOBODY] })).code, 'E_UNKNOWN_KEYS')
    assert.deepEqual(await names(form), ['Ada'])
  })
})

test.group('A bin of many', () => {
  test('is emptied some at a time', async ({ assert }) => {
    const form = await publishedForm()
    const other = await publishedForm()
    const fillBin = (one: PublishedForm, count: number) =>
      fill(
        one.creator.workspaceId,
        `insert into deleted_submissions (workspace_id, form_id, version, submission_key, content_hash, answers, deleted_at)
         select workspace_id, id, 1, gen_random_uuid(), '', '{}', now() - (n / 1000) * interval '1 minute'
         from forms, generate_series(1, ?::int) n where id = ?`,
        [count, one.id],
      )
    await fillBin(form, 4_500)
    await fillBin(other, 1)
    // going on from a place leaves what came in after it
    const { next_cursor } = (await form.creator.visitor.get<Page<unknown>>(path(form, 'bin'))).body
    const below = await form.creator.visitor.delete<Single<EmptiedBin>>(
      path(form, `bin?cursor=${next_cursor}`),
    )
    assert.deepEqual(below.body.data, { next_cursor: null })
    const above = (await form.creator.visitor.get<Page<unknown>>(path(form, 'bin'))).body
    assert.deepEqual([above.data.length, above.next_cursor], [50, null])
    assert.equal((await form.creator.visitor.delete(path(form, 'bin?cursor=x'))).status, 422)
    const reply = await form.creator.visitor.delete<Single<EmptiedBin>>(path(form, 'bin'))
    assert.deepEqual([reply.status, reply.body.data], [200, { next_cursor: null }])
    assert.deepEqual(await binned(form), [])
    assert.lengthOf(await binned(other), 1)
  })
})
