import { test } from '@japa/runner'
import { parse } from 'csv-parse/sync'
import { textBlock } from '#tests/functional/forms/factories'
import { open, press, type PublishedForm, publishedForm, submit } from '#tests/functional/respond/answering'
import { inWorkspace } from '#tests/functional/respond/rows'

const SURVEY = {
  id: 'survey',
  kind: 'matrix',
  v: 1,
  key: 'survey',
  label: 'How was it?',
  settings: {
    rows: [
      { id: 'food', label: 'Food' },
      { id: 'staff', label: 'Staff' },
    ],
    columns: [
      { id: 'good', label: 'Good' },
      { id: 'bad', label: 'Bad' },
    ],
    everyRow: true,
  },
}
const OFFERS = {
  ...SURVEY,
  id: 'offers',
  key: 'offers',
  label: 'What do you use?',
  settings: { ...SURVEY.settings, multiple: true, everyRow: false },
}
const TRIP = {
  ...{ id: 'trip01', kind: 'date', v: 1, key: 'trip', label: 'Trip' },
  settings: { range: true, min: '2024-01-01' },
}
const MEETS = {
  ...{ id: 'meets1', kind: 'date', v: 1, key: 'meets', label: 'Meets' },
  settings: { asks: 'datetime', minTime: '09:00' },
}
const OPENS = {
  ...{ id: 'opens1', kind: 'date', v: 1, key: 'opens', label: 'Opens' },
  settings: { asks: 'time', range: true },
}
const NIGHTS = {
  ...{ id: 'nights', kind: 'calculation', v: 1, key: 'nights', label: 'Nights' },
  settings: { formula: 'days_between({#trip01.from}, {#trip01.to})' },
}
const WHY = textBlock('why001', 'What was wrong with the food?', {
  required: true,
  state: 'hidden',
  rules: [{ when: { left: { field: 'survey.food' }, op: 'is', right: { value: 'bad' } }, do: 'show' }],
})

const form = () => publishedForm([SURVEY, OFFERS, TRIP, NIGHTS, WHY])

const READ = {
  survey: { food: 'good', staff: 'bad' },
  offers: { food: ['good', 'bad'] },
  trip01: { from: '2024-02-28', to: '2024-03-01' },
}

/** The rows and columns of the table, narrowed. */
async function table({ creator, id }: PublishedForm, ...all: object[]) {
  const query = new URLSearchParams({ filter: JSON.stringify({ all }) })
  const { body } = await creator.visitor.get<{
    data: { columns: { label: string; type: string }[]; rows: { cells: unknown[] }[] }
  }>(`/api/forms/${id}/submissions?${query}`)
  return body.data
}

test.group('Parts of answers', () => {
  test('a plain post carries them, conditions and formulas read them', async ({ assert }) => {
    const published = await form()
    const { creator, slug, visitor } = published
    const page = await open(visitor, `/forms/${slug}`)
    const entries = {
      'f.survey.food': 'bad',
      'f.survey.staff': 'good',
      'f.trip01.from': '2024-02-28',
      'f.trip01.to': '2024-03-01',
    }
    const asked = await press(visitor, page, 'send', entries)
    assert.equal(asked.status, 303)
    const shown = await open(visitor, asked.headers.get('location') ?? '')
    assert.include(shown.html, 'What was wrong with the food?', 'the condition on a row shows a question')
    const sent = await press(visitor, shown, 'send', { ...entries, 'f.why001': 'Cold' })
    assert.equal(sent.status, 303)
    const [stored] = await inWorkspace<{ answers: object }>(
      creator.workspaceId,
      'select answers from submissions',
    )
    assert.deepEqual(stored?.answers, {
      survey: { food: 'bad', staff: 'good' },
      trip01: { from: '2024-02-28', to: '2024-03-01' },
      nights: 2,
      why001: 'Cold',
    })
  })

  test('what is wrong is said of the part that is meant', async ({ assert }) => {
    const published = await form()
    const reply = await submit(published, {
      survey: { food: 'good' },
      trip01: { from: '2023-12-31', to: '2023-12-30' },
    })
    assert.equal(reply.status, 422)
    assert.sameDeepMembers(
      reply.body.details.map((problem) => [Reflect.get(problem, 'path'), problem.code]),
      [
        ['survey.staff', 'required'],
        ['trip01.from', 'min'],
        ['trip01.to', 'min'],
        ['trip01.to', 'range-order'],
      ],
    )
  })

  test('each has a column, can be filtered by, and stands in the export', async ({ assert }) => {
    const published = await form()
    assert.equal((await submit(published, READ)).status, 201)
    const other = { survey: { food: 'good', staff: 'good' }, offers: { staff: ['bad'] } }
    assert.equal((await submit(published, other)).status, 201)

    const { columns, rows } = await table(published)
    const labels = [
      'How was it? (Food)',
      'How was it? (Staff)',
      'What do you use? (Food)',
      'What do you use? (Staff)',
      'Trip (From)',
      'Trip (To)',
      'Nights',
      'What was wrong with the food?',
    ]
    assert.deepEqual(
      columns.map(({ label }) => label),
      labels,
    )
    const cells = ['Good', 'Bad', 'Good, Bad', null, '2024-02-28', '2024-03-01', 2, null]
    assert.deepEqual(rows[1]?.cells, cells)

    const found = async (...all: object[]) => (await table(published, ...all)).rows.map((row) => row.cells[1])
    assert.deepEqual(await found({ field: 'survey.staff', op: 'is', value: 'bad' }), ['Bad'])
    assert.deepEqual(await found({ field: 'survey.staff', op: 'is-not', value: 'bad' }), ['Good'])
    assert.deepEqual(await found({ field: 'offers.food', op: 'contains-all', value: ['bad', 'good'] }), [
      'Bad',
    ])
    assert.deepEqual(await found({ field: 'offers.food', op: 'is-empty' }), ['Good'])
    assert.deepEqual(await found({ field: 'trip01.from', op: 'before', value: '2024-02-29' }), ['Bad'])
    assert.deepEqual(await found({ field: 'trip01', op: 'is-empty' }), ['Good'])

    const { creator, slug } = published
    const csv = await creator.visitor.get(`/api/forms/${slug}/submissions.csv`)
    const [head, ...lines] = parse(csv.text, { bom: true })
    const from = head?.indexOf(labels[0]) ?? 0
    assert.deepEqual(head?.slice(from, from + labels.length), labels)
    assert.deepEqual(
      lines.map((line) => line.slice(from, from + labels.length)).find((line) => line.includes('2')),
      cells.map((cell) => (cell === null ? '' : String(cell))),
    )
  })

  test('times, and days with times, are compared, computed with and exported as they are', async ({
    assert,
  }) => {
    const hour = {
      ...{ id: 'hour01', kind: 'calculation', v: 1, key: 'hour', label: 'Hour' },
      settings: { formula: 'hour({#meets1})' },
    }
    const early = textBlock('early1', 'Why so early?', {
      state: 'hidden',
      rules: [
        { when: { left: { field: 'opens1.from' }, op: 'before', right: { value: '08:00' } }, do: 'show' },
      ],
    })
    const published = await publishedForm([MEETS, OPENS, hour, early])
    const { creator, slug, visitor } = published
    const page = await open(visitor, `/forms/${slug}`)
    assert.include(page.html, 'type="datetime-local"')
    const entries = {
      'f.meets1': '2024-02-29T17:30',
      'f.opens1.from': '07:00',
      'f.opens1.to': '12:00',
      'f.early1': 'Bread',
    }
    // what is not shown is not stored
    assert.equal((await press(visitor, page, 'send', entries)).status, 303)

    const cells = ['2024-02-29T17:30', '07:00', '12:00', 17, 'Bread']
    const { columns, rows } = await table(published)
    assert.deepEqual(
      columns.slice(0, 3).map(({ type }) => type),
      ['datetime', 'time', 'time'],
    )
    assert.deepEqual(rows[0]?.cells, cells)
    const counted = async (filter: object) => (await table(published, filter)).rows.length
    assert.equal(await counted({ field: 'meets1', op: 'after', value: '2024-02-29T17:29' }), 1)
    assert.equal(await counted({ field: 'meets1', op: 'before', value: '2024-02-29T17:30' }), 0)
    assert.equal(await counted({ field: 'meets1', op: 'eq', value: '2024-02-29' }), 1)
    assert.equal(await counted({ field: 'opens1.to', op: 'between', value: '11:00', to: '12:00' }), 1)
    const csv = await creator.visitor.get(`/api/forms/${slug}/submissions.csv`)
    assert.include(csv.text, '2024-02-29T17:30,07:00,12:00,17,Bread')

    const refused = await submit(published, {
      meets1: '2024-02-29T08:59',
      opens1: { from: '10:00', to: '09:00' },
    })
    assert.sameDeepMembers(
      refused.body.details.map((problem) => [Reflect.get(problem, 'path'), problem.code]),
      [
        ['meets1', 'min'],
        ['opens1.to', 'range-order'],
      ],
    )
  })
})
