import { test } from '@japa/runner'
import { parse } from 'csv-parse/sync'
import type { FormSummary, Submission, SubmissionPage } from '#api_types/submissions'
import type { Json } from '#engine/document/document'
import type { BoundField } from '#engine/bound/bound_field'
import { entriesOf } from '@formwright/kit/conform/rendered'
import type { Part } from '@formwright/kit/field'
import { cellText } from '@formwright/kit/text'
import type { Value } from '@formwright/kit/value'
import { newForm, publish } from '#tests/functional/forms/factories'
import { addWebhook, startDeliveries } from '#tests/functional/integrations/factories'
import { Receiver } from '#tests/functional/integrations/receiver'
import { type AnsweredForm, answerAll } from '#tests/functional/plugins/answer_all'
import { everyShape, type FieldCase } from '#tests/functional/plugins/every_preset'
import { open, press, publishedForm } from '#tests/functional/respond/answering'
import { inWorkspace } from '#tests/functional/respond/rows'

const CONTEXT = { locale: 'en', now: 0, source: 'data' } as const
/** A page is published for each turn. */
const TURNS = 12

/** The values of an answer that are there, by part. */
function valuesIn(field: BoundField, answer: Json | undefined): Map<string, Exclude<Value, null>> {
  const values = answer === undefined ? {} : field.values(answer, CONTEXT)
  return new Map(
    Object.entries(values).flatMap(([part, value]) =>
      value == null || value === '' || (Array.isArray(value) && value.length === 0) ? [] : [[part, value]],
    ),
  )
}

/** What a cell says of a part. */
function cellOf(field: BoundField, part: Part, answer: Json | undefined) {
  const value = valuesIn(field, answer).get(part.id)
  if (answer === undefined || value === undefined) return null
  const asItIs = ['number', 'boolean', 'date', 'time', 'datetime'].includes(part.type)
  return asItIs && !Array.isArray(value) ? value : cellText(field.toText(answer, part.id))
}

/** How often each value of a part was given. */
function tally(field: BoundField, part: string, answers: readonly (Json | undefined)[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const answer of answers) {
    const value = valuesIn(field, answer).get(part)
    for (const one of Array.isArray(value) ? value : value === undefined ? [] : [value])
      counts.set(String(one), (counts.get(String(one)) ?? 0) + 1)
  }
  return counts
}

/** Answers to the other: at most so many, from the first to the last. */
function some<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, all.length / count)
  return Array.from(
    { length: Math.min(count, all.length) },
    (_, turn) => all[Math.floor(turn * step)],
  ).flatMap((one) => (one === undefined ? [] : [one]))
}

test.group('An answer of every kind', () => {
  test('is stored as it was sent, and the same in table, opened submission, CSV, webhook and summary', async ({
    assert,
  }) => {
    const cases = everyShape()
    const { creator, form } = await newForm(cases.map(({ block }) => block))
    await publish(creator, form.id)
    const receiver = await Receiver.open()
    const background = startDeliveries()
    try {
      await addWebhook(creator, form, receiver.url)
      const stored = await answerAll(creator.workspaceId, form, cases)
      const byId = new Map(stored.map((one) => [one.id, one]))
      const of = (id: string): AnsweredForm['answers'] => byId.get(id)?.answers ?? {}
      for (const { sent, answers } of stored)
        for (const [block, answer] of Object.entries(sent))
          assert.deepEqual(answers[block], answer, `stored: ${block}`)

      for (const { body } of await receiver.arrived(stored.length)) {
        const { data } = JSON.parse(body)
        for (const { block, field } of cases) {
          // laid over once it was sent
          if (field.labelling !== 'none' || field.formula)
            assert.deepEqual(
              data.answers[block.id],
              of(data.submission.id)[block.id],
              `webhook: ${block.label}`,
            )
        }
      }

      for (const { id, answers } of stored) {
        const opened = await creator.visitor.get<{ data: Submission }>(
          `/api/forms/${form.id}/submissions/${id}`,
        )
        const shown = opened.body.data.answers.flatMap((one) => ('answer' in one ? [one] : []))
        assert.lengthOf(shown, cases.length)
        for (const { block, answer } of shown)
          assert.deepEqual(answer, answers[block] ?? null, `opened: ${block}`)
      }

      const rows: SubmissionPage['data']['rows'] = []
      const columns: SubmissionPage['data']['columns'][number][] = []
      for (let cursor = ''; ;) {
        const { body } = await creator.visitor.get<SubmissionPage>(
          `/api/forms/${form.id}/submissions${cursor}`,
        )
        rows.push(...body.data.rows)
        if (cursor === '') columns.push(...body.data.columns)
        if (body.next_cursor === null) break
        cursor = `?cursor=${encodeURIComponent(body.next_cursor)}`
      }
      assert.sameMembers(
        rows.map(({ id }) => id),
        [...byId.keys()],
      )
      const csv = await creator.visitor.get(`/api/forms/${form.id}/submissions.csv`)
      const [head = [], ...lines] = parse(csv.text, { bom: true })
      assert.lengthOf(lines, stored.length)
      const first = head.indexOf(columns[0]?.label ?? '')
      for (const row of rows) {
        const line = lines.find((cells) => cells.includes(row.id)) ?? []
        for (const [place, { block, part: id, label }] of columns.entries()) {
          const field = cases.find((one) => one.block.id === block)?.field
          const part = field?.partOf(id)
          if (!field || !part) throw new Error(`Nobody asked for ${label}.`)
          const expected = cellOf(field, part, of(row.id)[block])
          assert.deepEqual(row.cells[place], expected, `table: ${label}`)
          const written = line[first + place] ?? ''
          if (typeof expected === 'number') assert.equal(Number(written), expected, `CSV: ${label}`)
          else {
            // an apostrophe stands before what a spreadsheet would run
            assert.notMatch(written, /^[=+\-@＝＋－＠]/u, `CSV: ${label}`)
            const bare = (text: string) => text.replaceAll("'", '')
            assert.equal(bare(written), bare(String(expected ?? '')), `CSV: ${label}`)
          }
        }
        for (const [block, answer] of Object.entries(row.answers))
          assert.deepEqual(answer, of(row.id)[block], `table: ${block}`)
      }

      const summary = await creator.visitor.get<FormSummary>(`/api/forms/${form.id}/summary`)
      assert.equal(summary.body.data.submissions, stored.length)
      for (const { block, field } of cases) {
        const answers = stored.map((one) => one.answers[block.id])
        const question = summary.body.data.questions.find((one) => one.block === block.id)
        assert.equal(question?.answered, answers.filter((one) => one !== undefined).length, block.label)
        for (const { part, answered, counts, numbers } of question?.parts ?? []) {
          const what = `summary: ${block.label} ${part}`
          const given = answers.flatMap((answer) => valuesIn(field, answer).get(part) ?? [])
          const saying = answers.filter((answer) => valuesIn(field, answer).has(part))
          assert.equal(answered, saying.length, what)
          const told = counts?.filter(({ count }) => count > 0).map(({ value, count }) => [value, count])
          if (told) assert.sameDeepMembers(told, [...tally(field, part, answers)], what)
          if (!numbers) continue
          const all = given.map(Number)
          assert.deepEqual([numbers.min, numbers.max], [Math.min(...all), Math.max(...all)], what)
          assert.approximately(numbers.mean, all.reduce((sum, one) => sum + one, 0) / all.length, 1e-9, what)
        }
      }
    } finally {
      await background.stop()
      await receiver.close()
    }
  }).timeout(60_000)

  test('is there', ({ assert }) => {
    const without = everyShape().filter(({ answers }) => answers.length === 0)
    assert.deepEqual(
      without.map(({ block }) => block.label),
      [],
    )
  })

  test('is stored as a page without a script posts it', async ({ assert }) => {
    const asked = everyShape().filter(({ field }) => field.labelling !== 'none' && !field.files)
    const turns = asked.map((one) => some(one.answers, TURNS))
    for (let turn = 0; turn < TURNS; turn += 1) {
      const filled = asked.flatMap(({ block }, index): { block: FieldCase['block']; answer: Json }[] => {
        const answer = turns[index]?.[turn]
        return answer === undefined ? [] : [{ block: { ...block, default: { value: answer } }, answer }]
      })
      const form = await publishedForm(filled.map(({ block }) => block))
      const page = await open(form.visitor, `/forms/${form.slug}`)
      const entries = filled.flatMap(({ block: { id } }) =>
        Object.entries(entriesOf(page.html, `f.${id}`)).flatMap(([part, values]) =>
          values.map((value): [string, string] => [part ? `f.${id}.${part}` : `f.${id}`, String(value)]),
        ),
      )
      const sent = await press(form.visitor, page, 'send', entries)
      assert.equal(sent.status, 303, sent.text)
      assert.match(sent.headers.get('location') ?? '', /\/endings\//)
      const [stored] = await inWorkspace<{ answers: Record<string, Json> }>(
        form.creator.workspaceId,
        'select answers from submissions',
      )
      for (const { block, answer } of filled)
        assert.deepEqual(stored?.answers[block.id], answer, `${block.label}: ${JSON.stringify(answer)}`)
    }
  }).timeout(60_000)

  test('is stored in each item of a section that repeats, as a page without a script posts it', async ({
    assert,
  }) => {
    const asked = everyShape().filter(({ field }) => field.labelling !== 'none' && !field.files)
    const form = await publishedForm([
      { id: 'people', kind: 'section', v: 1, key: 'people', settings: { repeating: true, min: 2, max: 2 } },
      ...asked.map(({ block, answers: [value] }) => ({ ...block, parent: 'people', default: { value } })),
    ])
    const page = await open(form.visitor, `/forms/${form.slug}`)
    const entries = Object.entries(entriesOf(page.html, 'f.people')).flatMap(([part, values]) =>
      values.map((value): [string, string] => [part ? `f.people.${part}` : 'f.people', String(value)]),
    )
    const sent = await press(form.visitor, page, 'send', entries)
    assert.equal(sent.status, 303, sent.text)
    assert.match(sent.headers.get('location') ?? '', /\/endings\//)
    const [stored] = await inWorkspace<{ answers: { people: { answers: Record<string, Json> }[] } }>(
      form.creator.workspaceId,
      'select answers from submissions',
    )
    const items = stored?.answers.people ?? []
    assert.lengthOf(items, 2)
    for (const { block, answers } of asked)
      for (const item of items) assert.deepEqual(item.answers[block.id], answers[0], block.label)
  })
})
