import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import fc from 'fast-check'
import { type InferOutput, parse } from 'valibot'
import { isPartId } from '../address.ts'
import { textIn } from '../block_text.ts'
import type { AnswerContext, AnswerModule, FormEntries } from '../answer.ts'
import { type FieldDefinition, type Part, pathOf, type SettingsSchema } from '../field.ts'
import type { PluginTexts } from '../found.ts'
import { settingsForm } from '../settings_form.ts'
import { summaryOf } from '../summary.ts'
import { type Operator, operatorsOf, type Value, type ValueType } from '../value.ts'
import {
  assertPolicies,
  assertTexts,
  folderOf,
  type OldSettings,
  testFolder,
  testPalette,
  testStart,
  textsOf,
} from './folder.ts'
import { closeRenderer, entriesOf, renderedHtml, tagsOf } from './rendered.ts'

export interface FieldCase<Schema extends SettingsSchema, A, R> {
  /** `import.meta.url` of the spec */
  spec: string
  definition: FieldDefinition<Schema>
  answer: AnswerModule<InferOutput<Schema>, A, R>
  /** Answers that are valid under these settings, which are laid over the defaults. At least one. */
  examples: readonly { settings?: Partial<InferOutput<Schema>>; answer: A }[]
  /** further settings under which nothing may break */
  settings?: readonly Partial<InferOutput<Schema>>[]
  oldSettings?: OldSettings
  /** strings that broke something somewhere; the caller reads them from the big list */
  naughty?: readonly string[]
}

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

const CONTEXTS: readonly AnswerContext[] = ['en', 'de', 'fr-CH', 'ar-EG', 'hi-IN', 'no-such-locale!'].flatMap(
  (locale) => {
    return (['form', 'data'] as const).map((source): AnswerContext => ({
      locale,
      source,
      now: 1_772_000_000_000,
    }))
  },
)

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

/**
 * The suite every field plugin passes: what it says of itself is true, whatever is sent to it ends as an answer or as
 * coded problems, and an answer goes round through JSON, the control and a plain post without a change.
 */
export function conformField<Schema extends SettingsSchema, A, R>(given: FieldCase<Schema, A, R>): void {
  const { definition, answer } = given
  const folder = folderOf(given.spec)
  const settingsFrom = (part: object = {}): InferOutput<Schema> => parse(definition.settings, part)
  const examples = given.examples.map((example) => ({ ...example, settings: settingsFrom(example.settings) }))
  const everySettings = [
    settingsFrom(),
    ...definition.presets.map(({ settings }) => settingsFrom(settings)),
    ...examples.map(({ settings }) => settings),
    ...(given.settings ?? []).map((part) => settingsFrom(part)),
  ]

  testFolder(folder, definition, given.oldSettings ?? {})
  testPalette(folder, definition)
  testStart(folder, definition)

  test('public settings are settings', ({ assert }) => {
    assert.includeMembers(
      settingsForm(definition.settings).map(({ name }) => name),
      [...definition.publicSettings],
    )
  })

  test('its texts stand in its settings, each once, and respondents may read those that answers stand in', ({
    assert,
  }) => {
    for (const settings of everySettings) {
      const texts = definition.texts?.(settings) ?? []
      assertTexts(assert, texts, settings)
      for (const { path, piping } of texts) {
        const [name = ''] = path.split('.')
        assert.notInclude(['label', 'help', 'placeholder'], name, 'these are texts of every block')
        if (piping) assert.include(definition.publicSettings, name, `“${path}” is resolved for respondents`)
      }
      const written = texts.map(({ path }) => textIn(settings, path))
      const options = definition.parts(settings).flatMap((part) => part.options ?? [])
      assert.includeMembers(
        written,
        options.map(({ label }) => label),
        'labels of options are texts of the creator',
      )
    }
  })

  test('what it finds wrong with its settings is a sentence that leads to one of them', ({ assert }) => {
    const names = settingsForm(definition.settings).map(({ name }) => `settings.${name}`)
    for (const settings of everySettings) {
      for (const required of [false, true]) {
        for (const { message, path } of definition.check?.(settings, { required }) ?? []) {
          assert.match(message, /^[^a-z].*\.$/s)
          assert.include([...names, 'default'], path)
        }
      }
    }
    for (const { answer: fixed, settings } of examples)
      assert.deepEqual(definition.check?.(settings, { required: true, fixed }) ?? [], [])
  })

  test('its parts have ids of their own, and comparisons that fit their type', ({ assert }) => {
    for (const settings of everySettings) {
      assert.include(['control', 'group', 'none'], definition.labelling(settings))
      const parts = definition.parts(settings)
      assert.isNotEmpty(parts)
      assert.lengthOf(new Set(parts.map(({ id }) => id)), parts.length, 'ids are unique')
      for (const { id, label, type, operators } of parts) {
        assert.isTrue(id === '' || isPartId(id), `“${id}” can stand in an address`)
        assert.equal(label === undefined, id === '', 'all but the main part have a label')
        assert.property(operatorsOf, type)
        assert.isNotEmpty(operators)
        for (const operator of operators) assert.include(FITTING[type], operator)
      }
      if (definition.formula)
        assert.deepEqual(
          parts.map(({ id }) => id),
          [''],
          'what is computed is one value',
        )
    }
  })

  test('what its page needs of browsers is said in names and origins that go into headers', ({ assert }) => {
    for (const settings of everySettings) assertPolicies(assert, definition, settings)
  })

  test('an option means the same in every part', ({ assert }) => {
    for (const settings of everySettings) {
      const labels = new Map<string, string>()
      for (const { id, label } of definition.parts(settings).flatMap(({ options = [] }) => options)) {
        assert.equal(labels.get(id) ?? label, label, id)
        labels.set(id, label)
      }
    }
  })

  test('a summary of pieces is that of the whole, whatever the pieces', ({ assert }) => {
    for (const settings of everySettings) {
      const parts = definition.parts(settings)
      const { start, add, merge, finish } = definition.summary?.(settings) ?? summaryOf(parts)
      const values = fc.record(Object.fromEntries(parts.map((part) => [part.id, fc.option(valueOf(part))])))
      const some = fc.array(values, { maxLength: 5 })
      type Answers = readonly Readonly<Record<string, Value>>[]
      const of = (answers: Answers): unknown => {
        const state = answers.reduce<unknown>((before, answer) => add(before, answer), start())
        assert.deepEqual(JSON.parse(JSON.stringify(state)), state, 'a state is JSON')
        return state
      }
      fc.assert(
        fc.property(some, some, some, (a, b, c) => {
          const whole = finish(of([...a, ...b, ...c]))
          assert.deepEqual(finish(merge(merge(of(a), of(b)), of(c))), whole)
          assert.deepEqual(finish(merge(of(a), merge(of(b), of(c)))), whole)
          assert.includeMembers(
            parts.map(({ id }) => id),
            whole.map(({ part }) => part),
          )
        }),
        { numRuns: 30 },
      )
    }
  })

  test('settings that were read once are read as the same again', ({ assert }) => {
    for (const settings of everySettings) assert.deepEqual(settingsFrom(settings), settings)
  })

  test('options that were renamed are shown so, and nothing else changes', ({ assert }) => {
    for (const settings of everySettings) {
      const parts = definition.parts(settings)
      const options = parts.flatMap((part) => part.options ?? [])
      if (options.length === 0) continue
      assert.isDefined(definition.relabel, 'a kind with options says what they are called now')
      const labels = new Map(options.map(({ id }, index) => [id, `Now ${index}`]))
      const renamed = definition.relabel?.(settings, labels) ?? settings
      assert.deepEqual(
        definition.parts(renamed),
        parts.map((part) => ({
          ...part,
          ...(part.options && {
            options: part.options.map((option) => ({ ...option, label: labels.get(option.id) ?? '' })),
          }),
        })),
      )
      assert.deepEqual(
        definition.relabel?.(renamed, new Map(options.map(({ id, label }) => [id, label]))),
        settings,
      )
    }
  })

  test('an invented answer is a valid one', ({ assert }) => {
    for (const settings of everySettings) {
      const sample = definition.sample?.(settings)
      if (sample === undefined) continue
      for (const context of CONTEXTS.filter(({ source }) => source === 'data')) {
        const { answer: read, problems } = answer.parse(sample, settings, context)
        assert.deepEqual(problems, [])
        assert.isDefined(read, JSON.stringify(sample))
        if (read !== undefined) assert.deepEqual(answer.validate(read, settings, context), [])
      }
    }
    if (definition.sample)
      assert.isDefined(definition.sample(settingsFrom()), 'there is one with the defaults')
  })

  test('answer.ts is small: at run time it imports what lies beside it and the decimals of the kit', ({
    assert,
  }) => {
    const imports = readFileSync(join(folder, 'answer.ts'), 'utf8').matchAll(
      /^import (?!type).*? from '(.*?)'/gm,
    )
    for (const [, from] of imports) assert.match(from ?? '', /^(\.\/[a-z_]+\.ts|@formwright\/kit\/decimal)$/)
  })

  test('there is an example', ({ assert }) => assert.isNotEmpty(examples))

  for (const [index, example] of examples.entries()) {
    const { settings } = example
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
        assert.deepEqual(answer.validate(example.answer, settings, context), [])
      }
      for (const context of CONTEXTS) assertReadable(assert, example.answer, settings, context)
    })

    test(`example ${index + 1} is posted as it was drawn`, async ({ assert }) => {
      if (definition.labelling(settings) === 'none') return
      for (const context of CONTEXTS.filter(({ source }) => source === 'form')) {
        const raw = answer.toRaw(example.answer, settings)
        const html = await draw(settings, { raw, answer: example.answer, locale: context.locale })
        const posted = answer.fromForm(entriesOf(html, 'f.b'), settings)
        assert.deepEqual(
          answer.parse(posted, settings, context),
          { answer: example.answer, problems: [] },
          html,
        )
      }
    }).teardown(closeRenderer)
  }

  test('the control is plain HTML with names and ids of its own', async ({ assert }) => {
    for (const settings of everySettings) {
      const html = await draw(settings, { raw: undefined, answer: undefined, locale: 'en' })
      const tags = tagsOf(html)
      assert.notMatch(html, / style=| on[a-z]+=/)
      const ids = tags.flatMap(({ attributes }) => attributes.id ?? [])
      assert.lengthOf(new Set(ids), ids.length, 'ids are unique')
      for (const id of ids) assert.match(id, /^c(-|$)/)
      if (definition.labelling(settings) === 'control') assert.include(ids, 'c', 'a label finds its control')
      for (const { attributes } of tags) {
        if (attributes.name !== undefined && attributes.name !== '_go')
          assert.match(attributes.name, /^f\.b(\.|$)/)
      }
      const posted = answer.fromForm(entriesOf(html, 'f.b'), settings)
      const context: AnswerContext = { locale: 'en', now: 0, source: 'form' }
      assert.deepEqual(answer.parse(posted, settings, context), { problems: [] }, 'untouched is empty')
    }
  }).teardown(closeRenderer)

  test('anything becomes an answer or coded problems, never an error', ({ assert }) => {
    for (const [index, text] of [...SUSPECT, ...(given.naughty ?? [])].entries()) {
      const context = CONTEXTS[index % CONTEXTS.length]
      for (const settings of everySettings) if (context) assertTaken(assert, text, settings, context)
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
        assertTaken(assert, candidate, settings, context)
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
          assertTaken(assert, raw, settings, { locale: 'en', now: 0, source: 'form' })
        }
      }),
      { numRuns: 100 },
    )
  })

  type Assert = Parameters<NonNullable<Parameters<typeof test>[1]>>[0]['assert']

  /** Takes one candidate all the way that a submission goes. */
  function assertTaken(
    assert: Assert,
    candidate: unknown,
    settings: InferOutput<Schema>,
    context: AnswerContext,
  ): void {
    const result = answer.parse(candidate, settings, context)
    for (const { code } of result.problems) assert.isTrue(CODES.has(code), code)
    assert.deepEqual(answer.parse(candidate, settings, context), result, 'the same again')
    if (result.answer === undefined) return
    const json = JSON.stringify(result.answer)
    assert.deepEqual(JSON.parse(json), result.answer, 'an answer is JSON')
    for (const { code } of answer.validate(result.answer, settings, context))
      assert.isTrue(CODES.has(code), code)
    const raw = answer.toRaw(result.answer, settings)
    if (result.problems.length > 0) return
    assert.notMatch(json, /\\u0000|\\ud[89a-f]/i, 'databases keep it')
    assert.deepEqual(answer.parse(raw, settings, context), result, 'parsed twice is parsed once')
    assertReadable(assert, result.answer, settings, context)
  }

  /** Each part says of the answer what it is said to say, and lies where it is said to lie. */
  function assertReadable(
    assert: Assert,
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
      assert.deepEqual(storedValue(value, part), seen, `“${part.id}” lies where it is said to lie`)
    }
    const claims = answer.claims?.(value, settings) ?? []
    const keys = claims.map(({ key }) => key)
    assert.deepEqual(keys, [...new Set(keys)].sort(), 'claims are sorted and unique')
  }

  function assertText(assert: Assert, text: string | readonly string[]): void {
    for (const one of [text].flat()) assert.isString(one)
  }

  async function draw(
    settings: InferOutput<Schema>,
    state: { raw: R | undefined; answer: A | undefined; locale: string },
  ): Promise<string> {
    const texts: PluginTexts = textsOf(folder)
    const block = { id: 'b', settings, required: true }
    const props = {
      block,
      name: 'f.b',
      id: 'c',
      problems: [],
      describedBy: 'd',
      disabled: false,
      texts: {},
      ...state,
    }
    return renderedHtml(join(folder, 'respond.tsx'), props, texts)
  }
}

/** Comparisons that mean something for each type: those of the house, and the order of numbers and times in all its words. */
const FITTING: Record<ValueType, readonly Operator[]> = (() => {
  const times: readonly Operator[] = [...operatorsOf.date, 'lt', 'lte', 'gt', 'gte']
  return {
    ...operatorsOf,
    boolean: [...operatorsOf.boolean, 'eq', 'neq'],
    choice: [...operatorsOf.choice, 'contains-any'],
    choices: [...operatorsOf.choices, 'contains', 'not-contains'],
    date: times,
    time: times,
    datetime: times,
  }
})()

const DAY = String.raw`\d{4}-\d\d-\d\d`
const TIME = String.raw`\d\d:\d\d(:\d\d)?`
const TIMES = {
  date: new RegExp(`^${DAY}$`),
  time: new RegExp(`^${TIME}$`),
  datetime: new RegExp(`^${DAY}T${TIME}$`),
}

/** Values that a part may have. */
function valueOf({ type, options = [] }: Part): fc.Arbitrary<Value> {
  const ids = options.length > 0 ? fc.constantFrom(...options.map(({ id }) => id)) : fc.constant('gone')
  switch (type) {
    case 'number':
      return fc.integer({ min: -1000, max: 1000 })
    case 'boolean':
      return fc.boolean()
    case 'choice':
      return ids
    case 'choices':
      return fc.uniqueArray(ids)
    case 'date':
      return fc.constantFrom('2024-02-28', '2024-02-29', '2025-01-01')
    case 'time':
      return fc.constantFrom('09:00', '17:30')
    case 'datetime':
      return fc.constantFrom('2024-02-28T09:00', '2024-02-29T17:30')
    case 'file':
      return fc.uniqueArray(fc.constantFrom('a', 'b'))
    default:
      return fc.string()
  }
}

/** Whether a value is of a type; an empty one is of any. */
function isOfType(value: Value, type: ValueType): boolean {
  if (value === null) return true
  switch (type) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'date':
    case 'time':
    case 'datetime':
      return typeof value === 'string' && TIMES[type].test(value)
    case 'choices':
    case 'file':
      return Array.isArray(value) && value.every((one) => typeof one === 'string')
    default:
      return typeof value === 'string'
  }
}

/** What the database finds of a part in a stored answer: what is of another type is nothing to it. */
function storedValue(answer: unknown, part: Part): Value {
  const found = valueFound(answer, part)
  return isOfType(found, part.type) ? found : null
}

function valueFound(answer: unknown, part: Part): Value {
  const { type, measure } = part
  let found: unknown = answer
  for (const name of pathOf(part)) {
    const held: Record<string, unknown> = Object(found)
    found = Object.hasOwn(held, name) ? held[name] : null
  }
  if (measure === 'length') return Array.isArray(found) ? found.length : null
  if (Array.isArray(found)) return found.map(type === 'file' ? fileIn : optionIn)
  return type === 'choice' ? optionIn(found) : scalarIn(found)
}

/** The option that is named: by its id, or as the key of the one text of an object. */
function optionIn(choice: unknown): Value {
  if (typeof choice !== 'object' || choice === null || Array.isArray(choice)) return scalarIn(choice)
  const [[id, text] = [], ...more] = Object.entries(choice)
  return id !== undefined && typeof text === 'string' && more.length === 0 ? id : null
}

function fileIn(file: unknown): Value {
  return typeof file === 'object' && file !== null && 'id' in file ? scalarIn(file.id) : null
}

function scalarIn(value: unknown): Value {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
