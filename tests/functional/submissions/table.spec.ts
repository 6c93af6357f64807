import { setImmediate as turn } from 'node:timers/promises'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { fairQueue } from '#app/http/fair_queue'
import { takePlaces } from '#app/http/load_shedding'
import { within } from '#app/workspaces/within'
import { newForm, patch, publish, textBlock } from '#tests/functional/forms/factories'
import { storeSubmission } from '#tests/functional/submissions/storing'
import { type Creator, newCreator } from '#tests/functional/visitor'
import { fill } from '#tests/functional/place'

interface Select {
  options: { id: string; label: string }[]
}

interface Page {
  data: {
    newest_version: number
    fields: Record<string, Select> | null
    settings: Record<string, Record<string, Select>>
    columns: { block: string; label: string; type: string; kind: string }[]
    rows: { id: string; received_at: string; version: number; cells: unknown[]; answers: object }[]
    total: number | null
    limited: boolean
  }
  next_cursor: string | null
}

const read = (creator: Creator, formId: string, query: Record<string, string> = {}) =>
  creator.visitor.get<Page & { code: string; errors: object }>(
    `/api/forms/${formId}/submissions?${new URLSearchParams(query)}`,
  )
const filter = (...all: unknown[]) => ({ filter: JSON.stringify({ all }) })

/** Whether a search, made as the application makes it, asked the trigram index: by the database's own count. */
async function asksSearchIndex(workspaceId: string, formId: string, word: string): Promise<boolean> {
  const scans = async () => {
    const { rows } = await db
      .connection('owner')
      .rawQuery<{ rows: { scans: number }[] }>(
        `select idx_scan::int as scans from pg_stat_user_indexes where indexrelname = 'submissions_search'`,
      )
    return rows[0].scans
  }
  const search = () =>
    within(workspaceId, async ({ trx }) => {
      await trx.rawQuery(
        `select * from search_submissions(?, array[?], 'infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 50, false)`,
        [formId, word],
      )
      await trx.rawQuery('select pg_stat_force_next_flush()')
    })
  const before = await scans()
  await search()
  return (await scans()) > before
}

/** A published form with one field of each shape. */
async function mixedForm() {
  const { creator, form } = await newForm([
    textBlock('name01', 'Name'),
    { id: 'age001', kind: 'number', v: 1, key: 'age', label: 'Age', settings: {} },
    {
      id: 'colour',
      kind: 'select',
      v: 1,
      key: 'colour',
      label: 'Colour',
      settings: {
        options: [
          { id: 'red', label: 'Red' },
          { id: 'blue', label: 'Blue' },
        ],
        other: true,
      },
    },
    {
      id: 'extras',
      kind: 'select',
      v: 1,
      key: 'extras',
      label: 'Extras',
      settings: {
        multiple: true,
        options: [
          { id: 'a', label: 'Apples' },
          { id: 'b', label: 'Pears, ripe' },
        ],
        other: true,
      },
    },
  ])
  await publish(creator, form.id)
  const store = (answers: Record<string, unknown>) => storeSubmission(creator.workspaceId, form.id, answers)
  return { creator, form, store }
}

test.group('Table of submissions', () => {
  test('a page of submissions that say much is short, and the next one goes on behind it', async ({
    assert,
  }) => {
    const { creator, form } = await newForm([textBlock('name01', 'Name', { settings: { multiline: true } })])
    await publish(creator, form.id)
    for (const n of Array.from({ length: 12 }, (_, index) => index))
      await storeSubmission(creator.workspaceId, form.id, { name01: `word ${n} `.repeat(150_000) })
    const equal = { field: 'name01', op: 'contains', value: 'word' }
    const search = { search: 'word' }
    const queries: Record<string, string>[] = [{}, search, filter(equal), { ...search, ...filter(equal) }]
    for (const query of queries) {
      const ids: string[] = []
      const sizes: number[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const { body }: { body: Page } = await read(creator, form.id, {
          ...query,
          limit: '500',
          ...(cursor && { cursor }),
        })
        ids.push(...body.data.rows.map(({ id }) => id))
        sizes.push(body.data.rows.length)
        cursor = body.next_cursor
      }
      assert.lengthOf(new Set(ids), 12, JSON.stringify(query))
      assert.lengthOf(ids, 12)
      assert.isBelow(Math.max(...sizes), 9, JSON.stringify(query))
    }
  })

  test('a page that says so much that it is sent in slices says the same, to the last sign', async ({
    assert,
  }) => {
    const { creator, form, store } = await mixedForm()
    await store({ name01: 'Zoë "Z"', extras: ['a', { other: 'x' }] })
    await store({ age001: 7 })
    const small = (await read(creator, form.id, {})).body
    const name01 = '\u0001\u2028"é\\'.repeat(150_000)
    await store({ name01, extras: ['a', { other: 'x' }] })
    const { body } = await read(creator, form.id, {})
    const [large, ...rest] = body.data.rows
    assert.deepEqual(rest, small.data.rows)
    assert.isTrue(large?.cells[0] === name01)
    assert.deepEqual(large?.cells.slice(1), small.data.rows[1]?.cells.slice(1))
    assert.deepEqual(large?.answers, small.data.rows[1]?.answers)
    assert.deepEqual(Object.keys(body).sort(), Object.keys(small).sort())
    assert.deepEqual({ ...body.data, rows: [], total: 0 }, { ...small.data, rows: [], total: 0 })
  })

  test('who waits for the table of a large form holds no place that searches of others need', async ({
    assert,
  }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(
        `insert into form_versions (workspace_id, form_id, number, document, sha256)
         select workspace_id, form_id, 2, jsonb_set(document, '{blocks,0,label}', to_jsonb(repeat('x', 1200000))), sha256
         from form_versions where form_id = ?`,
        [form.id],
      ),
    )
    const isFree = (of: string) => {
      const leave = takePlaces([{ of, most: 1 }])
      leave?.()
      return leave !== undefined
    }
    let answered: number | undefined
    const asked = read(creator, form.id, { search: 'word' }).then(({ status }) => (answered = status))
    // looked at in each turn until the table is being made, which takes many
    while (isFree(`large tables of ${creator.workspaceId}`) && answered === undefined) await turn()
    const besides = isFree('reads')
    const before = answered
    assert.equal(await asked, 200)
    assert.isUndefined(before, 'it was answered without a large table')
    assert.isTrue(besides)
  })

  test('the table of a form with very many small versions waits for few turns', async ({
    assert,
    cleanup,
  }) => {
    const VERSIONS = 600
    const { creator, form } = await newForm([textBlock('name01', 'Name')])
    await publish(creator, form.id)
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(
        `insert into form_versions (workspace_id, form_id, number, document, sha256)
         select workspace_id, form_id, n, jsonb_set(document, '{blocks,0,label}', to_jsonb('Name ' || n)), sha256
         from form_versions, generate_series(2, ${VERSIONS}) n where form_id = ?`,
        [form.id],
      ),
    )
    let turns = 0
    const enter = fairQueue.enter.bind(fairQueue)
    fairQueue.enter = (place, begin) => {
      turns += place.line === 'slices' ? 1 : 0
      enter(place, begin)
    }
    cleanup(() => {
      fairQueue.enter = enter
    })
    const { body } = await read(creator, form.id)
    assert.equal(body.data.newest_version, VERSIONS)
    assert.deepEqual(
      body.data.columns.map(({ label }) => label),
      [`Name ${VERSIONS}`],
    )
    assert.isBelow(turns, VERSIONS / 4)
  })

  test('newest first, in pages that stay where they are while others arrive', async ({ assert }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    // five at the very same moment, so that only the id orders them
    for (let index = 0; index < 5; index++) {
      const receivedAt = '2026-05-01T10:00:00.123456Z'
      await storeSubmission(creator.workspaceId, form.id, { name01: `same ${index}` }, { receivedAt })
    }
    for (let index = 0; index < 5; index++) {
      await storeSubmission(creator.workspaceId, form.id, { name01: `later ${index}` })
    }
    const whole = await read(creator, form.id)
    assert.equal(whole.body.data.total, whole.body.data.rows.length, 'also before the form has counted them')
    const seen: unknown[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body }: { body: Page } = await read(creator, form.id, { limit: '3', cursor })
      seen.push(...body.data.rows.map((row) => row.cells[0]))
      await storeSubmission(creator.workspaceId, form.id, { name01: 'arrived meanwhile' })
      cursor = body.next_cursor
    }
    assert.lengthOf(seen, 10)
    assert.deepEqual(seen.slice(0, 5), ['later 4', 'later 3', 'later 2', 'later 1', 'later 0'])
    assert.deepEqual([...seen.slice(5)].sort(), ['same 0', 'same 1', 'same 2', 'same 3', 'same 4'])
  })

  test('columns of removed fields stay, cells follow the version', async ({ assert }) => {
    const { creator, form } = await newForm([textBlock('first1', 'First'), textBlock('second', 'Second')])
    await publish(creator, form.id)
    await storeSubmission(creator.workspaceId, form.id, { first1: 'a', second: 'b' })
    await patch(creator, form.id, 1, [
      { op: 'remove', block_id: 'second' },
      {
        op: 'put',
        block_id: 'third1',
        kind: 'text',
        position: 'a9',
        content: { v: 1, key: 'third1', label: 'Third', settings: {} },
      },
    ])
    await publish(creator, form.id)
    await storeSubmission(creator.workspaceId, form.id, { first1: 'c', third1: 'd' }, { version: 2 })
    const { body } = await read(creator, form.id)
    assert.deepEqual(
      body.data.columns.map((column) => column.label),
      ['First', 'Third', 'Second'],
    )
    assert.deepEqual(
      body.data.rows.map((row) => row.cells),
      [
        ['c', 'd', null],
        ['a', null, 'b'],
      ],
    )
  })

  test('an option that was renamed is one everywhere; the opened submission shows what was read', async ({
    assert,
  }) => {
    const menu = (label: string) => ({
      v: 1,
      key: 'menu',
      label: 'Menu',
      settings: {
        options: [{ id: 'veg', label }, ...(label === 'Veg' ? [{ id: 'fish', label: 'Fish' }] : [])],
      },
    })
    const rename = (base: number, label: string) =>
      patch(creator, form.id, base, [
        { op: 'put', block_id: 'menu01', kind: 'select', position: 'a5', content: menu(label) },
      ])
    const { creator, form } = await newForm([{ id: 'menu01', kind: 'select', ...menu('Veg') }])
    await publish(creator, form.id)
    const first = await storeSubmission(creator.workspaceId, form.id, { menu01: 'veg' })
    await storeSubmission(creator.workspaceId, form.id, { menu01: 'fish' })
    await rename(1, 'Veggie')
    await publish(creator, form.id)
    await storeSubmission(creator.workspaceId, form.id, { menu01: 'veg' }, { version: 2 })
    await rename(2, 'Not published yet')

    const { body } = await read(creator, form.id)
    assert.equal(body.data.newest_version, 2)
    assert.deepEqual(
      body.data.rows.map((row) => row.cells[0]),
      ['Veggie', 'Fish', 'Veggie'],
    )
    assert.deepEqual(body.data.fields?.menu01?.options, [
      { id: 'veg', label: 'Veggie' },
      { id: 'fish', label: 'Fish' },
    ])
    for (const version of [1, 2])
      assert.equal(body.data.settings[version]?.menu01?.options[0]?.label, 'Veggie')
    const veggie = filter({ field: 'menu01', op: 'is', value: 'veg' })
    const narrowed = await read(creator, form.id, { ...veggie, limit: '1' })
    assert.lengthOf(narrowed.body.data.rows, 1)
    const next = await read(creator, form.id, { ...veggie, cursor: narrowed.body.next_cursor ?? '' })
    assert.equal(next.body.data.rows[0]?.id, first)
    assert.isNull(next.body.data.fields)
    const csv = await creator.visitor.get(
      `/api/forms/${form.id}/submissions.csv?${new URLSearchParams(veggie)}`,
    )
    assert.lengthOf(csv.text.match(/,Veggie,/g) ?? [], 2)
    const shown = await creator.visitor.get<{ data: { answers: { settings: Select }[] } }>(
      `/api/forms/${form.id}/submissions/${first}`,
    )
    assert.equal(shown.body.data.answers[0]?.settings.options[0]?.label, 'Veg')
  })

  test('search finds parts of words in any field, without accents or case, all words', async ({ assert }) => {
    const { creator, form } = await newForm([textBlock('first1', 'First'), textBlock('second', 'Second')])
    await publish(creator, form.id)
    const store = (first1: string, second: string) =>
      storeSubmission(creator.workspaceId, form.id, { first1, second })
    await store('Zoë Müller', 'Berlin')
    await store('100% sure_thing', 'back\\slash')
    await store('Zoe Smith', 'Paris')
    const found = async (search: string) =>
      (await read(creator, form.id, { search })).body.data.rows.map((row) => row.cells[0]).sort()
    assert.deepEqual(await found('zoe'), ['Zoe Smith', 'Zoë Müller'])
    assert.deepEqual(await found('MULL berl'), ['Zoë Müller'])
    assert.deepEqual(await found('zoe london'), [])
    assert.deepEqual(await found('100%'), ['100% sure_thing'])
    assert.deepEqual(await found('e_t'), ['100% sure_thing'])
    assert.deepEqual(await found('0%s'), [])
    assert.deepEqual(await found('k\\s'), ['100% sure_thing'])
    assert.deepEqual(await found(`'; drop table submissions; --`), [])
    const two = await read(creator, form.id, { search: 'zo' })
    assert.isTrue(two.body.data.limited)
    assert.lengthOf(two.body.data.rows, 2)
    assert.isFalse((await read(creator, form.id, { search: 'zoe' })).body.data.limited)
  })

  test('search leaves out none of its words, and refuses more than it takes', async ({ assert }) => {
    const { creator, form } = await newForm([textBlock('first1', 'First')])
    await publish(creator, form.id)
    const seven = 'Ada Lovelace of 12 Saint James Square'
    await storeSubmission(creator.workspaceId, form.id, { first1: `${seven}, London` })
    await storeSubmission(creator.workspaceId, form.id, { first1: `${seven}, Paris` })
    const found = await read(creator, form.id, { search: `${seven} London` })
    assert.lengthOf(found.body.data.rows, 1)
    const refusal = async (search: string) => {
      const reply = await creator.visitor.get<{ code: string; message: string }>(
        `/api/forms/${form.id}/submissions?${new URLSearchParams({ search })}`,
      )
      return [reply.status, reply.body.code, reply.body.message]
    }
    assert.deepEqual(await refusal('x'.repeat(501)), [
      422,
      'E_SEARCH',
      'Search for 500 characters or fewer. There are 501.',
    ])
    assert.deepEqual(await refusal(Array.from({ length: 41 }, (_, word) => word).join(' ')), [
      422,
      'E_SEARCH',
      'Search for 40 words or fewer. There are 41.',
    ])
  })

  test('search goes past the newest ten thousand by the index, in pages', async ({ assert }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    await fill(
      creator.workspaceId,
      `insert into submissions
         (workspace_id, form_id, version, submission_key, content_hash, answers, search, received_at)
       select ?, ?, 1, gen_random_uuid(), '', '{}',
              case when n % 2500 = 0 then 'needle ' || n else 'hay ' || n end, now() - n * interval '1 minute'
       from generate_series(1, 25000) n`,
      [creator.workspaceId, form.id],
    )
    await db.connection('owner').rawQuery('vacuum (analyze) submissions')
    const times: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body }: { body: Page } = await read(creator, form.id, { search: 'needle', limit: '3', cursor })
      times.push(...body.data.rows.map((row) => row.received_at))
      cursor = body.next_cursor
    }
    assert.lengthOf(times, 10)
    assert.deepEqual(times, [...times].sort().reverse())
    assert.isTrue(await asksSearchIndex(creator.workspaceId, form.id, 'needle'))
    const hay = await read(creator, form.id, { search: 'ha', limit: '500' })
    assert.isTrue(hay.body.data.limited)
    let short = 0
    cursor = ''
    while (cursor !== null) {
      const { body }: { body: Page } = await read(creator, form.id, { search: 'ed', limit: '500', cursor })
      short += body.data.rows.length
      cursor = body.next_cursor
    }
    assert.equal(short, 4, 'only the newest ten thousand are looked through for two letters')
  })

  test('filters compare as conditions do', async ({ assert }) => {
    const { creator, form, store } = await mixedForm()
    await store({ name01: ' Ada ', age001: 36, colour: 'red', extras: ['a', 'b'] })
    await store({ name01: 'BOB', age001: -1.5, colour: { other: 'Green' }, extras: [{ other: 'x' }] })
    await store({ name01: 'Cid', colour: 'blue', extras: ['b'] })
    await store({ age001: 100 })
    const names = async (...all: unknown[]) => {
      const reply = await read(creator, form.id, filter(...all))
      assert.equal(reply.status, 200, reply.text)
      return reply.body.data.rows.map((row) => String(row.cells[0] ?? '–').trim()).sort()
    }
    const name = (op: string, value?: unknown) => names({ field: 'name01', op, value })
    assert.deepEqual(await name('is', 'ada'), ['Ada'])
    assert.deepEqual(await name('is-not', 'ada'), ['BOB', 'Cid', '–'].sort())
    assert.deepEqual(await name('contains', 'D'), ['Ada', 'Cid'])
    assert.deepEqual(await name('not-contains', 'd'), ['BOB', '–'].sort())
    assert.deepEqual(await name('starts-with', 'b'), ['BOB'])
    assert.deepEqual(await name('ends-with', 'B'), ['BOB'])
    assert.deepEqual(await name('matches', '^B'), ['BOB'])
    assert.deepEqual(await name('is-empty'), ['–'])
    assert.deepEqual(await name('is-not-empty'), ['Ada', 'BOB', 'Cid'])
    const age = (op: string, value?: unknown, to?: unknown) => names({ field: 'age001', op, value, to })
    assert.deepEqual(await age('eq', 36), ['Ada'])
    assert.deepEqual(await age('neq', 36), ['BOB', 'Cid', '–'].sort())
    assert.deepEqual(await age('lt', 0), ['BOB'])
    assert.deepEqual(await age('gte', '36'), ['Ada', '–'].sort())
    assert.deepEqual(await age('between', -2, 40), ['Ada', 'BOB'])
    assert.deepEqual(await age('between', 40, -2), [])
    const colour = (op: string, value?: unknown) => names({ field: 'colour', op, value })
    assert.deepEqual(await colour('is', 'red'), ['Ada'])
    assert.deepEqual(await colour('is', 'other'), ['BOB'])
    assert.deepEqual(await colour('is-not', 'red'), ['BOB', 'Cid', '–'].sort())
    assert.deepEqual(await colour('is-any-of', ['red', 'other']), ['Ada', 'BOB'])
    assert.deepEqual(await colour('is-none-of', ['red', 'other']), ['Cid', '–'].sort())
    const extras = (op: string, value?: unknown) => names({ field: 'extras', op, value })
    assert.deepEqual(await extras('contains-all', ['a', 'b']), ['Ada'])
    assert.deepEqual(await extras('contains-any', ['a', 'other']), ['Ada', 'BOB'])
    assert.deepEqual(await extras('is-none-of', ['b']), ['BOB', '–'].sort())
    assert.deepEqual(
      await names({ field: 'age001', op: 'gt', value: 0 }, { field: 'colour', op: 'is', value: 'red' }),
      ['Ada'],
    )
    const both = await read(creator, form.id, {
      search: 'ada',
      ...filter({ field: 'age001', op: 'gt', value: 40 }),
    })
    assert.isEmpty(both.body.data.rows)
  })

  test('the version that was answered narrows, alone and with answers', async ({ assert }) => {
    const { creator, form } = await newForm()
    for (let version = 1; version <= 3; version += 1) await publish(creator, form.id)
    for (const [name, version] of [
      ['Ada', 1],
      ['Bob', 2],
      ['Ada', 3],
      ['Cid', 3],
    ] as const) {
      await storeSubmission(creator.workspaceId, form.id, { name01: name }, { version })
    }
    const names = async (...all: unknown[]) => {
      const reply = await read(creator, form.id, filter(...all))
      assert.equal(reply.status, 200, reply.text)
      return reply.body.data.rows.map((row) => `${String(row.cells[0])} ${row.version}`).sort()
    }
    const version = (op: string, value: number, to?: number) => ({ field: '$version', op, value, to })
    assert.deepEqual(await names(version('eq', 3)), ['Ada 3', 'Cid 3'])
    assert.deepEqual(await names(version('neq', 3)), ['Ada 1', 'Bob 2'])
    assert.deepEqual(await names(version('between', 2, 3), { field: 'name01', op: 'is', value: 'ada' }), [
      'Ada 3',
    ])
    const refusedOnes = [
      { field: '$version', op: 'contains', value: '3' },
      { field: '$number', op: 'eq', value: 3 },
    ]
    for (const one of refusedOnes) assert.equal((await read(creator, form.id, filter(one))).status, 422)
    const { body } = await read(creator, form.id)
    assert.include(body.data.fields?.$version, { label: 'Version', type: 'number' })
  })

  test('the time it came in narrows, by days of a zone or to the millisecond, as all views do', async ({
    assert,
  }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    for (const receivedAt of [
      '2026-03-28T22:59:59.999Z',
      '2026-03-28T23:00:00.000Z',
      // the day on which the clocks of Berlin go forward has 23 hours
      '2026-03-29T21:59:59.999Z',
      '2026-03-29T22:00:00.000Z',
      '2026-03-29T23:30:00.250Z',
    ]) {
      const answers = { name01: receivedAt.slice(8, 16) }
      await storeSubmission(creator.workspaceId, form.id, answers, { receivedAt })
    }
    const names = async (...all: unknown[]) => {
      const reply = await read(creator, form.id, filter(...all))
      assert.equal(reply.status, 200, reply.text)
      return reply.body.data.rows.map((row) => row.cells[0]).reverse()
    }
    const zone = 'Europe/Berlin'
    const received = (op: string, value: unknown, more: object = {}) => ({
      field: '$received',
      op,
      value,
      ...more,
    })
    assert.deepEqual(await names(received('eq', '2026-03-29', { zone })), ['28T23:00', '29T21:59'])
    assert.deepEqual(await names(received('eq', '2026-03-28')), ['28T22:59', '28T23:00'])
    assert.deepEqual(await names(received('before', '2026-03-29', { zone })), ['28T22:59'])
    assert.deepEqual(await names(received('after', '2026-03-29', { zone })), ['29T22:00', '29T23:30'])
    const both = { to: '2026-03-30', zone }
    assert.deepEqual(await names(received('between', '2026-03-30', both)), ['29T22:00', '29T23:30'])
    assert.deepEqual(await names(received('after', '2026-03-29T22:00:00Z')), ['29T23:30'])
    assert.deepEqual(await names(received('eq', '2026-03-30T01:30:00.250+02:00')), ['29T23:30'])
    assert.deepEqual(
      await names(received('after', '2026-03-28'), { field: 'name01', op: 'is', value: '29t21:59' }),
      ['29T21:59'],
    )

    const asked = JSON.stringify({ all: [received('eq', '2026-03-29', { zone })] })
    const narrowed = `?filter=${encodeURIComponent(asked)}`
    const csv = await creator.visitor.get(`/api/forms/${form.id}/submissions.csv${narrowed}`)
    assert.lengthOf(csv.text.trim().split('\n'), 3)
    const { body } = await creator.visitor.get<{ data: { submissions: number } }>(
      `/api/forms/${form.id}/summary${narrowed}`,
    )
    assert.equal(body.data.submissions, 2)

    const refusedOnes = [
      received('eq', '2026-02-30'),
      received('eq', '2026-02-30T00:00:00Z'),
      received('eq', '0000-06-01'),
      received('eq', '0001-01-01', { zone }),
      received('eq', '0001-01-01T00:00:00+10:00'),
      received('after', '9999-12-31T23:59:59.999Z'),
      received('eq', 7),
      received('eq', '2026-03-29T10:00'),
      received('between', '2026-03-29'),
      received('eq', '2026-03-29', { zone: 'Nowhere/Land' }),
      received('is-empty', ''),
    ]
    for (const one of refusedOnes) {
      const reply = await read(creator, form.id, filter(one))
      assert.equal(reply.status, 422, JSON.stringify(one))
    }
    const shown = await read(creator, form.id)
    assert.include(shown.body.data.fields?.$received, { label: 'Received', type: 'date' })
  })

  test('a part is filtered by its address', async ({ assert }) => {
    const { creator, form } = await newForm([
      textBlock('name01', 'Name'),
      { id: 'papers', kind: 'file', v: 1, key: 'papers', label: 'Papers', settings: { maxCount: 3 } },
    ])
    await publish(creator, form.id)
    const store = (answers: Record<string, unknown>) => storeSubmission(creator.workspaceId, form.id, answers)
    const papers = ['a.pdf', 'b.pdf'].map((name, index) => ({ id: `f${index}`, name, size: 1, type: 'x/y' }))
    await store({ name01: 'Ada', papers })
    await store({ name01: 'Bob', papers: papers.slice(1) })
    await store({ name01: 'Cid' })
    const names = async (op: string, value?: number) => {
      const reply = await read(creator, form.id, filter({ field: 'papers.count', op, value }))
      assert.equal(reply.status, 200, reply.text)
      return reply.body.data.rows.map((row) => row.cells[0]).sort()
    }
    assert.deepEqual(await names('gt', 1), ['Ada'])
    assert.deepEqual(await names('lte', 2), ['Ada', 'Bob'])
    assert.deepEqual(await names('neq', 2), ['Bob', 'Cid'])
    const gone = await read(creator, form.id, filter({ field: 'papers.gone', op: 'is-empty' }))
    assert.equal(gone.status, 422)
  })

  test('a filter that makes no sense is refused', async ({ assert }) => {
    const { creator, form } = await mixedForm()
    for (const one of [
      { field: 'nobody', op: 'is', value: 'x' },
      { field: 'name01', op: 'lt', value: 'x' },
      { field: 'age001', op: 'eq', value: 'x' },
      { field: 'age001', op: 'between', value: 1 },
      { field: 'name01', op: 'is' },
      { field: 'name01', op: 'matches', value: '(' },
      { field: 'colour', op: 'is-any-of', value: [] },
      { field: 'name01', op: 'is', value: 'x', surprise: 1 },
      { field: "name01' or true --", op: 'is', value: 'x' },
    ]) {
      const reply = await read(creator, form.id, filter(one))
      assert.equal(reply.status, 422, JSON.stringify(one))
      assert.property(reply.body.errors, 'filter')
    }
    assert.equal((await read(creator, form.id, { filter: '{' })).status, 422)
    assert.equal((await read(creator, form.id, { cursor: 'x' })).status, 422)
  })

  test('whatever is asked for is answered or refused, never an error of ours', async ({ assert }) => {
    const { creator, form, store } = await mixedForm()
    await store({ name01: `${'a'.repeat(40)}!`, age001: 7, colour: 'red', extras: ['a', { other: 'x' }] })
    const at = '2026-01-01 00:00:00+00'
    const id = '00000000-0000-4000-8000-000000000000'
    const cursor = (text: string) => ({ cursor: Buffer.from(text).toString('base64url') })
    const refused: Record<string, string>[] = [
      ...[`9999-99-99 00:00:00+00 ${id}`, `2026-02-30 00:00:00+00 ${id}`, `2026-01-01 24:60:61+00 ${id}`],
      ...[
        `999999-01-01 00:00:00+00 ${id}`,
        `2026-01-01 00:00:00...+00 ${id}`,
        `2026-01-01 00:00:00+99 ${id}`,
      ],
      ...[`infinity ${id}`, `${at} ${id}x`, `${at} x`, `${at}`, "' or true --"],
    ].map(cursor)
    for (const query of refused) assert.equal((await read(creator, form.id, query)).status, 422, query.cursor)
    assert.equal((await read(creator, form.id, cursor(`${at} ${id}`))).status, 200)

    for (const search of [
      '\0',
      'a\0b',
      '\ud800',
      '%',
      '_',
      '\\',
      "'",
      '$1',
      '?',
      'x'.repeat(500),
      '\u0301',
    ]) {
      assert.equal((await read(creator, form.id, { search })).status, 200, JSON.stringify(search))
    }
    for (const value of ['\0', '\ud800', '\udc00x', '\\', "'", '%', '?', '\x1f', '\x1c']) {
      for (const op of ['is', 'is-not', 'contains', 'not-contains', 'starts-with', 'ends-with']) {
        const { status } = await read(creator, form.id, filter({ field: 'name01', op, value }))
        assert.include([200, 422], status, `${op} ${JSON.stringify(value)}`)
      }
      for (const op of ['is-any-of', 'is-none-of']) {
        const { status } = await read(creator, form.id, filter({ field: 'colour', op, value: [value] }))
        assert.include([200, 422], status, `${op} ${JSON.stringify(value)}`)
      }
    }
    // what JavaScript takes for an expression and the database does not, or otherwise
    for (const value of [
      '(?<=a)b',
      '(?<n>a)',
      '\\p{L}',
      '\\u{1F600}',
      '[^]',
      'a{0,999999}',
      '(a+)+$',
      '\\1(a)',
      '\0',
      '\\cA',
      '[[:x:]]',
      '[b-a]',
      '\\k<n>(?<n>a)',
    ]) {
      const { status } = await read(creator, form.id, filter({ field: 'name01', op: 'matches', value }))
      assert.include([200, 422], status, value)
    }
    for (const value of [1e400, -1e308, 5e-324, '0x10', '١٢', '1e5', '', ' ', true]) {
      const { status } = await read(creator, form.id, filter({ field: 'age001', op: 'gt', value }))
      assert.include([200, 422], status, String(value))
    }
    for (const limit of ['0', '-5', '1e9', 'Infinity', 'NaN', 'x', '2.7', '0x10', '']) {
      const reply = await read(creator, form.id, { limit })
      assert.equal(reply.status, 422, limit)
    }
    for (const path of [
      'submissions/x',
      `submissions/${id}/files/x`,
      `submissions/${id}`,
      'exports/x',
      `exports/${id}`,
    ]) {
      assert.equal((await creator.visitor.get(`/api/forms/${form.id}/${path}`)).status, 404, path)
    }
  })

  test('another workspace finds nothing, by any way', async ({ assert }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    const id = await storeSubmission(creator.workspaceId, form.id, { name01: 'secret needle' })
    const stranger = await newCreator()
    for (const path of ['submissions', `submissions?search=needle`, `submissions/${id}`, 'submissions.csv']) {
      assert.equal((await stranger.visitor.get(`/api/forms/${form.id}/${path}`)).status, 404)
    }
    const own = await newForm([textBlock('name01', 'Name')], 'Own', stranger)
    await publish(stranger, own.form.id)
    assert.equal((await stranger.visitor.get(`/api/forms/${own.form.id}/submissions/${id}`)).status, 404)
    assert.equal((await stranger.visitor.delete(`/api/forms/${own.form.id}/submissions/${id}`)).status, 404)
    const hits = await within(stranger.workspaceId, ({ trx }) =>
      trx.rawQuery<{ rows: unknown[] }>(
        `select * from search_submissions(?, array['needle'], 'infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 10, false)`,
        [form.id],
      ),
    )
    assert.isEmpty(hits.rows)
  })
})
