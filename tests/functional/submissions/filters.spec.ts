import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import fc from 'fast-check'
import { filterSql } from '#app/submissions/filter_sql'
import { packSegment } from '#app/submissions/pack_segments'
import { readRows } from '#app/submissions/read_rows'
import { raw, sql } from '#app/submissions/sql'
import type { Filter } from '#api_types/submissions'
import { within } from '#app/workspaces/within'
import type { Json } from '#engine/document/document'
import { compileCondition } from '#engine/logic/condition'
import type { Expression } from '#engine/logic/interpreter/expression'
import { learn, ready } from '#engine/logic/interpreter/interpreter'
import { sets } from '#engine/logic/interpreter/operations/all'
import { fold } from '@formwright/kit/fold'
import { type Operator, operatorsOf, type Value, type ValueType } from '@formwright/kit/value'
import { newForm, publish } from '#tests/functional/forms/factories'
import { storeSubmission } from '#tests/functional/submissions/storing'

Object.values(sets).forEach(learn)

/** What compares in its own way: case, composition, white space, sharp s, sigma, joined emoji, what joins consonants. */
const SIGNS = [
  ...'a A b s S ß ẞ Ä A\u0308 ä \u0301 é Σ σ ς İ I i ı K \u212a ; \u037e م \u064e . * \\ [ % _ ( $ 1'.split(
    ' ',
  ),
  ...'👩 👧 👩\u200d👧 👍 👍🏽 ❤ ❤\ufe0f 😀 क ि ष क\u094dष'.split(' '),
  ...[' ', '\u00a0', '\u2003', '\ufeff', '\t', '\n'],
]
/** A mark belongs to no line break, tab or character that is not drawn. */
const MARKED = ['1\n\u064e', '👧\t\u064e', 'K\ufeff\u0301', 'क\nि']
const texts = fc
  .array(fc.constantFrom(...SIGNS), { minLength: 1, maxLength: 4 })
  .map((signs) => signs.join(''))
const some = <T>(arbitrary: fc.Arbitrary<T>, count: number) => fc.sample(arbitrary, { numRuns: count })
const notBlank = (text: string) => text.trim() !== ''

/** A type's stored answers beside what conditions see of them, and what filters compare them with. */
interface Cases {
  type: ValueType
  measure?: 'length'
  answers: readonly (readonly [stored: Json, value: Value])[]
  asked: readonly Pick<Filter, 'value' | 'to'>[]
}

const own = <T extends string | number | boolean>(values: readonly T[]) =>
  values.map((value): [T, T] => [value, value])
const pairs = <T>(values: readonly T[]) => values.flatMap((value) => values.map((to) => ({ value, to })))

const NUMBERS = [0, 1, -1.5, 36, 36.5, 1e15, -1e-7, 0.1, 0.3]
const DATES = [
  '2024-02-28',
  '2024-02-29',
  '2024-02-29T10:00',
  '2024-02-29T10:00:30',
  '2024-03-01T00:00',
  '1999-12-31',
]
const TIMES = ['00:00', '09:05', '09:05:00', '09:05:30', '17:30', '23:59:59']
const CHOICES: [Json, string][] = [
  ['a', 'a'],
  ['b', 'b'],
  [{ other: 'a' }, 'other'],
  [{ other: 'say "b", [c]' }, 'other'],
]
const OPTIONS = ['a', 'b', 'c', 'other']
const LISTS = [...CHOICES.map((choice) => [choice]), ...pairs(CHOICES).map(({ value, to }) => [value, to])]

const CASES = (): Cases[] => [
  {
    type: 'text',
    answers: own([...SIGNS, ...MARKED, 'Straße', 'STRASSE', '👩‍👩‍👧', 'क्ष', ...some(texts, 50)].filter(notBlank)),
    asked: [...SIGNS, 'strasse', ...some(texts, 20)].map((value) => ({ value })),
  },
  { type: 'number', answers: own(NUMBERS), asked: pairs(NUMBERS) },
  { type: 'boolean', answers: own([true, false]), asked: [{ value: true }, { value: false }] },
  { type: 'date', answers: own(DATES), asked: pairs(DATES) },
  { type: 'datetime', answers: own(DATES), asked: pairs(DATES) },
  { type: 'time', answers: own(TIMES), asked: pairs(TIMES) },
  { type: 'choice', answers: CHOICES, asked: OPTIONS.map((value) => ({ value })) },
  {
    type: 'choices',
    answers: LISTS.map((list) => [list.map(([stored]) => stored), list.map(([, value]) => value)]),
    asked: pairs(OPTIONS).map(({ value, to }) => ({ value: [value, to] })),
  },
  {
    type: 'number',
    measure: 'length',
    answers: [1, 2, 3].map((length) => [Array.from({ length }, (_, id) => ({ id, name: 'a.txt' })), length]),
    asked: pairs([0, 1, 2, 3]),
  },
]

/** What the condition says of values, as the engine runs it. */
function condition(type: ValueType, { op, value, to }: Filter): (given: Value) => boolean {
  const referent = { name: 'Field', type, operators: operatorsOf[type] }
  const { expression } = compileCondition(
    {
      left: { field: 'field1' },
      op,
      ...(value !== undefined && { right: { value } }),
      ...(to !== undefined && { to: { value: to } }),
    },
    { find: () => referent, missing: () => '' },
  )
  const linked = (part: Expression): Expression =>
    Array.isArray(part) ? (part[0] === 'ref' ? ['node', 0] : part.map(linked)) : part
  const run = ready(linked(expression), {
    blockAt: () => 0,
    readsNode: () => {},
    readsAnswer: () => {},
    readsItems: () => {},
  })
  const nothing = () => ''
  const scope = {
    field: () => null,
    answered: () => null,
    reading: nothing,
    readingOf: nothing,
    param: () => null,
    textLeft: Infinity,
    now: 0,
    timeZone: 'UTC',
  }
  return (given) => run({ ...scope, values: [given] }) === true
}

test.group('Filters', () => {
  test('find what conditions hold for, in rows and in segments, in answers and in their parts', async ({
    assert,
  }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    const { workspaceId } = creator
    for (const { type, measure, answers, asked } of CASES()) {
      await within(workspaceId, ({ trx }) => trx.rawQuery('delete from submissions'))
      const [ids, values] = await stored(workspaceId, form.id, answers)
      const comparisons = operatorsOf[type].flatMap((op) => compared(op, asked))
      const filters = comparisons.map((filter, index) => {
        // One way is enough for each, as all go through the same table.
        const path = [['field1'], ['parts1', 'row1'], ['parts1', 'row2', 'inner']][index % 3]
        return filterSql([filter], () => ({ type, operators: operatorsOf[type], path, measure }))
      })
      const differing = (index: number, found: ReadonlySet<string>) => {
        const holds = condition(type, comparisons[index])
        return values.flatMap((value, at) => {
          const expected = holds(value)
          return found.has(ids[at]) === expected
            ? []
            : [{ ...comparisons[index], of: value, condition: expected }]
        })
      }

      const rows = filters.map(([filter]) => filter.rows)
      for (let from = 0; from < rows.length; from += 50) {
        const some = rows.slice(from, from + 50)
        const found = await within(workspaceId, ({ trx }) => {
          const { sql: text, bindings } = some.reduce(
            (all, condition, index) => sql`${all}, ${condition} as ${raw(`c${index}`)}`,
            raw('select s.id'),
          )
          return trx.rawQuery<{ rows: Record<string, unknown>[] }>(`${text} from submissions s`, bindings)
        })
        for (const [index] of some.entries()) {
          const matching = found.rows.filter((row) => row[`c${index}`] === true).map(({ id }) => String(id))
          assert.deepEqual(differing(from + index, new Set(matching)), [], type)
        }
      }

      assert.equal(await packSegment(workspaceId, form.id, ids.length - 1), ids.length - 1)
      for (let index = 0; index < filters.length; index += 11) {
        const view = { words: [], filters: [comparisons[index]] }
        const selection = { formId: form.id, view, filters: filters[index] }
        const { rows: page } = await within(workspaceId, (scope) => readRows(scope, selection, 1000))
        assert.deepEqual(differing(index, new Set(page.map(({ id }) => id))), [], `packed ${type}`)
      }
    }
  })

  test('the database folds every character as the engine does', async ({ assert }) => {
    const changing = Array.from({ length: 0xe0200 }, (_, code) => String.fromCodePoint(code)).filter(
      (character) => fold(character) !== character || character.normalize('NFD') !== character,
    )
    const given = [
      ...changing,
      ...changing.map((character) => `a${character.normalize('NFD')}\u0301b`),
    ].filter((text) => text.isWellFormed() && !text.includes('\0'))
    // The database may know an older Unicode.
    const { rows } = await db.rawQuery<{ rows: { given: string; folded: string }[] }>(
      'select given, fold_text(given) as folded from unnest(?::text[]) as given where unicode_assigned(given)',
      [given],
    )
    assert.isAbove(rows.length, 25_000)
    const differing = rows.filter(({ given: text, folded }) => fold(text) !== folded)
    assert.deepEqual(differing, [])
  })
})

/** Every comparison of an operator with what is asked for, each once. */
function compared(op: Operator, asked: Cases['asked']): Filter[] {
  if (op === 'matches') return []
  const filters = op.endsWith('-empty')
    ? [{}]
    : asked.map(({ value, to }) => (op === 'between' ? { value, to } : { value }))
  const different = new Map(
    filters.map((filter) => [JSON.stringify(filter), { field: 'field1', op, ...filter }]),
  )
  return [...different.values()]
}

/** Stores each answer as one of a field and as a member of others, and none at all. Answers the ids and the values. */
async function stored(
  workspaceId: string,
  formId: string,
  answers: Cases['answers'],
): Promise<[ids: string[], values: Value[]]> {
  const receivedAt = '2026-01-01 10:00:00Z'
  const ids = [await storeSubmission(workspaceId, formId, {}, { receivedAt })]
  for (const [answer] of answers) {
    const whole = { field1: answer, parts1: { row1: answer, row2: { inner: answer } } }
    ids.push(await storeSubmission(workspaceId, formId, whole, { receivedAt }))
  }
  return [ids, [null, ...answers.map(([, value]) => value)]]
}
