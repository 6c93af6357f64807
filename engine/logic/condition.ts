import { refusedPattern } from '@formwright/kit/pattern'
import type { Operator } from '@formwright/kit/value'
import type { Comparison, Condition, Json, Operand } from '../document/document.ts'
import { isMoment, operationOf } from './comparison_operations.ts'
import { compileFormula } from './formula.ts'
import { isBlank } from './interpreter/empty.ts'
import type { Expression } from './interpreter/expression.ts'
import { isTimeOfDay, localOf } from './interpreter/dates.ts'
import { OPERATOR_WORDS } from './operator_words.ts'
import { comparedAs, valueOf, WHOLE, type Items, type Referent, type References } from './linked.ts'
import type { LogicProblem } from './refused.ts'
import type { Type } from './signatures.ts'

/** Conditions nested deeper than this are refused. */
const DEEPEST_CONDITION = 30

/** Compiles a condition to an expression that is true or false; collects every problem in it. */
export function compileCondition(
  condition: Condition,
  references: References,
): { expression: Expression; problems: LogicProblem[] } {
  const problems: LogicProblem[] = []
  const report = (problem: LogicProblem): Expression => {
    problems.push(problem)
    return false
  }
  const compiled = (part: Condition, path: string, depth: number): Expression => {
    if (depth > DEEPEST_CONDITION) {
      return report({ code: 'too-large', path, message: 'The condition is nested too deeply.' })
    }
    const inner = (items: Condition[], name: string) =>
      items.map((item, index) => compiled(item, join(path, `${name}.${index}`), depth + 1))
    if ('all' in part) return ['?all', ...inner(part.all, 'all')]
    if ('any' in part) return ['?any', ...inner(part.any, 'any')]
    if ('not' in part) return ['?not', compiled(part.not, join(path, 'not'), depth + 1)]
    if ('formula' in part) {
      const result = compileFormula(part.formula, ['boolean'], references)
      if ('problem' in result) return report({ ...result.problem, path: join(path, 'formula') })
      return ['?holds', result.expression]
    }
    return comparison(part, path, references, report)
  }
  return { expression: compiled(condition, '', 0), problems }
}

type Report = (problem: LogicProblem) => Expression

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

/** One side of a comparison. Without a type it takes that of the other side. */
interface Side {
  expression: Expression
  type?: Type
  referent?: Referent
  literal?: Json
  param?: true
}

function comparison(part: Comparison, path: string, references: References, report: Report): Expression {
  const problems: LogicProblem[] = []
  const sideOf = (operand: Operand | undefined, name: string): Side | undefined => {
    if (operand === undefined) return undefined
    const side = read(operand, references)
    if ('missing' in side)
      problems.push({ code: 'unknown-reference', path: join(path, name), message: side.missing })
    return 'missing' in side ? { expression: null } : side
  }
  const left = sideOf(part.left, 'left') ?? { expression: null }
  const items = listOf(left)
  if (items !== undefined) return inAnyItem(part, path, items, report)
  const right = sideOf(part.right, 'right')
  const to = sideOf(part.to, 'to')
  if (problems.length > 0) {
    problems.forEach(report)
    return false
  }
  for (const side of [right, to]) {
    if (side === undefined || listOf(side) === undefined) continue
    const name = side === to ? 'to' : 'right'
    const message = `${nameOf(side)} has an answer in each item of its section. Compare with one value.`
    return report({ code: 'type', path: join(path, name), message })
  }
  const type = typeOf(part.op, left, right)
  if (left.referent !== undefined && !left.referent.operators.includes(part.op)) {
    return report({ code: 'type', path: join(path, 'op'), message: unfitting(left.referent, part.op) })
  }
  if (part.op === 'is-empty') return ['?empty', left.expression]
  if (part.op === 'is-not-empty') return ['?not', ['?empty', left.expression]]
  if (right === undefined) {
    return report({
      code: 'type',
      path: join(path, 'right'),
      message: 'The condition is not finished: say what to compare with.',
    })
  }
  for (const problem of unfinished(part, path)) report(problem)
  if (part.op === 'matches') return matches(left, right, path, report)
  const typed = (side: Side, name: string): Expression => {
    const wrong = misfit(side, type, left, part.op)
    if (wrong !== null) return report({ code: wrong.code, path: join(path, name), message: wrong.message })
    return expressionOf(side, type)
  }
  const a = typed(left, 'left')
  const b = typed(right, 'right')
  if (part.op === 'between') {
    if (to === undefined) {
      return report({
        code: 'type',
        path: join(path, 'to'),
        message: 'The condition is not finished: enter the upper value.',
      })
    }
    const c = typed(to, 'to')
    if (isReversed(right.literal, to.literal)) {
      report({
        code: 'never-holds',
        severity: 'warning',
        path: join(path, 'to'),
        message: 'This never holds: the upper bound is below the lower one.',
      })
    }
    if (type === 'number') return ['?all', ['?gte', a, b], ['?lte', a, c]]
    if (isMoment(type)) return ['?all', ['?not-before', a, b], ['?not-after', a, c]]
  }
  return (
    operationOf(part.op, type, a, b) ??
    report({ code: 'type', path: join(path, 'op'), message: `“${part.op}” does not fit what is compared.` })
  )
}

/** The items of a side that has a value in each of them. */
function listOf({ referent }: Side): Items | undefined {
  return referent?.items?.counted === false ? referent.items : undefined
}

/** Comparisons that are negations of others. */
const NEGATIVE: readonly Operator[] = ['is-not', 'neq', 'not-contains', 'is-none-of', 'is-empty']

/** What stands in all items of a section fits when it fits in one of them; negations are exact: when it does in none. */
function inAnyItem(part: Comparison, path: string, items: Items, report: Report): Expression {
  const own = comparison(part, path, items.inside, report)
  if (!NEGATIVE.includes(part.op)) return ['?some', items.list(own)]
  return ['?not', ['?some', items.list(['?not', own])]]
}

/**
 * A comparison with nothing holds never or always (docs/semantics.md: Conditions), which nobody means who begins one:
 * it is reported, and what was published with it goes on as before.
 */
function unfinished({ right, to, op }: Comparison, path: string): LogicProblem[] {
  const sides =
    op === 'between'
      ? ([
          ['right', right],
          ['to', to],
        ] as const)
      : ([['right', right]] as const)
  return sides.flatMap(([name, side]): LogicProblem[] => {
    if (side === undefined) return []
    const message =
      'value' in side && isNothing(side.value)
        ? 'The condition is not finished: say what to compare with.'
        : 'param' in side && isBlank(side.param)
          ? 'The condition is not finished: name the parameter to compare with.'
          : undefined
    return message === undefined ? [] : [{ code: 'unfinished', path: join(path, name), message }]
  })
}

function isNothing(value: Json): boolean {
  if (Array.isArray(value)) return value.every(isNothing)
  return value === null || (typeof value === 'string' && isBlank(value))
}

function isReversed(from: Json | undefined, to: Json | undefined): boolean {
  if (typeof from === 'number' && typeof to === 'number') return from > to
  // Days, and times of one length, sort as they are written.
  return typeof from === 'string' && typeof to === 'string' && from.length === to.length && from > to
}

function unfitting({ name, type }: Referent, op: Operator): string {
  const words = `“${OPERATOR_WORDS[op]}” does not fit`
  if (type === WHOLE) return `${name} has several parts, so ${words}. Choose one of its parts.`
  if (type === 'choice') return `${name} takes one choice, so ${words}. Choose another comparison.`
  if (type === 'choices') return `${name} takes several choices, so ${words}. Choose another comparison.`
  return `${name} is ${WANTED[type]}, so ${words}. Choose another comparison.`
}

const OF_DAYS: readonly Operator[] = ['before', 'after']
const ORDERED: readonly Operator[] = [...OF_DAYS, 'lt', 'lte', 'gt', 'gte', 'between']

/** The type in which two sides are compared: parameters, and texts beside a day, take that of the other side. */
function typeOf(op: Operator, left: Side, right: Side | undefined): Type {
  const known = [left.type, right?.type].filter((type) => type !== undefined)
  const moment = known.find(isMoment)
  if (moment !== undefined && known.every((type) => type === moment || type === 'text')) return moment
  if (known.length > 0) return known[0]
  const literals = [left.literal, right?.literal]
  const isDay = literals.some((value) => typeof value === 'string' && localOf(value) !== undefined)
  const isTime = literals.some((value) => typeof value === 'string' && isTimeOfDay(value))
  if (isTime && (OF_DAYS.includes(op) || ORDERED.includes(op))) return 'time'
  if (OF_DAYS.includes(op) || (isDay && ORDERED.includes(op))) return 'date'
  return literalType(literals[0]) ?? literalType(literals[1]) ?? 'text'
}

function read(operand: Operand, references: References): Side | { missing: string } {
  if ('field' in operand) {
    const referent = references.find(operand.field)
    if (referent === undefined) return { missing: references.missing(operand.field) }
    const expression = valueOf(referent.address ?? operand.field)
    return { expression, type: comparedAs(referent.type), referent }
  }
  if ('value' in operand) return { expression: null, literal: operand.value }
  if ('param' in operand) return { expression: ['param', operand.param], param: true }
  return { expression: ['now'], type: 'date' }
}

function literalType(value: Json | undefined): Type | undefined {
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'string' ? 'text' : undefined
}

const SAME: readonly Operator[] = ['is', 'is-not', 'eq', 'neq']
const LISTS: readonly Operator[] = ['is-any-of', 'is-none-of', 'contains-all', 'contains-any']

/** Why a side does not fit the type of the comparison; null when it does. */
function misfit(
  side: Side,
  type: Type,
  left: Side,
  op: Operator,
): { code: 'type' | 'unknown-reference'; message: string } | null {
  if (side.param || side === left) return null
  if (side.literal === undefined) {
    const choice = isChoice(type) && isChoice(side.type)
    if (choice && SAME.includes(op) && side.type !== type) {
      const [one, several] = type === 'choice' ? [left, side] : [side, left]
      return {
        code: 'type',
        message: `${nameOf(one)} takes one choice and ${nameOf(several)} several, so they are never the same. Choose another comparison.`,
      }
    }
    if (side.type === type || choice || (isMoment(type) && side.type === 'text')) return null
    return {
      code: 'type',
      message: `${nameOf(side)} is of another kind than what it is compared with.`,
    }
  }
  const values = Array.isArray(side.literal) && LISTS.includes(op) ? side.literal : [side.literal]
  for (const value of values) {
    if (value === null || value === '') continue
    if (!literalFits(value, type)) {
      return { code: 'type', message: `Compare with ${WANTED[type]}.` }
    }
    const options = left.referent?.options
    if (options !== undefined && !options.some(({ id }) => id === value)) {
      return {
        code: 'unknown-reference',
        message: `${left.referent?.name ?? 'The question'} no longer has this option.`,
      }
    }
  }
  return null
}

function isChoice(type: Type | undefined): boolean {
  return type === 'choice' || type === 'choices'
}

function nameOf({ referent }: Side): string {
  return referent?.name ?? 'This'
}

const WANTED: Readonly<Record<Type, string>> = {
  text: 'a text',
  number: 'a number',
  boolean: 'yes or no',
  date: 'a date',
  time: 'a time of day',
  datetime: 'a date and time',
  choice: 'an option',
  choices: 'options',
  file: 'a file',
  empty: 'nothing',
  whole: 'an answer of several parts',
}

function literalFits(value: Json, type: Type): boolean {
  if (type === 'number') return typeof value === 'number'
  if (type === 'boolean') return typeof value === 'boolean'
  if (type === 'date') return typeof value === 'string' && localOf(value) !== undefined
  if (type === 'time') return typeof value === 'string' && isTimeOfDay(value)
  return typeof value === 'string'
}

function expressionOf(side: Side, type: Type): Expression {
  if (side.literal !== undefined) {
    return Array.isArray(side.literal)
      ? ['list', ...side.literal.filter(isScalar)]
      : isScalar(side.literal)
        ? side.literal
        : null
  }
  if (isMoment(type) && side.type !== type) return [type === 'date' ? 'date_of' : 'time_of', side.expression]
  if (!side.param) return side.expression
  return type === 'number'
    ? ['number-of', side.expression]
    : type === 'boolean'
      ? ['boolean-of', side.expression]
      : side.expression
}

function isScalar(value: Json): value is string | number | boolean | null {
  return typeof value !== 'object' || value === null
}

function matches(left: Side, right: Side, path: string, report: Report): Expression {
  const source = right.literal
  if (typeof source !== 'string') {
    return report({ code: 'type', path: join(path, 'right'), message: 'A pattern must be written out.' })
  }
  // An empty side, as anywhere else.
  if (isBlank(source)) return false
  const message = refusedPattern(source)
  if (message !== null) return report({ code: 'unsafe-pattern', path: join(path, 'right'), message })
  return ['?matches', left.expression, source]
}
