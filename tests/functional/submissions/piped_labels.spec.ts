import { test } from '@japa/runner'
import { textBlock } from '#tests/functional/forms/factories'
import { open, press, publishedForm, submit } from '#tests/functional/respond/answering'
import { inWorkspace } from '#tests/functional/respond/rows'

const NAME = textBlock('name01', 'Name', { key: 'first_name' })
const WISH = {
  ...{ id: 'wish01', kind: 'select', v: 1, key: 'wish', label: 'Wish' },
  settings: {
    options: [
      { id: 'cake', label: "{#name01}'s cake" },
      { id: 'book', label: 'A book' },
    ],
  },
}
const SURVEY = {
  ...{ id: 'survey', kind: 'matrix', v: 1, key: 'survey', label: 'How was it?' },
  settings: {
    rows: [{ id: 'food', label: 'Food for {#name01}' }],
    columns: [{ id: 'good', label: 'Good' }],
    everyRow: true,
  },
}
const pageBreak = { id: 'second', kind: 'page-break', v: 1, settings: {} }

test.group('Answers in labels of options and rows', () => {
  test('stand there on the page without JavaScript, and in what is wrong', async ({ assert }) => {
    const form = await publishedForm([NAME, pageBreak, WISH, { ...SURVEY, required: true }])
    const first = await open(form.visitor, `/forms/${form.slug}`)
    const turned = await press(form.visitor, first, 'next', { 'f.name01': 'Ada <b>' })
    const second = await open(form.visitor, turned.headers.get('location') ?? '')
    assert.include(second.html, "Ada &lt;b>'s cake")
    assert.include(second.html, 'Food for Ada &lt;b>')
    const refused = await press(form.visitor, second, 'send', { 'f.wish01': 'cake' })
    assert.include(refused.text, 'Food for Ada &lt;b>')
    assert.notInclude(refused.text.split('<script')[0], '{#')
  })

  test('are what was read in one submission, and names in what shows many', async ({ assert }) => {
    const form = await publishedForm([NAME, WISH, SURVEY])
    const { body } = await submit(form, { first_name: 'Ada', wish: 'cake', survey: { food: 'good' } })
    const { visitor } = form.creator
    const shown = await visitor.get<{ data: { answers: { settings: typeof WISH.settings }[] } }>(
      `/api/forms/${form.id}/submissions/${body.data.id}`,
    )
    assert.equal(shown.body.data.answers[1]?.settings.options[0]?.label, "Ada's cake")
    const table = await visitor.get<{
      data: {
        rows: { cells: unknown[] }[]
        columns: { label: string }[]
        fields: Record<string, { options?: { label: string }[] }>
      }
    }>(`/api/forms/${form.id}/submissions`)
    const { rows, fields, columns } = table.body.data
    assert.deepEqual(rows[0]?.cells, ['Ada', "{first_name}'s cake", 'Good'])
    assert.equal(fields.wish01?.options?.[0]?.label, "{first_name}'s cake")
    assert.equal(columns[2]?.label, 'How was it? (Food for {first_name})')
    const csv = await visitor.get(`/api/forms/${form.id}/submissions.csv`)
    assert.include(csv.text, "{first_name}'s cake")
    const [{ search }] = await inWorkspace<{ search: string }>(
      form.creator.workspaceId,
      'select search from submissions',
    )
    assert.include(search, "ada's cake")
  })

  test('an option without a label is warned of', async ({ assert }) => {
    const form = await publishedForm([{ ...WISH, settings: { options: [{ id: 'cake', label: ' ' }] } }])
    const { body } = await form.creator.visitor.get<{
      data: { problems: { code: string; path: string }[] }
    }>(`/api/forms/${form.id}/check`)
    assert.deepEqual(
      body.data.problems.map(({ code, path }) => [code, path]),
      [['no-label', 'settings.options.cake.label']],
    )
  })
})
