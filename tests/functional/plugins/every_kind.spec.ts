import { test } from '@japa/runner'
import { parse } from 'csv-parse/sync'
import { plugins } from '#app/plugins/registry'
import { filterSql } from '#app/submissions/filter_sql'
import { loadTable } from '#app/submissions/load_table'
import { raw, sql } from '#app/submissions/sql'
import { within } from '#app/workspaces/within'
import type { Filter, SubmissionPage } from '#api_types/submissions'
import { type Block, emptySettings, type Json } from '#engine/document/document'
import { compile } from '#engine/plan/compile'
import { settledResponse } from '#engine/response/settled'
import { addressText } from '@formwright/kit/address'
import type { Part } from '@formwright/kit/field'
import type { Operator } from '@formwright/kit/value'
import { newForm, publish } from '#tests/functional/forms/factories'
import { addWebhook, startDeliveries } from '#tests/functional/integrations/factories'
import { Receiver } from '#tests/functional/integrations/receiver'
import { everyPreset, type FieldCase, valuesOf } from '#tests/functional/plugins/every_preset'
import { submit } from '#tests/functional/respond/answering'
import { inWorkspace } from '#tests/functional/respond/rows'
import { Visitor } from '#tests/functional/visitor'

const LISTS: readonly Operator[] = ['is-any-of', 'is-none-of', 'contains-all', 'contains-any']
/** So many operands say what more would. */
const OPERANDS = 6

/** Every comparison that a part offers, with some of what it may be compared with. */
function comparisonsOf(address: string, part: Part): Filter[] {
  const values = valuesOf(part).map((value) => (Array.isArray(value) ? (value[0] ?? null) : value))
  const asked = [...new Set(part.measure ? [0, 1, 2] : values)].filter(isScalar).slice(0, OPERANDS)
  return part.operators.flatMap((op): Filter[] => {
    if (op === 'is-empty' || op === 'is-not-empty') return [{ field: address, op }]
    if (op === 'matches') return ['^[aA]', 'e$', '[0-9]+'].map((value) => ({ field: address, op, value }))
    return asked.map((value, index) => {
      const other = asked[(index + 1) % asked.length] ?? value
      if (op === 'between') return { field: address, op, value, to: other }
      return { field: address, op, value: LISTS.includes(op) ? [value, other] : value }
    })
  })
}

function isScalar(value: Json): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

/** Whether each comparison holds for each of these answers, as rules of a form have it. */
function held(
  { block }: FieldCase,
  filters: readonly Filter[],
  stored: readonly (Json | undefined)[],
): boolean[][] {
  const registry = plugins.registry()
  const probes = filters.map(({ field, op, value, to }, index): Block => ({
    ...{ id: `probe${index}`, key: `probe${index}`, label: 'Probe', state: 'hidden' },
    ...{ kind: 'text', v: registry.field('text')?.definition.version ?? 1, settings: {} },
    rules: [
      {
        when: {
          left: { field },
          op,
          ...(value !== undefined && { right: { value } }),
          ...(to !== undefined && { to: { value: to } }),
        },
        do: 'show',
      },
    ],
  }))
  const blocks = [block, ...probes]
  const document = { format: 1 as const, settings: emptySettings('Probes'), blocks, aliases: {} }
  const { plans, problems } = compile(document, registry)
  if (!plans) throw new Error(`${block.label}: ${problems.map(({ message }) => message).join(' ')}`)
  const responses = stored.map((answer) =>
    settledResponse(
      plans.server,
      (kind) => registry.field(kind)?.answer,
      answer === undefined ? {} : { [block.id]: answer },
      { locale: 'en', now: Date.UTC(2026, 4, 4, 12) },
    ),
  )
  return probes.map(({ id }) => responses.map((response) => response.relevant(id)))
}

/**
 * Submissions as they are stored, by id: the first answer of every field, the second, until there is none. What nobody
 * fills in comes from elsewhere, and is laid over them.
 */
async function storedOf(
  workspaceId: string,
  { id, slug }: { id: string; slug: string },
  cases: readonly FieldCase[],
): Promise<Map<string, Record<string, Json>>> {
  const most = Math.max(...cases.map(({ answers }) => answers.length))
  const visitor = new Visitor()
  for (let turn = 0; turn <= most; turn += 1) {
    const sent: Record<string, Json> = {}
    const laidOver: Record<string, Json> = {}
    for (const { block, field, answers } of cases) {
      const answer = answers[turn]
      if (answer !== undefined && !field.formula)
        (field.labelling === 'none' ? laidOver : sent)[block.id] = answer
    }
    const { status, text, body } = await submit({ slug, visitor }, sent)
    if (status !== 201) throw new Error(text)
    await inWorkspace(workspaceId, 'update submissions set answers = answers || ?::jsonb where id = ?', [
      JSON.stringify(laidOver),
      body.data.id,
    ])
  }
  const rows = await inWorkspace<{ id: string; answers: Record<string, Json> }>(
    workspaceId,
    'select id, answers from submissions where form_id = ? order by received_at, id',
    [id],
  )
  return new Map(rows.map((row) => [row.id, row.answers]))
}

test.group('Every kind', () => {
  test('filters of the table find what conditions of the engine hold for, by each operator of each part', async ({
    assert,
  }) => {
    const cases = everyPreset()
    const { creator, form } = await newForm(cases.map(({ block }) => block))
    await publish(creator, form.id)
    const { workspaceId } = creator
    const stored = await storedOf(workspaceId, form, cases)
    const ids = [...stored.keys()]
    let compared = 0
    for (const one of cases) {
      const { block, field, answers } = one
      const whole = field.partOf('') ? [] : (['is-empty', 'is-not-empty'] as const)
      const filters = [
        ...whole.map((op) => ({ field: block.id, op })),
        ...field.parts.flatMap((part) =>
          comparisonsOf(addressText({ block: block.id, part: part.id }), part),
        ),
      ]
      const expected = held(
        one,
        filters,
        [...stored.values()].map((all) => all[block.id]),
      )
      for (let from = 0; from < filters.length; from += 100) {
        const some = filters.slice(from, from + 100)
        const found = await within(workspaceId, async (scope) => {
          const table = await loadTable(scope, form.id)
          const { sql: text, bindings } = filterSql(some, table.comparable).reduce(
            (all, { rows }, index) => sql`${all}, ${rows} as ${raw(`c${index}`)}`,
            raw('select s.id'),
          )
          const { rows } = await scope.trx.rawQuery<{ rows: Record<string, unknown>[] }>(
            `${text} from submissions s`,
            bindings,
          )
          return new Map(rows.map((row) => [row.id, row]))
        })
        for (const [index, filter] of some.entries()) {
          const matching = ids.map((id) => found.get(id)?.[`c${index}`] === true)
          assert.deepEqual(
            { ...filter, found: matching },
            { ...filter, found: expected[from + index] },
            `${block.label}: ${JSON.stringify(answers)}`,
          )
          compared += 1
        }
      }
    }
    assert.isAbove(compared, 1000)
  }).timeout(60_000)
})

interface Shown {
  data: { answers: { block: string; answer: Json | null }[] }
}

test.group('An answer of every kind', () => {
  test('is the same in table, opened submission, CSV and webhook', async ({ assert }) => {
    const cases = everyPreset()
    const { creator, form } = await newForm(cases.map(({ block }) => block))
    await publish(creator, form.id)
    const receiver = await Receiver.open()
    const background = startDeliveries()
    try {
      await addWebhook(creator, form, receiver.url)
      const stored = await storedOf(creator.workspaceId, form, cases)
      for (const { body } of await receiver.arrived(stored.size)) {
        const { data } = JSON.parse(body)
        const answers = stored.get(data.submission.id) ?? {}
        for (const { block, field } of cases) {
          // laid over once it was sent
          if (field.labelling !== 'none' || field.formula)
            assert.deepEqual(data.answers[block.id], answers[block.id], `webhook: ${block.label}`)
        }
      }
      for (const [id, answers] of stored) {
        const opened = await creator.visitor.get<Shown>(`/api/forms/${form.id}/submissions/${id}`)
        for (const { block, answer } of opened.body.data.answers)
          assert.deepEqual(answer, answers[block] ?? null, `opened: ${block}`)
      }
      const page = await creator.visitor.get<SubmissionPage>(`/api/forms/${form.id}/submissions`)
      const { columns, rows } = page.body.data
      assert.lengthOf(rows, stored.size)
      const csv = await creator.visitor.get(`/api/forms/${form.id}/submissions.csv`)
      const [head = [], ...lines] = parse(csv.text, { bom: true })
      const first = head.indexOf(columns[0]?.label ?? '')
      for (const row of rows) {
        const line = lines.find((cells) => cells.includes(row.id)) ?? []
        for (const [place, { block, label }] of columns.entries()) {
          const cell = row.cells[place] ?? null
          const answer = stored.get(row.id)?.[block]
          if (columns.filter((one) => one.block === block).length === 1)
            assert.deepEqual(row.answers[block] ?? cell, answer ?? null, `table: ${label}`)
          const written = line[first + place] ?? ''
          if (typeof cell === 'number') assert.equal(Number(written), cell, `CSV: ${label}`)
          // an apostrophe stands before what a spreadsheet would run
          else
            assert.equal(written.replaceAll("'", ''), String(cell ?? '').replaceAll("'", ''), `CSV: ${label}`)
        }
      }
    } finally {
      await background.stop()
      await receiver.close()
    }
  }).timeout(60_000)
})
