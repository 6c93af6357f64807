import { test } from '@japa/runner'
import * as v from 'valibot'
import type { AnswerModule } from '@formwright/kit/answer'
import type { AnySettings, FieldDefinition } from '@formwright/kit/field'
import type { AnyAnswerModule } from '@formwright/kit/found'
import type { LayoutDefinition } from '@formwright/kit/layout'
import type { Summary } from '@formwright/kit/summary'
import { errorWords, type MemberFault } from '../faults.ts'
import { type Calls, CIRCLE, FAULTS, isJson, MUTE, WORDLESS } from '../fixtures/faults.ts'
import { BoundField } from './bound_field.ts'
import { BoundLayout } from './bound_layout.ts'
import { fittingAnswers } from './fitting_answers.ts'
import { guardedAnswers } from './guarded_answers.ts'

/** Those that the editor alone asks for, in a browser: played in `frontend/creator/editor/blocks/asked.spec.ts`. */
type InEditor = 'start' | 'startItem' | 'pastedItem'

const CONTEXT = { locale: 'en', now: 0, source: 'data', required: false } as const
const BLOCK = { required: true }

/** How the house asks for each function of a field's definition, and whether it can work with what it gets. */
const FIELD: Record<Exclude<Calls<FieldDefinition>, InEditor>, (field: BoundField) => boolean> = {
  parts: ({ parts }) => isList(parts) && parts.every(({ options = [] }) => options.length <= 20_000),
  labelling: ({ labelling }) => ['control', 'group', 'none'].includes(labelling),
  placeholder: ({ placeholder }) => isBoolean(placeholder),
  texts: (field) => isList(field.texts) && isList(field.pipedTexts),
  listedBelow: ({ listedBelow }) => listedBelow === undefined || isText(listedBelow.text),
  relabel: (field) => isList(field.relabelled(new Map()).parts),
  sample: (field) => isJson(field.sample()),
  formula: ({ formula }) => formula === undefined || isText(formula.expression),
  serverOnly: ({ serverOnly }) => isBoolean(serverOnly),
  displayed: ({ displayed }) => isBoolean(displayed),
  files: ({ files }) => files === undefined || isList(files.accept),
  summary: ({ summary }) =>
    isShort(summary.finish(summary.merge(summary.add(summary.start(), { '': 1 }), summary.start()))),
  confirms: ({ confirms }) => confirms === undefined || isText(confirms),
  secret: ({ secret }) => isBoolean(secret),
  offered: ({ offered }) => offered === undefined || isText(offered.list),
  limits: ({ limits }) => isList(limits),
  patterns: ({ patterns }) => isList(patterns) && patterns.every(isText),
  check: (field) => isShort(field.check(BLOCK)),
  csp: ({ csp }) => Object.values(csp).every(isShort),
  permissions: ({ permissions }) => Object.values(permissions).every(isShort),
}

const ANSWER: Record<Calls<AnswerModule<AnySettings, unknown, unknown>>, (field: BoundField) => boolean> = {
  fromForm: (field) => isJson(field.fromForm({})),
  toRaw: (field) => isJson(field.toRaw(1)),
  parse: (field) => {
    const { answer, problems } = field.parse(1, CONTEXT)
    return isJson(answer) && areProblems(problems) && isShort(problems)
  },
  validate: (field) => areProblems(field.validate(1, CONTEXT)) && isShort(field.validate(1, CONTEXT)),
  values: (field) => isJson(field.values(1, CONTEXT)),
  toText: (field) => isText(field.text(1)) && field.text(1).isWellFormed() && !field.text(1).includes('\0'),
  untouched: (field) => isJson(field.untouched({})),
  claims: (field) => isShort(field.claims(1)),
}

const LAYOUT: Record<Exclude<Calls<LayoutDefinition>, InEditor>, (layout: BoundLayout) => boolean> = {
  texts: (layout) => isList(layout.texts) && layout.textPath('title') !== null,
  check: ({ check }) => isList(check),
  redirect: ({ redirect }) => redirect === undefined || isText(redirect),
  repeat: ({ repeat }) => repeat === undefined || Number.isInteger(repeat.max),
  csp: ({ csp }) => Object.values(csp).every(isList),
  permissions: ({ permissions }) => Object.values(permissions).every(isList),
}

const SUMMARY: Record<Calls<Summary>, true> = { start: true, add: true, merge: true, finish: true }

/** A member that answers as it ought to, and what the house hears of it. */
interface Nearly {
  good: unknown
  heard: (field: BoundField) => unknown
}
const PROBLEM = { code: 'max', part: 'n', params: { max: 3 }, message: 'Too much.' }
const LIMIT = { limit: 5, problem: PROBLEM }
const OPTIONS = [{ id: 'a', label: 'Apple', value: 1 }]
const NEARLY: Readonly<Record<string, Nearly>> = {
  parts: {
    good: [{ id: '', label: 'Fruit', type: 'choice', operators: ['eq'], at: ['fruit'], options: OPTIONS }],
    heard: ({ parts }) => parts,
  },
  texts: { good: [{ path: 'hint', kind: 'plain', piping: true }], heard: ({ texts }) => texts },
  listedBelow: { good: { list: 'items', text: 'label' }, heard: ({ listedBelow }) => listedBelow },
  relabel: { good: { items: [{ id: 'a' }] }, heard: (field) => field.relabelled(new Map()).settings },
  sample: { good: { fruit: 'a', all: ['a'] }, heard: (field) => field.sample() },
  formula: { good: { expression: '1', type: 'number', path: 'formula' }, heard: ({ formula }) => formula },
  files: { good: { maxCount: 1, maxBytes: 9, accept: ['image/png'] }, heard: ({ files }) => files },
  limits: { good: [{ value: 'a', ...LIMIT }], heard: ({ limits }) => limits },
  patterns: { good: ['a+'], heard: ({ patterns }) => patterns },
  check: {
    good: [{ severity: 'error', code: 'ambiguous', path: 'settings.items', message: 'Look.' }],
    heard: (field) => field.check(BLOCK),
  },
  csp: { good: { 'img-src': ['https://x.example'] }, heard: ({ csp }) => csp },
  permissions: { good: { camera: ['https://x.example'] }, heard: ({ permissions }) => permissions },
  offered: { good: { of: 'ref', list: 'items', by: 'by', besides: true }, heard: ({ offered }) => offered },
  fromForm: { good: { fruit: 'a', all: ['a'] }, heard: (field) => field.fromForm({}) },
  toRaw: { good: { fruit: 'a', all: ['a'] }, heard: (field) => field.toRaw(1) },
  parse: {
    good: { answer: { fruit: 'a', all: ['a'] }, problems: [PROBLEM] },
    heard: (field) => field.parse(1, CONTEXT),
  },
  validate: { good: [PROBLEM], heard: (field) => field.validate(1, CONTEXT) },
  values: { good: { '': ['a'], n: 1 }, heard: (field) => field.values(1, CONTEXT) },
  toText: { good: ['Apple', 'Pear'], heard: (field) => field.text(1) },
  untouched: { good: { fruit: 'a', all: ['a'] }, heard: (field) => field.untouched({}) },
  claims: { good: [{ key: 'a', ...LIMIT }], heard: (field) => field.claims(1) },
}

/** What stands in one place of it. */
const WRONG: Readonly<Record<string, unknown>> = {
  'a hole': undefined,
  'what no database counts': 1e300,
  'no number': Number.NaN,
  'a day': new Date(0),
  'a map': new Map([['a', 1]]),
  'what JSON cannot say': Object.create({
    toJSON: () => {
      throw new Error('no JSON')
    },
  }),
  'a circle': CIRCLE,
  'a function': () => 1,
  'a whole number that is no JSON': 7n,
  'an object': { a: 1 },
}

test.group('A fault in each function of the contract', () => {
  for (const [way, fault] of Object.entries(FAULTS)) {
    test(`the house goes on: it ${way}`, ({ assert }) => {
      for (const [member, works] of Object.entries(FIELD))
        assert.isTrue(works(fieldWith({ [member]: fault }, {})), `${member} ${way}`)
      for (const [member, works] of Object.entries(ANSWER))
        assert.isTrue(works(fieldWith({}, { [member]: fault })), `${member} ${way}`)
      for (const [member, works] of Object.entries(LAYOUT))
        assert.isTrue(works(new BoundLayout({ ...LAYOUT_KIND, [member]: fault }, {})), `${member} ${way}`)
      for (const member of Object.keys(SUMMARY)) {
        const fold = { ...GOOD_FOLD, [member]: fault }
        assert.isTrue(FIELD.summary(fieldWith({ summary: () => fold }, {})), `summary.${member} ${way}`)
      }
    })
  }

  for (const [how, wrong] of Object.entries(WRONG)) {
    test(`the house hears nothing that cannot be used where nearly all is right: ${how}`, ({ assert }) => {
      for (const [member, { good, heard }] of Object.entries(NEARLY)) {
        for (const path of pathsOf(good)) {
          const answered = wrongAt(good, path, wrong)
          const place = member in ANSWER ? [{}, { [member]: () => answered }] : [{ [member]: () => answered }]
          assert.isTrue(
            isSound(heard(fieldWith(place[0] ?? {}, place[1]))),
            `${member}.${path.join('.')} is ${how}`,
          )
        }
      }
      const finished = [{ part: '', answered: 1, counts: { a: 1 }, range: { first: 'x', last: 'y' } }]
      for (const path of pathsOf(finished)) {
        const fold = { ...GOOD_FOLD, finish: () => wrongAt(finished, path, wrong) }
        const { summary } = fieldWith({ summary: () => fold })
        assert.isTrue(isSound(summary.finish(summary.start())), `summary.${path.join('.')} is ${how}`)
      }
    })
  }

  test('a limited value that no database can look for is no limit', ({ assert }) => {
    for (const value of ['a\0b', 'half \ud83d', 'x'.repeat(501)])
      assert.isEmpty(fieldWith({ limits: () => [{ value, ...LIMIT }] }).limits, value.slice(0, 9))
    assert.lengthOf(fieldWith({ limits: () => [{ value: 'a', ...LIMIT }] }).limits, 1)
  })

  test('what is thrown is told in words, whatever it is', ({ assert }) => {
    for (const thrown of [Object.create(null), Symbol('torn'), WORDLESS, MUTE, undefined, 7n])
      assert.isString(errorWords(thrown))
    assert.equal(errorWords('x'.repeat(1_000)).length, 200)
  })

  test('what one kind changes of what it is given, no other is given', ({ assert }) => {
    const params = { name: 'Ada' }
    const context = { ...CONTEXT }
    const spoil = (...given: unknown[]) => {
      for (const one of given.slice(1))
        if (typeof one === 'object') Object.assign(Object(one), { now: 7, locale: 'xx' })
    }
    const field = fieldWith(
      {},
      {
        parse: (_answer, _settings, of) => {
          spoil(_answer, of)
          return { problems: [] }
        },
        validate: (_answer, _settings, of) => {
          spoil(_answer, of)
          return []
        },
        values: (_answer, _settings, of) => {
          spoil(_answer, of)
          return {}
        },
        untouched: (_settings, of) => {
          Object.assign(of, { name: 'Eve' })
          return undefined
        },
      },
    )
    field.parse(1, context)
    field.validate(1, context)
    field.values(1, context)
    field.untouched(params)
    assert.deepEqual(context, CONTEXT)
    assert.deepEqual(params, { name: 'Ada' })
  })
})

const GOOD_FOLD: Summary = { start: () => 0, add: (state) => state, merge: (one) => one, finish: () => [] }
const KIND: FieldDefinition = {
  kind: 'torn',
  version: 1,
  settings: v.object({}),
  presets: [],
  publicSettings: [],
  parts: () => [{ id: '', type: 'number', operators: [] }],
  labelling: () => 'control',
}
const LAYOUT_KIND: LayoutDefinition = {
  kind: 'torn-text',
  version: 1,
  role: 'content',
  settings: v.object({}),
  presets: [],
  publicSettings: [],
  texts: () => [],
}
const ANSWERS: AnyAnswerModule = {
  fromForm: () => 1,
  toRaw: () => 1,
  parse: () => ({ answer: 1, problems: [] }),
  validate: () => [],
  values: () => ({ '': 1 }),
  toText: () => '1',
}

function fieldWith(definition: object, answers: Partial<AnyAnswerModule> = {}): BoundField {
  const faults: MemberFault[] = []
  const answer = guardedAnswers('torn', fittingAnswers({ ...ANSWERS, ...answers }), (fault) =>
    faults.push(fault),
  )
  return new BoundField({ definition: { ...KIND, ...definition }, answer }, { text: '{x}' }, (fault) =>
    faults.push(fault),
  )
}

function isText(given: unknown): boolean {
  return typeof given === 'string' && given.length <= 4_000_000
}

function isBoolean(given: unknown): boolean {
  return typeof given === 'boolean'
}

function isList(given: unknown): boolean {
  return Array.isArray(given) && given.length <= 100_000
}

/** What a page can show. */
function isShort(given: unknown): boolean {
  return isList(given) && JSON.stringify(given).length < 3_000_000
}

function areProblems(given: unknown): boolean {
  return Array.isArray(given) && given.every((problem) => isText(problem?.code))
}

/** Where something stands in a value, and in what stands there. */
function pathsOf(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [
    [name],
    ...pathsOf(inner).map((path) => [name, ...path]),
  ])
}

/** The same with something else there; of a list without it, where that is nothing. */
function wrongAt(value: unknown, [name = '', ...rest]: readonly string[], wrong: unknown): unknown {
  const copy: object = Array.isArray(value) ? value.slice() : { ...Object(value) }
  if (rest.length > 0) Reflect.set(copy, name, wrongAt(Reflect.get(copy, name), rest, wrong))
  else if (wrong === undefined) Reflect.deleteProperty(copy, name)
  else Reflect.set(copy, name, wrong)
  return copy
}

/** Whether all in it is JSON as it stands there, without holes, and every limit one that a database counts. */
function isSound(given: unknown, depth = 0): boolean {
  if (typeof given !== 'object' || given === null)
    return !['function', 'symbol', 'bigint'].includes(typeof given)
  if (depth > 200) return false
  if (Array.isArray(given))
    return Array.from(given).every((one) => one !== undefined && isSound(one, depth + 1))
  return (
    Object.getPrototypeOf(given) === Object.prototype &&
    Object.entries(given).every(
      ([name, one]) => (name !== 'limit' || Number(one) < 2 ** 31) && isSound(one, depth + 1),
    )
  )
}
