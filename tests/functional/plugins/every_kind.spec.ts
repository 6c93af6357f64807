import { test } from '@japa/runner'
import { plugins } from '#app/plugins/registry'
import { filterSql } from '#app/submissions/filter_sql'
import { loadTable } from '#app/submissions/load_table'
import { packSegment } from '#app/submissions/pack_segments'
import { readRows } from '#app/submissions/read_rows'
import { raw, sql } from '#app/submissions/sql'
import { within } from '#app/workspaces/within'
import type { Filter } from '#api_types/submissions'
import { type Block, emptySettings, type Json } from '#engine/document/document'
import { compile } from '#engine/plan/compile'
import { settledResponse } from '#engine/response/settled'
import { addressText } from '@formwright/kit/address'
import type { Part } from '@formwright/kit/field'
import { type Operator, operatorsOf } from '@formwright/kit/value'
import { newForm, publish } from '#tests/functional/forms/factories'
import { answerAll } from '#tests/functional/plugins/answer_all'
import { everyShape, type FieldCase, valuesOf } from '#tests/functional/plugins/every_preset'
import { storeSubmission } from '#tests/functional/submissions/storing'

const LISTS: readonly Operator[] = ['is-any-of', 'is-none-of', 'contains-all', 'contains-any']
/** So many searches at a time are as many connections as a workspace has. */
const TOGETHER = 4
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

/** One comparison by each operator of each part. */
function onceEach(filters: readonly Filter[]): Filter[] {
  return [...new Map(filters.map((filter) => [`${filter.field} ${filter.op}`, filter])).values()]
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

test.group('Every kind', () => {
  test('filters of the table find what conditions of the engine hold for, by each operator of each part', async ({
    assert,
  }) => {
    const cases = everyShape()
    const { creator, form } = await newForm(cases.map(({ block }) => block))
    await publish(creator, form.id)
    const { workspaceId } = creator
    const stored = (await answerAll(workspaceId, form, cases)).map(({ answers }) => answers)
    // as old as those that are packed
    const ids: string[] = []
    const receivedAt = '2026-01-01 10:00:00Z'
    for (const answers of stored)
      ids.push(await storeSubmission(workspaceId, form.id, answers, { receivedAt }))
    assert.equal(await packSegment(workspaceId, form.id, ids.length - 1), ids.length - 1)
    const table = await loadTable(workspaceId, form.id)
    let compared = 0
    /** what came of each comparison of values of a type */
    const outcomes = new Map<string, Set<boolean>>()
    for (const one of cases) {
      const { block, field, answers } = one
      const whole = field.partOf('') ? [] : (['is-empty', 'is-not-empty'] as const)
      const filters = [
        ...whole.map((op) => ({ field: block.id, op })),
        ...field.parts.flatMap((part) =>
          comparisonsOf(addressText({ block: block.id, part: part.id }), part),
        ),
      ]
      for (const part of field.parts) {
        const address = addressText({ block: block.id, part: part.id })
        const asked = new Set(filters.flatMap((filter) => (filter.field === address ? [filter.op] : [])))
        assert.sameMembers([...asked], [...part.operators], `${block.label}: operators of ${part.id}`)
      }
      const expected = held(
        one,
        filters,
        stored.map((all) => all[block.id]),
      )
      const differs = (filter: Filter, found: readonly boolean[], way: string) =>
        assert.deepEqual(
          { ...filter, found },
          { ...filter, found: expected[filters.indexOf(filter)] },
          `${block.label}, ${way}: ${JSON.stringify(answers)}`,
        )
      for (let from = 0; from < filters.length; from += 100) {
        const some = filters.slice(from, from + 100)
        const found = await within(workspaceId, async ({ trx }) => {
          const { sql: text, bindings } = filterSql(some, table.comparable).reduce(
            (all, { rows }, index) => sql`${all}, ${rows} as ${raw(`c${index}`)}`,
            raw('select s.id'),
          )
          const { rows } = await trx.rawQuery<{ rows: Record<string, unknown>[] }>(
            `${text} from submissions s`,
            bindings,
          )
          return new Map(rows.map((row) => [row.id, row]))
        })
        for (const [index, filter] of some.entries()) {
          const matching = ids.map((id) => found.get(id)?.[`c${index}`] === true)
          differs(filter, matching, 'row by row')
          const { type } = table.comparable(filter.field) ?? {}
          const came = `${type} ${filter.op}`
          outcomes.set(came, new Set([...(outcomes.get(came) ?? []), ...matching]))
          compared += 1
        }
      }
      const throughSegments = async (filter: Filter) => {
        const selection = {
          formId: form.id,
          view: { words: [], filters: [filter] },
          filters: filterSql([filter], table.comparable),
        }
        const { rows } = await within(workspaceId, (scope) => readRows(scope, selection, 10_000))
        const found = new Set(rows.map(({ id }) => id))
        differs(
          filter,
          ids.map((id) => found.has(id)),
          'through segments',
        )
      }
      const once = onceEach(filters)
      for (let from = 0; from < once.length; from += TOGETHER)
        await Promise.all(once.slice(from, from + TOGETHER).map(throughSegments))
    }
    assert.isAbove(compared, 1000)
    // none of them holds for everything or for nothing, so that another one would be told from it
    for (const [type, operators] of Object.entries(operatorsOf))
      for (const op of operators)
        assert.sameMembers([...(outcomes.get(`${type} ${op}`) ?? [])], [true, false], `${type} ${op}`)
  }).timeout(60_000)
})
