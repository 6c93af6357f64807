import { test } from '@japa/runner'
import type { FormSummary, SubmissionPage } from '#api_types/submissions'
import { textBlock } from '#tests/functional/forms/factories'
import { installPlugin } from '#tests/functional/plugins/install'
import { publishedForm, submit } from '#tests/functional/respond/answering'
import { plugins } from '#app/plugins/registry'

const wordy = (id: string, settings: object = {}) => {
  return { id, kind: 'wordy', v: 1, key: id, label: 'Words', settings }
}

test.group('A kind that says too much of its answers', (group) => {
  group.setup(() => installPlugin('fields', new URL('wordy', import.meta.url)))

  const counted = () =>
    plugins.faults.recent().flatMap(({ kind, member }) => (kind === 'wordy' ? [member] : []))

  test('texts that no database keeps, or that have no end, are none, and the submission is stored')
    .with(['nul', 'half', 'endless'])
    .run(async ({ assert }, answer) => {
      const form = await publishedForm([wordy('bwords'), textBlock('bname1', 'Your name')])
      const sent = await submit(form, { bwords: answer, bname1: 'Ada' })
      assert.equal(sent.status, 201, sent.text)
      const { visitor } = form.creator
      const table = await visitor.get<SubmissionPage>(`/api/forms/${form.id}/submissions?search=ada`)
      assert.deepEqual(table.body.data.rows[0]?.cells, ['', 'Ada'])
      assert.deepEqual(table.body.data.rows[0]?.answers, { bwords: answer })
      const csv = await visitor.get(`/api/forms/${form.id}/submissions.csv`)
      assert.include(csv.text, ',,Ada,')
      assert.include(counted(), 'toText')
    })

  test('a page of the table has as many rows as can be sent, and the next one goes on', async ({
    assert,
  }) => {
    const form = await publishedForm([wordy('bwords')])
    for (let at = 0; at < 12; at++) assert.equal((await submit(form, { bwords: 'long' })).status, 201)
    const { visitor } = form.creator
    const seen = new Set<string>()
    let cursor: string | null = ''
    for (let pages = 0; cursor !== null && pages < 4; pages++) {
      const page: { body: SubmissionPage; text: string } = await visitor.get<SubmissionPage>(
        `/api/forms/${form.id}/submissions?limit=100&cursor=${cursor}`,
      )
      assert.isBelow(page.text.length, 9_000_000)
      for (const { id } of page.body.data.rows) seen.add(id)
      cursor = page.body.next_cursor
    }
    assert.lengthOf([...seen], 12)
    assert.isNull(cursor)
  })

  test('a summary without end is none: its question says so, the others are told', async ({ assert }) => {
    const form = await publishedForm([wordy('bwords'), textBlock('bname1', 'Your name')])
    assert.equal((await submit(form, { bwords: 'long', bname1: 'Ada' })).status, 201)
    const { body, text } = await form.creator.visitor.get<FormSummary>(`/api/forms/${form.id}/summary`)
    const [words, name] = body.data.questions
    assert.include(words?.fault, 'the plugin “wordy” (version 1) failed in “summary”')
    assert.equal(name?.parts[0]?.answered, 1)
    assert.isBelow(text.length, 10_000)
    assert.include(counted(), 'summary')
  })

  test('more options than can be listed keep a form from being published, and a published one from nothing', async ({
    assert,
  }) => {
    const form = await publishedForm([textBlock('bname1', 'Your name')])
    const { visitor } = form.creator
    const draft = await visitor.get<{ data: { revision: number } }>(`/api/forms/${form.id}/draft`)
    const content = { v: 1, key: 'bwords', label: 'Words', settings: { mood: 'options' } }
    const op = { op: 'put', block_id: 'bwords', kind: 'wordy', position: 'a9', content }
    const saved = await visitor.patch(`/api/forms/${form.id}/draft`, {
      base: draft.body.data.revision,
      ops: [op],
    })
    assert.equal(saved.status, 200, saved.text)
    const check = await visitor.get<{ data: { problems: { block: string; message: string }[] } }>(
      `/api/forms/${form.id}/check`,
    )
    const problem = check.body.data.problems.find(({ block }) => block === 'bwords')
    assert.include(problem?.message, 'the plugin “wordy” (version 1) failed in “parts”')
    assert.equal((await submit(form, { bname1: 'Ada' })).status, 201)
  })
})
