import {
  approximate,
  down,
  floating,
  halfAway,
  inwards,
  minus,
  negative,
  over,
  plus,
  raised,
  remainder,
  times,
  toPlaces,
  up,
  type Amount,
  type Rounding,
} from '../big_decimal.ts'
import { isEmpty } from '../empty.ts'
import type { Operation, Result, Run, Scope } from '../expression.ts'
import { isBigDecimal, valueOf } from '../numbers.ts'
import { compared, strict } from './strict.ts'

function isAmount(value: Result): value is Amount {
  return typeof value === 'number' || isBigDecimal(value)
}

function counted(value: Result): Result {
  return value === null ? 0 : value
}

/** `+ − ×` and divisions: empty counts as 0, what is no number gives no value. */
function calculated(of: (a: Amount, b: Amount) => Amount | undefined): Operation {
  return ({ 0: left, 1: right }) =>
    (scope) => {
      const a = counted(left(scope))
      const b = counted(right(scope))
      return isAmount(a) && isAmount(b) ? of(a, b) : undefined
    }
}

/** A function of numbers: no value spreads, empty stays empty. */
function ofAmounts(of: (...amounts: Amount[]) => Amount | undefined): Operation {
  return (args) => (scope) => {
    const values = args.map((arg) => arg(scope))
    if (values.includes(undefined)) return undefined
    if (values.some(isEmpty)) return null
    return values.every(isAmount) ? of(...values) : undefined
  }
}

function inFloating(of: (...numbers: number[]) => number): Operation {
  return ofAmounts((...amounts) => approximate(of(...amounts.map(floating))))
}

function rounded(rounding: Rounding): Operation {
  return ofAmounts((amount, places = 0) => toPlaces(amount, floating(places), rounding))
}

/** What an aggregate counts: lists are opened, empties left out. undefined when no value is among it. */
function gathered(args: Run[], scope: Scope): Result[] | undefined {
  const items = args.flatMap((arg): Result[] => {
    const result = arg(scope)
    return Array.isArray(result) ? result : [result]
  })
  return items.includes(undefined) ? undefined : items.filter((item) => !isEmpty(item))
}

function aggregate(of: (amounts: Amount[]) => Result): Operation {
  return (args) => (scope) => {
    const items = gathered(args, scope)
    return items?.every(isAmount) ? of(items) : undefined
  }
}

function sum(amounts: Amount[]): Amount | undefined {
  let total: Amount | undefined = 0
  for (const amount of amounts) total = total === undefined ? undefined : plus(total, amount)
  return total
}

function average(amounts: Amount[]): Amount | null | undefined {
  const total = sum(amounts)
  if (amounts.length === 0) return null
  return total === undefined ? undefined : over(total, amounts.length)
}

function below(a: Amount, b: Amount): boolean {
  return Number(valueOf(a)) < Number(valueOf(b))
}

/** The least or the greatest; of nothing there is none. */
function outermost(of: (a: Amount, b: Amount) => Amount): Operation {
  return aggregate((amounts) => (amounts.length === 0 ? null : amounts.reduce(of)))
}

const least = (a: Amount, b: Amount) => (below(b, a) ? b : a)
const greatest = (a: Amount, b: Amount) => (below(a, b) ? b : a)

function power(base: Amount, exponent: Amount): Amount | undefined {
  const times = floating(exponent)
  return Number.isInteger(times) ? raised(base, times) : approximate(floating(base) ** times)
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
  '+': calculated(plus),
  '-': calculated(minus),
  '*': calculated(times),
  '/': calculated(over),
  mod: calculated(remainder),
  power: ofAmounts(power),
  negative: ofAmounts(negative),
  positive: ofAmounts((amount) => amount),
  abs: ofAmounts((amount) => (below(amount, 0) ? negative(amount) : amount)),
  sign: inFloating(Math.sign),
  sqrt: inFloating(Math.sqrt),
  exp: inFloating(Math.exp),
  ln: inFloating(Math.log),
  log10: inFloating(Math.log10),
  round: rounded(halfAway),
  floor: rounded(down),
  ceil: rounded(up),
  trunc: rounded(inwards),
  clamp: ofAmounts((amount, low, high) => greatest(low, least(high, amount))),

  sum: aggregate(sum),
  avg: aggregate(average),
  min: outermost(least),
  max: outermost(greatest),
  count: (args) => (scope) => gathered(args, scope)?.length,

  // [value, chosen, id, value, id, value, …]: what is chosen is worth, of several together. What has no value does not count.
  value: ([choice], [, , ...table]) => {
    const values = new Map<unknown, unknown>()
    for (let at = 0; at < table.length; at += 2) values.set(table[at], table[at + 1])
    return (scope) => {
      const chosen = choice(scope)
      const worth = (Array.isArray(chosen) ? chosen : [chosen]).flatMap((id) => {
        const value = values.get(id)
        return typeof value === 'number' ? [value] : []
      })
      if (chosen === undefined) return undefined
      return worth.length === 0 ? null : sum(worth)
    }
  },

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
    ([when, then, otherwise = () => null]) =>
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
