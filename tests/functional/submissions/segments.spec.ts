import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import fc from 'fast-check'
import type { Cursor } from '#app/http/cursor'
import { filterSql } from '#app/submissions/filter_sql'
import { packSegment, packSegments } from '#app/submissions/pack_segments'
import { readRows, type Selection } from '#app/submissions/read_rows'
import { prefilterSegments } from '#app/submissions/segments'
import type { Filter } from '#api_types/submissions'
import { type Scope, within } from '#app/workspaces/within'
import { operatorsOf, type ValueType } from '@formwright/kit/value'
import { newForm, publish } from '#tests/functional/forms/factories'
import { countRows, fill } from '#tests/functional/place'
import { storeSubmission } from '#tests/functional/submissions/storing'

const BLOCKS = ['block1', 'block2', 'block3'] as const

/** Texts that are alike in one way and not in another, and those that packing must not be fooled by. */
const TEXTS = [
  ...['a', 'A', ' a ', 'ab', 'b', 'Äb', 'A\u0308b', 'äb', 'ß', 'é', 'e\u0301x', 'K', '\u212a', ';', '\u037e'],
  ...[
    'x\u001fy',
    'x y',
    '\u001e',
    '\u001da',
    '\u001c',
    '\ta',
    'a\nb',
    ' ',
    'Σίγμας',
    'say "a"',
    '["a"]',
    '{',
  ],
  ...['true', 'other', '36', '2024-02-29', '2024-03-01T10:00', '%', 'a_b', 'x\\', 'y'.repeat(1050) + 'a', ''],
]
const storable = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.string({ unit: 'binary', maxLength: 4 }).filter((made) => !made.includes('\0') && made.isWellFormed()),
)
const number = fc.constantFrom(0, 1, -1.5, 36, 36.5, 1e21, -1e-7, 0.1 + 0.2)
const option = fc.constantFrom('a', 'b', 'c', 'x"a', 'x\\')
const other = storable.map((made) => ({ other: made }))
const list = fc.array(fc.oneof(option, other), { minLength: 1, maxLength: 3 })
/** Answers that are objects: of members, with members of their own, and lists where others have objects. */
const one = fc.oneof(storable, number, fc.boolean(), option, other, list)
const sparse = { requiredKeys: [] }
const members = fc.record(
  { a: one, '0': one, b: fc.record({ c: fc.oneof(one, fc.record({ d: one })), a: one }, sparse) },
  sparse,
)
const anything = fc.oneof(storable, number, fc.boolean(), list, other, members, fc.constant(null))
/** Mostly one kind of answer in a block, as fields have it, and now and then all kinds. */
const KINDS: readonly fc.Arbitrary<unknown>[] = [
  ...[storable, number, fc.boolean(), fc.oneof(option, other), list, members, anything],
]
const kind = fc.nat(KINDS.length - 1).map((index) => fc.option(KINDS[index], { nil: undefined, freq: 6 }))
const rows = fc.tuple(kind, kind, kind).chain(([block1, block2, block3]) => {
  const answers = fc.record({ block1, block2, block3 })
  return fc.array(fc.record({ second: fc.integer({ min: 1, max: 20 }), answers }), {
    minLength: 5,
    maxLength: 40,
  })
})

const date = fc.constantFrom('2024-02-28', '2024-02-29', '2024-03-01T10:00', '2024-03-01T10:00:30')
const time = fc.constantFrom('09:05', '09:05:00', '17:30:30')
const choice = fc.oneof(option, fc.constant('other'))
const VALUES: Record<ValueType, fc.Arbitrary<Partial<Filter>>> = {
  text: fc.record({ value: storable }),
  number: fc.record({ value: number, to: number }),
  boolean: fc.record({ value: fc.boolean() }),
  date: fc.record({ value: date, to: date }),
  choice: fc.record({ value: choice }),
  choices: fc.record({ value: fc.array(choice, { minLength: 1, maxLength: 3 }) }),
  time: fc.record({ value: time, to: time }),
  datetime: fc.record({ value: date, to: date }),
  file: fc.constant({}),
}
const pattern = fc.constantFrom(
  ...[
    '^a',
    'A',
    '[Ää]b',
    '"a"',
    '^$',
    'x.y',
    '^\\[',
    'y{200}',
    'a$',
    '^[^b]+$',
    '^a.b$',
    'a|^x',
    '(^|s)a',
    '\\Wb',
    '\\s',
  ],
  ...['(.)+x', 'a[^b]', '^(?:x)'],
)
const ADDRESSES = [
  ...BLOCKS,
  'nobody',
  'block1.a',
  'block2.a',
  'block3.0',
  'block1.b',
  'block1.b.c',
  'block1.b.c.d',
]
const types = Object.keys(VALUES) as ValueType[]
const comparison = fc
  .constantFrom(...types)
  .chain((type) => fc.tuple(fc.constant(type), fc.constantFrom(...operatorsOf[type]), VALUES[type], pattern))
  .chain(([type, op, values, matching]) =>
    fc.constantFrom(...ADDRESSES).map((block) => {
      const filter: Filter = { field: block, op, ...(op === 'matches' ? { value: matching } : values) }
      return { type, filter }
    }),
  )
  .chain(({ type, filter }) =>
    fc
      .constantFrom(undefined, ...(type === 'number' ? (['length', 'items'] as const) : []))
      .map((measure) => ({
        filter,
        comparable: { type, operators: operatorsOf[type], path: filter.field.split('.'), measure },
      })),
  )
const view = fc.record({
  all: fc.uniqueArray(comparison, { minLength: 1, maxLength: 3, selector: ({ filter }) => filter.field }),
  limit: fc.integer({ min: 1, max: 12 }),
  words: fc.constantFrom<string[]>([], [], ['row']),
})

/** What becomes of a form before it is read: how it is packed, and what changes after that. */
const history = fc.record({
  size: fc.integer({ min: 1, max: 9 }),
  segments: fc.integer({ min: 0, max: 12 }),
  /** as in segments with more different answers than are kept once */
  many: fc.boolean(),
  deleted: fc.array(fc.nat(), { maxLength: 3 }),
  changed: fc.array(fc.nat(), { maxLength: 2 }),
  again: fc.integer({ min: 0, max: 4 }),
})

async function form() {
  const { creator, form: made } = await newForm()
  await publish(creator, made.id)
  const { workspaceId } = creator
  const ask = <T>(sql: string, bindings: (string | number | string[])[] = []) =>
    within(workspaceId, async ({ trx }) => (await trx.rawQuery<{ rows: T[] }>(sql, bindings)).rows)
  const store = (second: number, answers: object) => {
    const receivedAt = `2026-01-01 10:00:${String(second).padStart(2, '0')}Z`
    return storeSubmission(workspaceId, made.id, { ...answers, label1: `row ${second}` }, { receivedAt })
  }
  const pack = (size: number) => packSegment(workspaceId, made.id, size)
  return { creator, workspaceId, formId: made.id, ask, store, pack }
}

/** The ids on all pages of a selection, by the way the table takes. */
async function pages(workspaceId: string, selection: Selection, limit: number): Promise<string[]> {
  const found: string[] = []
  for (let after: Cursor | undefined; ;) {
    const page = await within(workspaceId, (scope) => readRows(scope, selection, limit, after))
    found.push(...page.rows.map((row) => row.id))
    if (!page.next) return found
    after = page.next
  }
}

test.group('Segments', () => {
  test('filters find the same through segments as row by row, whatever was answered and happened since', async ({
    assert,
  }) => {
    const { workspaceId, formId, ask, store, pack } = await form()
    const views = fc.array(view, { minLength: 25, maxLength: 25 })
    await fc.assert(
      fc.asyncProperty(rows, rows, history, views, async (first, later, then, asked) => {
        await ask('delete from submissions')
        await ask('delete from submission_segments')
        const ids: string[] = []
        for (const { second, answers } of first) ids.push(await store(second, answers))
        for (let count = 0; count < then.segments; count++) await pack(then.size)
        const some = (places: number[]) => places.map((place) => ids[place % ids.length])
        await ask('delete from submissions where id = any(?::uuid[])', [some(then.deleted)])
        await ask('update submissions set answers = ?::jsonb where id = any(?::uuid[])', [
          JSON.stringify(later[0].answers),
          some(then.changed),
        ])
        for (const { second, answers } of later.slice(0, 3)) await store(second, answers)
        for (let count = 0; count < then.again; count++) await pack(then.size)

        if (then.many) await ask('update segment_answers set few = null')
        for (const { all, limit, words } of asked) {
          const comparables = new Map(all.map(({ filter, comparable }) => [filter.field, comparable]))
          const comparisons = all.map(({ filter }) => filter)
          const filters = filterSql(comparisons, (address) => comparables.get(address))
          const plain = await ask<{ id: string }>(
            `select id from submissions s where ${filters.map((filter) => filter.rows.sql).join(' and ')}
             order by received_at desc, id desc`,
            filters.flatMap((filter) => filter.rows.bindings),
          )
          assert.deepEqual(
            await pages(workspaceId, { formId, view: { words, filters: comparisons }, filters }, limit),
            plain.map(({ id }) => id),
            JSON.stringify(all),
          )
        }
      }),
      { numRuns: 15, endOnFailure: true },
    )
  })

  test('an empty text that is alone in its segment is found', async ({ assert }) => {
    const { workspaceId, formId, store, pack } = await form()
    const ids = [await store(1, { name01: '' }), await store(2, {})]
    await pack(1)
    for (const op of ['matches', 'is-not-empty'] as const) {
      const filter: Filter = { field: 'name01', op, value: '^$' }
      const comparable = { type: 'text', operators: operatorsOf.text, path: ['name01'] } as const
      const filters = filterSql([filter], () => comparable)
      assert.deepEqual(
        await pages(workspaceId, { formId, view: { words: [], filters: [filter] }, filters }, 5),
        [ids[0]],
        op,
      )
    }
  })

  test('negated filters find every value of another type, and what is part of a character only', async ({
    assert,
  }) => {
    const { workspaceId, formId, store, pack } = await form()
    const values = [7, 8, 'a', '7', 'x\u0323', true, ['a'], { other: 'a' }, { a: 7, b: 'a' }, null, undefined]
    const members = [{ a: 7 }, { a: 'a' }, { a: ['a'] }, { a: { b: { c: 7 } } }, { a: { b: { c: 'a' } } }]
    let second = 0
    for (const block1 of [...values, ...members]) await store(++second, { block1 })
    await store(++second, {})
    // Each is alone in its segment: nothing next to it lets it through.
    for (let count = 1; count < second; count++) assert.equal(await pack(1), 1)
    const asked: [ValueType, Filter['op'], Filter['value']][] = [
      ['text', 'is-not', 'a'],
      ['text', 'not-contains', 'a'],
      ['text', 'not-contains', 'x'],
      ['number', 'neq', 7],
      ['date', 'neq', '2024-02-29'],
      ['boolean', 'is-not', true],
      ['choice', 'is-not', 'a'],
      ['choices', 'is-none-of', ['a']],
    ]
    const filtersOf = (addresses: string[], [type, op, value]: (typeof asked)[number]) => {
      const all = addresses.map((field): Filter => ({ field, op, value }))
      const comparable = (address: string) => ({
        type,
        operators: operatorsOf[type],
        path: address.split('.'),
      })
      return { view: { words: [], filters: all }, filters: filterSql(all, comparable) }
    }
    for (const addresses of [['block1'], ['block1.a'], ['block1.a.b.c'], ['block1', 'block1.a.b.c']]) {
      for (const one of asked) {
        const { view, filters } = filtersOf(addresses, one)
        const judged = filters.map((filter) => ({ rows: filter.rows }))
        assert.deepEqual(
          await pages(workspaceId, { formId, view, filters }, 50),
          await pages(workspaceId, { formId, view, filters: judged }, 50),
          `${addresses.join(' and ')} ${one.join(' ')}`,
        )
      }
    }
  })

  test('runs that cannot hold what is looked for are not taken apart', async ({ assert }) => {
    const { workspaceId, ask, store, pack } = await form()
    for (const second of [1, 2, 3]) {
      await store(second, {
        text01: `person ${second}`,
        pick01: 'a',
        list01: ['a', 'b'],
        date01: '2024-02-29',
        sum001: 7,
        grid01: { row1: 'a', row2: ['a', 'b'] },
      })
    }
    await pack(2)
    const [segment] = await ask<{ id: string }>('select id from submission_segments')
    const may = async (type: ValueType, filter: Filter) => {
      const path = filter.field.split('.')
      const filters = filterSql([filter], () => ({ type, operators: operatorsOf[type], path }))
      const packed = filters.flatMap((comparison) => comparison.segments ?? [])
      return (await within(workspaceId, (scope) => prefilterSegments(scope, packed, [segment.id])))?.size
    }
    const cases: [ValueType, Filter['op'], string, Filter['value'], Filter['to']?][] = [
      ['text', 'is', 'text01', 'person'],
      ['text', 'starts-with', 'text01', 'erson 2'],
      ['text', 'contains', 'text01', 'nobody'],
      ['text', 'not-contains', 'text01', 'person'],
      ['text', 'ends-with', 'text01', 'person'],
      ['text', 'matches', 'text01', '^x+y'],
      ['number', 'between', 'sum001', 1, 6],
      ['number', 'eq', 'sum001', 8],
      ['date', 'before', 'date01', '2024-02-29'],
      ['date', 'between', 'date01', '2024-03-01', '2024-04-01'],
      ['choice', 'is', 'pick01', 'b'],
      ['choice', 'is-not', 'pick01', 'a'],
      ['choice', 'is', 'grid01.row1', 'b'],
      ['choices', 'contains-all', 'list01', ['a', 'c']],
      ['choices', 'contains-any', 'grid01.row2', ['c']],
      ['choices', 'is-none-of', 'list01', ['a', 'c']],
    ]
    for (const many of [false, true]) {
      if (many) await ask('update segment_answers set few = null')
      for (const [type, op, block, value, to] of many ? cases.slice(0, 8) : cases) {
        assert.equal(await may(type, { field: block, op, value, to }), 0, `${op} ${String(value)}`)
      }
    }
    assert.equal(await may('text', { field: 'text01', op: 'contains', value: 'PERSON 1' }), 1)
  })

  test('only what is older than a minute is packed, in full runs, and gaps whatever their size', async ({
    assert,
  }) => {
    const { workspaceId, formId, ask, store, pack } = await form()
    const ids: string[] = []
    for (let second = 1; second <= 7; second++) ids.push(await store(second, {}))
    await storeSubmission(workspaceId, formId, {})
    assert.equal(await pack(3), 3)
    assert.equal(await pack(3), 3)
    assert.isUndefined(await pack(3), 'one old row is left, and a new one that does not count yet')
    await ask('delete from submissions where id = ?', [ids[1]])
    assert.equal(await pack(3), 2)
    assert.isUndefined(await pack(3))
    const packed = await ask<{ ids: string }>(
      'select ids::text as ids from submission_segments order by from_at',
    )
    assert.deepEqual(
      packed.map((segment) => segment.ids),
      [`{${ids[0]},${ids[2]}}`, `{${ids.slice(3, 6).join()}}`],
    )
  })

  test('a deleted answer is gone from everywhere at once, a changed one too', async ({ assert }) => {
    const { creator, workspaceId, formId, ask, store, pack } = await form()
    const id = await store(1, { name01: 'Ada Secret' })
    const changed = await store(4, { name01: 'Bob Secret' })
    for (const second of [2, 3, 5, 6, 7]) await store(second, { name01: 'Cid' })
    await pack(3)
    await pack(3)
    const found = () =>
      ask(`select from segment_answers where concat(folded, raws) ilike '%secret%' and workspace_id = ?`, [
        workspaceId,
      ])
    assert.lengthOf(await found(), 2)
    assert.equal((await creator.visitor.delete(`/api/forms/${formId}/submissions/${id}`)).status, 204)
    await ask(`update submissions set answers = '{}' where id = ?`, [changed])
    assert.lengthOf(await found(), 0)
    assert.equal(await countRows(workspaceId, 'submission_segments'), 0)
    await assert.rejects(() => ask('update submissions set received_at = now()'))
  })

  test('who deletes while a run is being packed waits for it, and nothing of the answer stays', async ({
    assert,
  }) => {
    const { workspaceId, formId, ask, store } = await form()
    const id = await store(1, { name01: 'Ada Secret' })
    await store(2, {})
    let deleted: Promise<unknown> | undefined
    await within(workspaceId, async ({ trx }) => {
      await trx.rawQuery('select pack_segment(?, ?, 1)', [workspaceId, formId])
      const outside = db.transaction(async (other) => {
        await other.rawQuery(`select set_config('app.workspace_id', ?, true)`, [workspaceId])
        await other.rawQuery('delete from submissions where id = ?', [id])
      })
      deleted = outside
      await waiting(trx)
    })
    await deleted
    assert.lengthOf(await ask('select from segment_answers'), 0)
  })

  test('forms with many submissions are packed by themselves, in runs that do not take long; others are not', async ({
    assert,
  }) => {
    const few = await form()
    const many = await form()
    const wide = await form()
    for (const { workspaceId, formId } of [few, many, wide]) {
      await fill(
        workspaceId,
        `insert into submissions (workspace_id, form_id, version, submission_key, content_hash, answers, received_at)
         select ?, ?, 1, gen_random_uuid(), '', '{"name01": "x"}', now() - n * interval '1 minute'
         from generate_series(2, 4102) n`,
        [workspaceId, formId],
      )
    }
    for (const { workspaceId, formId, ask } of [many, wide]) {
      await ask(
        `insert into form_counts (workspace_id, form_id, submissions) values (?, ?, 50000)
         on conflict (workspace_id, form_id) do update set submissions = 50000`,
        [workspaceId, formId],
      )
    }
    await wide.pack(300)
    await packSegments(new AbortController().signal, 0)
    assert.isAbove(await countRows(many.workspaceId, 'submission_segments'), 0)
    assert.equal(await countRows(few.workspaceId, 'submission_segments'), 0)
    const runs = await wide.ask<{ rows: number }>(
      'select rows from submission_segments order by from_at limit 2',
    )
    assert.deepEqual(
      runs.map(({ rows }) => rows),
      [300, 600],
      'as many as fitted the last time, or a few more',
    )
  })
})

/** Resolves once somebody waits for a lock. */
async function waiting(trx: Scope['trx']): Promise<void> {
  for (;;) {
    const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
      `select from pg_locks where not granted and locktype in ('advisory', 'transactionid', 'tuple')
         and database = (select oid from pg_database where datname = current_database())`,
    )
    if (rows.length > 0) return
  }
}
