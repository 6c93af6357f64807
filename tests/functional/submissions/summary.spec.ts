import { test } from '@japa/runner'
import type { FormSummary } from '#api_types/submissions'
import { summarise } from '#app/submissions/summarise'
import { newForm, patch, publish, textBlock } from '#tests/functional/forms/factories'
import { publishedForm } from '#tests/functional/respond/answering'
import { storeSubmission } from '#tests/functional/submissions/storing'

const options = (...labels: string[]) => labels.map((label) => ({ id: label.toLowerCase(), label }))
const block = (kind: string, id: string, label: string, settings: object = {}) => ({
  ...{ id, kind, v: 1, key: id, label, settings },
})
const WHOLE = { search: '', words: [], filters: [] }

test.group('The summary of a form', () => {
  test('tells of each question what its parts hold, of each item of a section, too', async ({ assert }) => {
    const inside = (one: object) => ({ ...one, parent: 'people' })
    const form = await publishedForm([
      textBlock('name01', 'Name'),
      block('select', 'colour', 'Colour for {#name01}', { multiple: true, options: options('Red', 'Blue') }),
      block('matrix', 'survey', 'Survey', { rows: options('Food'), columns: options('Good', 'Bad') }),
      block('date', 'trip01', 'Trip', { range: true }),
      { id: 'people', kind: 'section', v: 1, key: 'people', settings: { title: 'People', repeating: true } },
      inside(block('number', 'age001', 'Age')),
    ])
    const store = (answers: Record<string, unknown>) =>
      storeSubmission(form.creator.workspaceId, form.id, answers)
    const people = (...ages: number[]) =>
      ages.map((age, index) => ({ id: `item${index}`, answers: { age001: age } }))
    await store({
      name01: 'Ada',
      colour: ['red', 'blue'],
      survey: { food: 'good' },
      trip01: { from: '2024-02-01', to: '2024-02-03' },
      people: people(20, 41),
    })
    await store({ colour: ['red'], trip01: { from: '2024-01-01', to: '2024-01-02' }, people: people(2) })
    await store({})

    const read = async (query = '') => {
      const { body } = await form.creator.visitor.get<FormSummary>(`/api/forms/${form.slug}/summary${query}`)
      return body.data
    }
    const { submissions, complete, questions } = await read()
    assert.deepEqual([submissions, complete], [3, true])
    const parts = Object.fromEntries(questions.map((question) => [question.block, question.parts]))
    assert.deepInclude(parts.name01?.[0], { answered: 1, type: 'text' })
    assert.deepEqual(parts.colour?.[0]?.counts, [
      { value: 'red', label: 'Red', count: 2 },
      { value: 'blue', label: 'Blue', count: 1 },
    ])
    assert.equal(questions[1]?.label, 'Colour for {name01}')
    // a section tells how many items it has, and stands before what is asked in them
    const of = questions.map(({ block: id, section, answered }) => [id, section, answered])
    assert.deepEqual(of.slice(-2), [
      ['people', null, 2],
      ['age001', 'People', 3],
    ])
    assert.deepEqual(parts.people?.[0]?.numbers, { min: 1, max: 2, mean: 1.5 })
    assert.deepInclude(parts.survey?.[0], { part: 'food', label: 'Food', answered: 1 })
    assert.deepEqual(parts.trip01?.[0]?.range, { first: '2024-01-01', last: '2024-02-01' })
    assert.deepEqual(parts.age001?.[0]?.numbers, { min: 2, max: 41, mean: 21 })

    const filter = JSON.stringify({ all: [{ field: 'colour', op: 'contains-any', value: ['blue'] }] })
    assert.equal((await read(`?filter=${encodeURIComponent(filter)}`)).submissions, 1)
  })

  test('questions of all versions are called as they are now, read as they were answered', async ({
    assert,
  }) => {
    const colour = (label: string, multiple: boolean) => {
      const {
        id: _,
        kind: __,
        ...content
      } = block('select', 'colour', 'Colour', {
        multiple,
        options: [{ id: 'red', label }],
      })
      return content
    }
    const { creator, form } = await newForm([
      { id: 'colour', kind: 'select', ...colour('Red', false) },
      textBlock('gone01', 'Gone'),
    ])
    await publish(creator, form.id)
    await storeSubmission(creator.workspaceId, form.id, { colour: 'red', gone01: 'x' })
    await patch(creator, form.id, 1, [
      { op: 'put', block_id: 'colour', kind: 'select', position: 'a5', content: colour('Crimson', true) },
      { op: 'remove', block_id: 'gone01' },
    ])
    await publish(creator, form.id)
    await storeSubmission(creator.workspaceId, form.id, { colour: ['red'] }, { version: 2 })
    const { data } = await summarise(creator.workspaceId, form.id, WHOLE)
    assert.deepEqual(
      data.questions.map(({ block: id, removed, parts }) => [
        id,
        removed,
        parts[0]?.answered,
        parts[0]?.counts,
      ]),
      [
        ['colour', false, 2, [{ value: 'red', label: 'Crimson', count: 2 }]],
        ['gone01', true, 1, undefined],
      ],
    )
  })

  test('what another workspace asked by the same names is not counted', async ({ assert }) => {
    const ours = await publishedForm([textBlock('name01', 'Name')])
    const theirs = await publishedForm([textBlock('name01', 'Name')])
    await storeSubmission(ours.creator.workspaceId, ours.id, { name01: 'Ada' })
    for (const name01 of ['Eve', 'Mallory'])
      await storeSubmission(theirs.creator.workspaceId, theirs.id, { name01 })
    const { data } = await summarise(ours.creator.workspaceId, ours.id, WHOLE)
    assert.deepEqual([data.submissions, data.questions[0]?.answered], [1, 1])
    const refused = await theirs.creator.visitor.get(`/api/forms/${ours.slug}/summary`)
    assert.equal(refused.status, 404)
    const none = await summarise(theirs.creator.workspaceId, ours.id, WHOLE)
    assert.deepInclude(none.data, { submissions: 0, questions: [] })
  })

  test('a large form is taken in as far as the limits go, the newest first, and says so', async ({
    assert,
  }) => {
    const form = await publishedForm([block('number', 'age001', 'Age')])
    for (const age of [1, 2, 3, 4]) await storeSubmission(form.creator.workspaceId, form.id, { age001: age })
    const limited = (limits: { rows: number; ms: number }) =>
      summarise(form.creator.workspaceId, form.id, WHOLE, limits)
    const { data } = await limited({ rows: 3, ms: 60_000 })
    assert.deepEqual([data.submissions, data.complete], [3, false])
    assert.deepEqual(data.questions[0]?.parts[0]?.numbers, { min: 2, max: 4, mean: 3 })
    assert.isTrue((await limited({ rows: 4, ms: 60_000 })).data.complete)
  })
})
