import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { test } from '@japa/runner'
import { parse } from 'csv-parse/sync'
import { startJobs, stopJobs } from '#app/jobs/jobs'
import { exportPath, runExport, writeExports } from '#app/submissions/export_job'
import { packSegment } from '#app/submissions/pack_segments'
import { within } from '#app/workspaces/within'
import type { ShownItems, Submission, SubmissionExport, SubmissionPage } from '#api_types/submissions'
import { patch, publish, textBlock } from '#tests/functional/forms/factories'
import { type PublishedForm, publishedForm, submit } from '#tests/functional/respond/answering'
import { storeSubmission } from '#tests/functional/submissions/storing'
import { unzip } from '#tests/functional/submissions/unzip'
import { until } from '#tests/functional/integrations/factories'

const section = (id: string, title: string, settings: object = {}) => ({
  ...{ id, kind: 'section', v: 1, key: id },
  settings: { title, repeating: true, min: 0, max: 1000, ...settings },
})
const inside = { parent: 'people' }
const COLOUR = {
  ...{ id: 'colour', kind: 'select', v: 1, key: 'colour', label: 'Colour' },
  settings: {
    multiple: true,
    options: [
      { id: 'red', label: 'Red' },
      { id: 'blue', label: 'Blue' },
    ],
  },
}
const TRIP = { id: 'trip01', kind: 'date', v: 1, key: 'trip', label: 'Trip', settings: { range: true } }
const BLOCKS = [
  textBlock('firm01', 'Firm'),
  section('people', 'People of {#firm01}', { itemTitle: '{#name01}' }),
  { ...textBlock('name01', 'Name'), ...inside },
  { ...COLOUR, ...inside },
  { ...TRIP, ...inside },
  section('group1', 'Address', { repeating: false }),
  { ...textBlock('street', 'Street'), parent: 'group1' },
  section('works1', '../Works'),
  { ...textBlock('title1', 'Title'), parent: 'works1' },
]

/** Items of a section as they are stored. */
const items = (...answers: object[]) =>
  answers.map((own, index) => ({ id: `item${index + 1}`, answers: own }))
const ADA = { name01: '=Ada', colour: ['red', 'blue'], trip01: { from: '2024-02-28', to: '2024-03-01' } }
const FULL = {
  firm01: 'Engines',
  people: items(ADA, { name01: 'Bob, "B"' }, {}),
  street: 'High Street',
  works1: items({ title1: 'Notes' }),
}

interface Sent {
  published: PublishedForm
  full: string
  none: string
}

/** A form with what was answered to it: one with everything, one with nothing. */
async function answered(): Promise<Sent> {
  const published = await publishedForm(BLOCKS)
  const { creator, id } = published
  const full = await storeSubmission(creator.workspaceId, id, FULL)
  const none = await storeSubmission(creator.workspaceId, id, { firm01: 'Nobody' })
  return { published, full, none }
}

async function table({ creator, id }: PublishedForm, ...all: object[]): Promise<SubmissionPage['data']> {
  const query = new URLSearchParams({ filter: JSON.stringify({ all }) })
  const { body } = await creator.visitor.get<SubmissionPage>(`/api/forms/${id}/submissions?${query}`)
  return body.data
}

const rowsOf = (text: string | undefined): string[][] => parse(text ?? '', { bom: true })

test.group('Sections in what came back', (group) => {
  group.setup(async () => {
    await startJobs([writeExports])
    return stopJobs
  })

  test('one that repeats is a column with the number of its items; one that does not adds nothing', async ({
    assert,
  }) => {
    const { published } = await answered()
    const { columns, rows } = await table(published)
    assert.deepEqual(
      columns.map(({ label, type, counts }) => [label, type, counts ?? null]),
      [
        ['Firm', 'text', null],
        ['People of {firm01}', 'number', 'items'],
        ['Street', 'text', null],
        ['../Works', 'number', 'items'],
      ],
    )
    assert.deepEqual(
      rows.map(({ cells }) => cells),
      [
        ['Nobody', 0, null, 0],
        ['Engines', 3, 'High Street', 1],
      ],
    )
    assert.deepEqual(rows[1]?.answers, {}, 'items come when a submission is opened')
  })

  test('submissions are filtered by the number of items, in rows and in segments alike', async ({
    assert,
  }) => {
    const published = await publishedForm(BLOCKS)
    const { creator, id } = published
    const sent = (answers: object, day: string) =>
      storeSubmission(creator.workspaceId, id, { ...answers }, { receivedAt: `2024-03-${day}` })
    await sent(FULL, '01')
    await sent({ firm01: 'Nobody' }, '02')
    await sent({ firm01: 'Many', people: items(...Array.from({ length: 400 }, () => ADA)) }, '03')
    const found = async (filter: object) =>
      (await table(published, { field: 'people', ...filter })).rows.map((row) => row.cells[0])
    await sent({ firm01: 'Last', people: items({}, {}) }, '04')
    const check = async () => {
      assert.deepEqual(await found({ op: 'eq', value: 3 }), ['Engines'])
      assert.deepEqual(await found({ op: 'eq', value: 0 }), ['Nobody'])
      assert.deepEqual(await found({ op: 'neq', value: 3 }), ['Last', 'Many', 'Nobody'])
      assert.deepEqual(await found({ op: 'lt', value: 3 }), ['Last', 'Nobody'])
      assert.deepEqual(await found({ op: 'gte', value: 3 }), ['Many', 'Engines'])
      assert.deepEqual(await found({ op: 'between', value: 1, to: 400 }), ['Last', 'Many', 'Engines'])
    }
    await check()
    // a run is packed when there is one more
    assert.equal(await packSegment(creator.workspaceId, id, 3), 3)
    await check()
  })

  test('submissions are filtered by what stands in any item, in rows and beside segments alike', async ({
    assert,
  }) => {
    const form = await publishedForm(BLOCKS)
    const { creator, id } = form
    const sent = (answers: Record<string, unknown>, day: string) =>
      storeSubmission(creator.workspaceId, id, answers, { receivedAt: `2024-03-${day}` })
    await sent({ firm01: 'None' }, '01')
    await sent({ firm01: 'Ada', people: items(ADA, { name01: 'Bob', colour: ['red'] }) }, '02')
    await sent({ firm01: 'Bob', people: items({ name01: 'Bob', colour: ['blue'] }, {}) }, '03')
    const found = async (field: string, op: string, value?: unknown) =>
      (await table(form, { field, op, ...(value !== undefined && { value }) })).rows.map(
        ({ cells }) => cells[0],
      )
    const matches = async () => {
      assert.deepEqual(await found('people.name01', 'is', 'bob'), ['Bob', 'Ada'])
      assert.deepEqual(await found('people.name01', 'contains', 'ada'), ['Ada'])
      // one item for which it holds is enough, of a negation too
      assert.deepEqual(await found('people.name01', 'is-not', 'bob'), ['Bob', 'Ada'])
      assert.deepEqual(await found('people.name01', 'is-empty'), ['Bob'])
      assert.deepEqual(await found('people.colour', 'contains-all', ['red', 'blue']), ['Ada'])
      assert.deepEqual(await found('people.trip01.from', 'before', '2024-03-01'), ['Ada'])
      assert.deepEqual(await found('people.trip01', 'is-not-empty'), ['Ada'])
    }
    await matches()
    // a run is packed when there is one more
    assert.equal(await packSegment(creator.workspaceId, id, 2), 2)
    await matches()
    const { fields } = await table(form)
    assert.equal(fields?.['people.name01']?.label, 'Name, in any item')
    const csv = await creator.visitor.get(
      `/api/forms/${id}/submissions.csv?${new URLSearchParams({
        filter: JSON.stringify({ all: [{ field: 'people.name01', op: 'contains', value: 'ada' }] }),
      })}`,
    )
    assert.equal(csv.status, 200)
    const rows = unzip(csv.bytes).get('A form.csv') ?? ''
    assert.include(rows, 'Ada')
    assert.notInclude(rows, 'None')
  })

  test('one submission shows the items with their titles and answers', async ({ assert }) => {
    const { published, full, none } = await answered()
    const { creator, id } = published
    const shown = async (one: string) => {
      const { body } = await creator.visitor.get<{ data: Submission }>(`/api/forms/${id}/submissions/${one}`)
      return body.data.answers
    }
    const answers = await shown(full)
    assert.deepEqual(
      answers.map(({ block, label }) => [block, label]),
      [
        ['firm01', 'Firm'],
        ['people', 'People of Engines'],
        ['street', 'Street'],
        ['works1', '../Works'],
      ],
    )
    const people = answers[1] as ShownItems
    assert.deepEqual(
      people.fields.map(({ block, key, kind }) => [block, key, kind]),
      [
        ['name01', 'name01', 'text'],
        ['colour', 'colour', 'select'],
        ['trip01', 'trip', 'date'],
      ],
    )
    assert.deepEqual(
      people.items.map(({ id: item, labels, answers: own }) => [item, labels, own]),
      [
        ['item1', ['Name', 'Colour', 'Trip'], Object.values(ADA)],
        ['item2', ['Name', 'Colour', 'Trip'], ['Bob, "B"', null, null]],
        ['item3', ['Name', 'Colour', 'Trip'], [null, null, null]],
      ],
    )
    assert.deepEqual(
      people.items.map(({ title }) => title),
      ['=Ada', 'Bob, "B"', 'People of Engines 3'],
    )
    assert.deepEqual((answers[3] as ShownItems).items[0]?.title, '../Works 1')
    assert.deepEqual(((await shown(none))[1] as ShownItems).items, [])
  })

  test('an export is a ZIP of the main file and one of each section, joined by submission and item', async ({
    assert,
  }) => {
    const { published, full, none } = await answered()
    const { creator, slug } = published
    const zip = await creator.visitor.get(`/api/forms/${slug}/submissions.csv`)
    assert.equal(zip.headers.get('content-type'), 'application/zip')
    assert.match(zip.headers.get('content-disposition') ?? '', /^attachment; filename="A form .*\.zip"/)
    const files = unzip(zip.bytes)
    assert.deepEqual(
      [...files.keys()],
      ['A form.csv', 'A form - People of {firm01}.csv', 'A form - .. Works.csv'],
    )
    const [main, people, works] = [...files.values()].map(rowsOf)
    assert.deepEqual(main[0], ['Received', 'Firm', 'People of {firm01}', 'Street', '../Works', 'Submission'])
    assert.deepEqual(
      main.slice(1).map((row) => row.slice(1)),
      [
        ['Nobody', '0', '', '0', none],
        ['Engines', '3', 'High Street', '1', full],
      ],
    )
    assert.deepEqual(people, [
      ['Submission', 'Item', 'Name', 'Colour', 'Trip (From)', 'Trip (To)'],
      [full, '1', "'=Ada", 'Red, Blue', '2024-02-28', '2024-03-01'],
      [full, '2', 'Bob, "B"', '', '', ''],
      [full, '3', '', '', '', ''],
    ])
    assert.deepEqual(works, [
      ['Submission', 'Item', 'Title'],
      [full, '1', 'Notes'],
    ])
  })

  test('what was stored stays in the export when a field leaves its section', async ({ assert }) => {
    const { published, full } = await answered()
    const { creator, id, slug } = published
    const draft = await creator.visitor.get<{
      data: { revision: number; rows: { block_id: string; position: string }[] }
    }>(`/api/forms/${id}/draft`)
    const { revision, rows } = draft.body.data
    const position = rows.find(({ block_id }) => block_id === 'firm01')?.position
    const moved = await patch(creator, id, revision, [
      { op: 'move', block_id: 'name01', parent: null, position },
    ])
    assert.deepEqual(moved.body.data.refused, [])
    await publish(creator, id)
    const zip = await creator.visitor.get(`/api/forms/${slug}/submissions.csv`)
    const [main, people] = [...unzip(zip.bytes).values()].map(rowsOf)
    assert.include(main[0], 'Name')
    assert.deepEqual(people[0]?.toSorted(), [
      'Colour',
      'Item',
      'Name',
      'Submission',
      'Trip (From)',
      'Trip (To)',
    ])
    const name = people[0].indexOf('Name')
    assert.deepEqual(
      people.slice(1).map((row) => [row[0], row[name]]),
      [
        [full, "'=Ada"],
        [full, 'Bob, "B"'],
        [full, ''],
      ],
    )
  })

  test('a job writes the same ZIP, also when it was interrupted, and leaves no other file', async ({
    assert,
  }) => {
    const { published } = await answered()
    const { creator, id, slug } = published
    for (let more = 0; more < 120; more++) await storeSubmission(creator.workspaceId, id, FULL)
    const direct = await creator.visitor.get(`/api/forms/${slug}/submissions.csv`)
    const ids = await within(creator.workspaceId, async ({ trx }) => {
      const { rows } = await trx.rawQuery<{ rows: { workspace_id: string; id: string }[] }>(
        `insert into exports (workspace_id, form_id, created_by, version) values (?, ?, ?, 1) returning workspace_id, id`,
        [creator.workspaceId, id, creator.userId],
      )
      return rows[0]
    })
    // stopped after a batch, and again once all rows are written, before they are packed
    for (let stops = 0; stops < 20; stops++)
      await runExport(ids, AbortSignal.abort()).catch((error) => assert.equal(error.name, 'AbortError'))
    await runExport(ids, new AbortController().signal)
    const url = `/api/forms/${slug}/exports/${ids.id}`
    const { data } = (await creator.visitor.get<{ data: SubmissionExport }>(url)).body
    assert.deepInclude(data, { status: 'done', rows: 122, format: 'zip' })
    const file = await creator.visitor.get(String(data.file))
    assert.equal(file.headers.get('content-type'), 'application/zip')
    assert.equal(file.bytes.length, data.bytes)
    assert.deepEqual(unzip(file.bytes), unzip(direct.bytes))
    const own = async () =>
      (await readdir(dirname(exportPath(ids.id)))).filter((name) => name.startsWith(ids.id))
    assert.deepEqual(await own(), [`${ids.id}.zip`])
    assert.isAbove((await readFile(exportPath(ids.id, 'zip'))).length, 0)
    assert.equal((await creator.visitor.delete(url)).status, 204)
    assert.deepEqual(await own(), [])
  })

  test('a download that is broken off leaves nothing behind', async ({ assert }) => {
    const { published } = await answered()
    const { creator, id, slug } = published
    for (let more = 0; more < 40; more++)
      await storeSubmission(creator.workspaceId, id, {
        people: items(...Array.from({ length: 500 }, (_, n) => ({ name01: `${n} ${Math.random()}` }))),
      })
    const folder = dirname(exportPath('x'))
    const before = new Set(await readdir(folder))
    const stop = new AbortController()
    const url = new URL(`/api/forms/${slug}/submissions.csv`, creator.visitor.baseUrl)
    const cookie = [...creator.visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(url, { headers: { cookie }, signal: stop.signal })
    await reply.body?.getReader().read()
    stop.abort()
    const left = await until(
      async () => (await readdir(folder)).filter((name) => !before.has(name)),
      (names) => names.length === 0,
    )
    assert.deepEqual(left, [])
  })

  test('what was sent is found by the answers and files of items; files are had, and go with it', async ({
    assert,
  }) => {
    const published = await publishedForm([
      section('people', 'People', { max: 2 }),
      { ...textBlock('name01', 'Name'), ...inside },
      { id: 'file01', kind: 'file', v: 1, key: 'file', label: 'File', settings: {}, ...inside },
    ])
    const { creator, id, slug, visitor } = published
    const key = randomUUID()
    const upload = await visitor.post<{ data: { id: string } }>(
      `/api/forms/${slug}/files?block=people.item1.file01&key=${key}&version=1&name=cv.txt`,
      Buffer.from('bytes'),
    )
    const people = [{ name01: 'Grace', file: [upload.body.data] }, { name01: 'Hedy' }]
    const sent = await submit(published, { people }, { submission_key: key })
    assert.equal(sent.status, 201, sent.text)
    await submit(published, { people: [{ name01: 'Radia' }] })
    const found = async (query: object) => {
      const { body } = await creator.visitor.get<SubmissionPage>(
        `/api/forms/${id}/submissions?${new URLSearchParams({ ...query })}`,
      )
      return body.data.rows.map((row) => row.id)
    }
    const submission = sent.body.data.id
    assert.deepEqual(await found({ search: 'hedy' }), [submission])
    assert.deepEqual(await found({ search: 'cv.txt' }), [submission])
    assert.deepEqual(await found({ search: 'ada' }), [])
    const two = { all: [{ field: 'people', op: 'eq', value: 2 }] }
    assert.deepEqual(await found({ filter: JSON.stringify(two) }), [submission])

    const url = `/api/forms/${id}/submissions/${submission}`
    const file = upload.body.data.id
    const had = await creator.visitor.get(`${url}/files/${file}`)
    assert.deepEqual([had.status, had.text], [200, 'bytes'])
    const zip = await creator.visitor.get(`/api/forms/${id}/submissions.csv`)
    assert.include(unzip(zip.bytes).get('A form - People.csv'), 'cv.txt')
    assert.equal((await creator.visitor.delete(url)).status, 204)
    assert.equal((await creator.visitor.get(`${url}/files/${file}`)).status, 404)
    const left = await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery<{ rows: object[] }>(`select id from files where form_id = ? and status <> 'deleted'`, [
        id,
      ]),
    )
    assert.deepEqual(left.rows, [])
  })
})
