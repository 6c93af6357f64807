import { test } from '@japa/runner'
import * as v from 'valibot'
import type { AnswerModule } from '@formwright/kit/answer'
import type { AnySettings, FieldDefinition } from '@formwright/kit/field'
import type { AnyAnswerModule } from '@formwright/kit/found'
import type { LayoutDefinition } from '@formwright/kit/layout'
import type { Summary } from '@formwright/kit/summary'
import { errorWords, type MemberFault } from '../faults.ts'
import { type Calls, FAULTS, isJson, MUTE, WORDLESS } from '../fixtures/faults.ts'
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

function fieldWith(definition: object, answers: Partial<AnyAnswerModule>): BoundField {
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
