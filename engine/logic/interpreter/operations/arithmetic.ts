import type { Value } from '../../../../plugins/kit/value.ts'
import { isEmpty } from '../empty.ts'
import type { Operation, Result, Run, Scope } from '../expression.ts'
import { tidy } from '../numbers.ts'
import { remainder, round, toPlaces } from '../rounding.ts'
import { compared, ofNumbers, strict } from './strict.ts'

/** A number for `+ − ×` and as dividend: empty counts as 0. What is no number becomes NaN, hence no value. */
function counted(value: Result): number {
  return typeof value === 'number' ? value : value === null ? 0 : Number.NaN
}

function calculated(of: (a: number, b: number) => number): Operation {
  return ({ 0: left, 1: right }) =>
    (scope) =>
      tidy(of(counted(left(scope)), counted(right(scope))))
}

/** What an aggregate counts: lists are opened, empties left out. undefined when no value is among it. */
function gathered(args: Run[], scope: Scope): Value[] | undefined {
  const items = args.flatMap((arg) => arg(scope))
  return items.every((item) => item !== undefined) ? items.filter((item) => !isEmpty(item)) : undefined
}

function aggregate(of: (numbers: number[]) => Result): Operation {
  return (args) => (scope) => {
    const items = gathered(args, scope)
    return items?.every((item) => typeof item === 'number') ? of(items) : undefined
  }
}

function sum(numbers: number[]): number | undefined {
  return tidy(numbers.reduce((total, number) => tidy(total + number) ?? NaN, 0))
}

/** The least or the greatest; of nothing there is none. */
function outermost(of: (a: number, b: number) => number): Operation {
  return aggregate((numbers) => (numbers.length === 0 ? null : numbers.reduce((a, b) => of(a, b))))
}

function ordered(of: (order: number) => boolean): Operation {
  return compared((a, b) => typeof a === 'number' && typeof b === 'number' && of(a - b))
}

/** `and` and `or` as in SQL: what decides wins over empty. */
function junction(deciding: boolean): Operation {
  return (args) => (scope) => {
    let result: Result = !deciding
    for (const arg of args) {
      const value = arg(scope)
      if (value === deciding) return deciding
      if (value === undefined || result === undefined) result = undefined
      else if (value !== !deciding) result = null
    }
    return result
  }
}

/** Numbers, truth and lists in formulas. */
export const operations: Readonly<Record<string, Operation>> = {
  '+': calculated((a, b) => a + b),
  '-': calculated((a, b) => a - b),
  '*': calculated((a, b) => a * b),
  '/':
    ([left, right]) =>
    (scope) => {
      const divisor = counted(right(scope))
      return divisor === 0 ? undefined : tidy(counted(left(scope)) / divisor)
    },
  mod:
    ([left, right]) =>
    (scope) =>
      remainder(counted(left(scope)), counted(right(scope))),
  power: ofNumbers((a, b) => a ** b),
  negative: ofNumbers((a) => -a),
  positive: ofNumbers((a) => a),
  abs: ofNumbers(Math.abs),
  sign: ofNumbers(Math.sign),
  sqrt: ofNumbers(Math.sqrt),
  exp: ofNumbers(Math.exp),
  ln: ofNumbers(Math.log),
  log10: ofNumbers(Math.log10),
  round: ofNumbers(round),
  floor: ofNumbers(toPlaces(Math.floor)),
  ceil: ofNumbers(toPlaces(Math.ceil)),
  trunc: ofNumbers(toPlaces(Math.trunc)),
  clamp: ofNumbers((value, low, high) => Math.max(low, Math.min(high, value))),

  sum: aggregate(sum),
  avg: aggregate((numbers) => (numbers.length === 0 ? null : tidy((sum(numbers) ?? NaN) / numbers.length))),
  min: outermost(Math.min),
  max: outermost(Math.max),
  count: (args) => (scope) => gathered(args, scope)?.length,

  same: compared((a, b) => a === b),
  differs: compared((a, b) => a !== b),
  '<': ordered((order) => order < 0),
  '<=': ordered((order) => order <= 0),
  '>': ordered((order) => order > 0),
  '>=': ordered((order) => order >= 0),

  and: junction(false),
  or: junction(true),
  not: (args) => strict(args, ([value]) => value !== true),
  if:
    ([when, then, otherwise]) =>
    (scope) => {
      const held = when(scope)
      return held === undefined ? undefined : held === true ? then(scope) : otherwise(scope)
    },
  iferror:
    ([value, otherwise]) =>
    (scope) => {
      const result = value(scope)
      return result === undefined ? otherwise(scope) : result
    },
  coalesce: (args) => (scope) => {
    for (const arg of args) {
      const value = arg(scope)
      if (!isEmpty(value)) return value
    }
    return null
  },
  isempty:
    ([value]) =>
    (scope) =>
      isEmpty(value(scope)),

  has: (args) => strict(args, ([list, item]) => (Array.isArray(list) ? list.includes(item) : list === item)),
}
