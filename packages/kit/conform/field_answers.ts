import type { Assert } from '@japa/assert'
import { test } from '@japa/runner'
import fc from 'fast-check'
import { type InferOutput, parse } from 'valibot'
import type { AnswerContext, FormEntries } from '../answer.ts'
import { pathOf, type SettingsSchema } from '../field.ts'
import { CONTEXTS, type FieldUnderTest } from './field_under_test.ts'
import { isOfType, storedValue } from './part_values.ts'

const CODES = new Set([
  'required',
  'not-accepted',
  'format',
  'min',
  'max',
  'min-length',
  'max-length',
  'pattern',
  'step',
  'decimals',
  'option-unknown',
  'too-few',
  'too-many',
  'exclusive',
  'duplicate',
  'not-allowed',
  'range-order',
  'custom',
])

/** Strings that are most likely to be taken for something else. */
const SUSPECT = [
  '',
  ' ',
  '0',
  '-0',
  '1.',
  '1,5',
  '1e999',
  'NaN',
  'null',
  'true',
  '[]',
  '{}',
  '{"id":"x"}',
  'constructor',
  '__proto__',
  'other',
  'none',
  'a\r\nb',
  'a\0b',
  '\ud83d',
  '\ufeff',
  '=1+1',
  '<script>',
  '%00',
  '१२३',
  'ﬃ',
  'e\u0301',
]

/** Answers that are valid go every way in and out without a change. */
export function testExamples<Schema extends SettingsSchema, A, R>(field: FieldUnderTest<Schema, A, R>): void {
  const { definition, answer, everySettings } = field

  test('an invented answer is a valid one', ({ assert }) => {
    for (const settings of everySettings) {
      const sample = definition.sample?.(settings)
      if (sample === undefined) continue
      for (const context of CONTEXTS.filter(({ source }) => source === 'data')) {
        const { answer: read, problems } = answer.parse(sample, settings, context)
        assert.deepEqual(problems, [])
        assert.isDefined(read, JSON.stringify(sample))
        if (read !== undefined)
          assert.deepEqual(answer.validate(read, settings, { ...context, required: true }), [])
      }
    }
    if (definition.sample)
      assert.isDefined(definition.sample(parse(definition.settings, {})), 'there is one with the defaults')
  })

  test('there is an example', ({ assert }) => assert.isNotEmpty(field.examples))

  for (const [index, example] of field.examples.entries()) {
    const { settings, required } = example
    test(`example ${index + 1} is valid and survives JSON, raw and every way in`, ({ assert }) => {
      assert.deepEqual(JSON.parse(JSON.stringify(example.answer)), example.answer)
      const raw: unknown = JSON.parse(JSON.stringify(answer.toRaw(example.answer, settings)))
      for (const context of CONTEXTS) {
        assert.deepEqual(
          answer.parse(raw, settings, context),
          { answer: example.answer, problems: [] },
          'raw',
        )
        assert.deepEqual(answer.parse(example.answer, settings, context), {
          answer: example.answer,
          problems: [],
        })
        assert.deepEqual(
          answer.validate(example.answer, settings, { ...context, required: required ?? true }),
          [],
        )
      }
      for (const context of CONTEXTS) assertReadable(assert, field, example.answer, settings, context)
    })
  }
}

/** Whatever is sent to it ends as an answer or as coded problems. */
export function testAnything<Schema extends SettingsSchema, A, R>(field: FieldUnderTest<Schema, A, R>): void {
  const { answer, everySettings } = field

  test('anything becomes an answer or coded problems, never an error', ({ assert }) => {
    for (const [index, text] of [...SUSPECT, ...field.naughty].entries()) {
      const context = CONTEXTS[index % CONTEXTS.length]
      for (const settings of everySettings) if (context) assertTaken(assert, field, text, settings, context)
    }
    const anything = fc.oneof(
      fc.anything(),
      fc.jsonValue(),
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.double(),
      fc.array(fc.string()),
      fc.object({ key: fc.constantFrom('options', 'other', 'id', 'name', '__proto__', 'length') }),
    )
    const parts = [fc.constantFrom(...everySettings), fc.constantFrom(...CONTEXTS)] as const
    fc.assert(
      fc.property(anything, ...parts, (candidate, settings, context) => {
        assertTaken(assert, field, candidate, settings, context)
      }),
      { numRuns: 500 },
    )
  })

  test('any post can be read', ({ assert }) => {
    const part = fc.oneof(fc.constantFrom('', 'other', 'from', 'to'), fc.string())
    const entry = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.record({ id: fc.string(), name: fc.string(), size: fc.nat(), type: fc.string() }),
    )
    fc.assert(
      fc.property(fc.dictionary(part, fc.array(entry, { maxLength: 3 })), (entries: FormEntries) => {
        for (const settings of everySettings) {
          const raw = answer.fromForm(entries, settings)
          assertTaken(assert, field, raw, settings, { locale: 'en', now: 0, source: 'form' })
        }
      }),
      { numRuns: 100 },
    )
  })
}

/** Takes one candidate all the way that a submission goes. */
function assertTaken<Schema extends SettingsSchema, A, R>(
  assert: Assert,
  field: FieldUnderTest<Schema, A, R>,
  candidate: unknown,
  settings: InferOutput<Schema>,
  context: AnswerContext,
): void {
  const { answer } = field
  const result = answer.parse(candidate, settings, context)
  for (const { code } of result.problems) assert.isTrue(CODES.has(code), code)
  assert.deepEqual(answer.parse(candidate, settings, context), result, 'the same again')
  if (result.answer === undefined) return
  const json = JSON.stringify(result.answer)
  assert.deepEqual(JSON.parse(json), result.answer, 'an answer is JSON')
  const wrong = answer.validate(result.answer, settings, { ...context, required: false })
  const wrongWhereRequired = answer.validate(result.answer, settings, { ...context, required: true })
  for (const { code } of wrongWhereRequired) assert.isTrue(CODES.has(code), code)
  assert.includeDeepMembers(wrongWhereRequired, wrong, 'what is required is judged no less')
  const raw = answer.toRaw(result.answer, settings)
  if (result.problems.length > 0) return
  assert.notMatch(json, /\\u0000|\\ud[89a-f]/i, 'databases keep it')
  assert.deepEqual(answer.parse(raw, settings, context), result, 'parsed twice is parsed once')
  assertReadable(assert, field, result.answer, settings, context)
}

/** Each part says of the answer what it is said to say, and lies where it is said to lie. */
function assertReadable<Schema extends SettingsSchema, A, R>(
  assert: Assert,
  { definition, answer }: FieldUnderTest<Schema, A, R>,
  value: A,
  settings: InferOutput<Schema>,
  context: AnswerContext,
): void {
  assertText(assert, answer.toText(value, settings))
  const parts = definition.parts(settings)
  const values = answer.values(value, settings, context)
  assert.includeMembers(
    parts.map(({ id }) => id),
    Object.keys(values),
    'values are of declared parts',
  )
  for (const part of parts) {
    const seen = values[part.id] ?? null
    assert.isTrue(isOfType(seen, part.type), `${part.id}: ${JSON.stringify(seen)} is ${part.type}`)
    if (seen !== null) assertText(assert, answer.toText(value, settings, part.id))
    assert.deepEqual(
      storedValue(value, part),
      seen,
      `the value of “${part.id}” lies in the stored answer at “${pathOf(part).join('.')}” (see "at" of the part)`,
    )
  }
  const claims = answer.claims?.(value, settings) ?? []
  const keys = claims.map(({ key }) => key)
  assert.deepEqual(keys, [...new Set(keys)].sort(), 'claims are sorted and unique')
}

function assertText(assert: Assert, text: string | readonly string[]): void {
  for (const one of [text].flat()) {
    assert.isString(one)
    assert.notMatch(one, /\0|\p{Surrogate}/u, 'no database keeps NUL, or half a character')
  }
}
