import type { Value } from '../../../plugins/kit/value.ts'
import {
  addDays,
  addMonths,
  compareDates,
  dayOf,
  daysBetween,
  hoursBetween,
  localOf,
  monthsBetween,
  partOf,
  yearsBetween,
} from './dates.ts'
import { isEmpty } from './empty.ts'
import type { Operation, Result, Run, Scope } from './expression.ts'
import { ceil, decimal, floor, numberIn, round, tidy, truncate } from './numbers.ts'
import { characters, contains, endsWith, fold, lengthOf, startsWith } from './texts.ts'

/** A number for `+ − ×` and as dividend: empty counts as 0. What is no number becomes NaN, hence no value. */
function counted(value: Result): number {
  return typeof value === 'number' ? value : value === null ? 0 : Number.NaN
}

function arithmetic(of: (a: number, b: number) => number): Operation {
  return ([left, right]) =>
    (scope) =>
      tidy(of(counted(left(scope)), counted(right(scope))))
}

/**
 * A function that needs all its arguments: no value spreads, empty stays empty. Arguments of another type than the
 * checker promised give no value.
 */
function strict(args: Run[], of: (values: Value[], scope: Scope) => Result): Run {
  return (scope) => {
    const values: Value[] = []
    let empty = false
    for (const arg of args) {
      const value = arg(scope)
      if (value === undefined) return undefined
      if (isEmpty(value)) empty = true
      values.push(value)
    }
    return empty ? null : of(values, scope)
  }
}

function ofNumbers(of: (...numbers: number[]) => number | undefined): Operation {
  return (args) =>
    strict(args, (values) => {
      const numbers = values.filter((value) => typeof value === 'number')
      const result = numbers.length === values.length ? of(...numbers) : undefined
      return result === undefined ? undefined : tidy(result)
    })
}

function ofTexts(of: (...texts: string[]) => Result): Operation {
  return (args) =>
    strict(args, (values) => {
      const texts = values.filter((value) => typeof value === 'string')
      return texts.length === values.length ? of(...texts) : undefined
    })
}

/** A text function with a number behind it. */
function ofTextAndNumbers(of: (text: string, ...numbers: number[]) => Result): Operation {
  return (args) =>
    strict(args, ([text, ...rest]) => {
      const numbers = rest.filter((value) => typeof value === 'number')
      return typeof text === 'string' && numbers.length === rest.length ? of(text, ...numbers) : undefined
    })
}

/** What an aggregate counts: lists are opened, empties left out. undefined when no value is among it. */
function gathered(args: Run[], scope: Scope): Value[] | undefined {
  const items: Value[] = []
  for (const arg of args) {
    const value = arg(scope)
    if (value === undefined) return undefined
    for (const item of Array.isArray(value) ? value : [value]) if (!isEmpty(item)) items.push(item)
  }
  return items
}

function aggregate(of: (numbers: number[]) => Result): Operation {
  return (args) => (scope) => {
    const items = gathered(args, scope)
    const numbers = items?.filter((item) => typeof item === 'number')
    return numbers === undefined || numbers.length !== items?.length ? undefined : of(numbers)
  }
}

function sum(numbers: number[]): number | undefined {
  let total: number | undefined = 0
  for (const number of numbers) if (total !== undefined) total = tidy(total + number)
  return total
}

function average(numbers: number[]): number | undefined | null {
  if (numbers.length === 0) return null
  const total = sum(numbers)
  return total === undefined ? undefined : tidy(total / numbers.length)
}

function compared(of: (a: Value, b: Value) => boolean): Operation {
  return (args) => strict(args, ([a, b]) => of(a, b))
}

function ordered(of: (order: number) => boolean): Readonly<Record<'numbers' | 'dates', Operation>> {
  return {
    numbers: compared((a, b) => typeof a === 'number' && typeof b === 'number' && of(a - b)),
    dates: compared((a, b) => typeof a === 'string' && typeof b === 'string' && of(compareDates(a, b))),
  }
}

const below = ordered((order) => order < 0)
const notAbove = ordered((order) => order <= 0)
const above = ordered((order) => order > 0)
const notBelow = ordered((order) => order >= 0)

function text(value: Result): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return decimal(value)
  if (Array.isArray(value)) return value.map(text).join(', ')
  return value === null || value === undefined ? '' : String(value)
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

function replaceAll(whole: string, part: string, by: string): string {
  return part === '' ? whole : whole.split(part).join(by)
}

/** `replace` may put nothing in, and `concat` may join nothing: empty is a text of no length there. */
const replace: Operation =
  ([whole, part, by]) =>
  (scope) => {
    const [value, from, to] = [whole(scope), part(scope), by(scope)]
    if (value === undefined || from === undefined || to === undefined) return undefined
    return value === null ? null : replaceAll(text(value), text(from), text(to))
  }

/** Everything formulas can do, by the name the compiler gave it. */
export const functions: Readonly<Record<string, Operation>> = {
  '+': arithmetic((a, b) => a + b),
  '-': arithmetic((a, b) => a - b),
  '*': arithmetic((a, b) => a * b),
  '/':
    ([left, right]) =>
    (scope) => {
      const divisor = counted(right(scope))
      return divisor === 0 ? undefined : tidy(counted(left(scope)) / divisor)
    },
  mod:
    ([left, right]) =>
    (scope) => {
      const [dividend, divisor] = [counted(left(scope)), counted(right(scope))]
      if (divisor === 0) return undefined
      const whole = tidy(dividend / divisor)
      return whole === undefined ? undefined : tidy(dividend - Math.trunc(whole) * divisor)
    },
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
  floor: ofNumbers(floor),
  ceil: ofNumbers(ceil),
  trunc: ofNumbers(truncate),
  clamp: ofNumbers((value, low, high) => Math.max(low, Math.min(high, value))),

  sum: aggregate(sum),
  avg: aggregate(average),
  min: aggregate((numbers) => (numbers.length === 0 ? null : numbers.reduce((a, b) => Math.min(a, b)))),
  max: aggregate((numbers) => (numbers.length === 0 ? null : numbers.reduce((a, b) => Math.max(a, b)))),
  count: (args) => (scope) => gathered(args, scope)?.length,

  same: compared((a, b) => a === b),
  differs: compared((a, b) => a !== b),
  'text-same': compared((a, b) => fold(text(a)) === fold(text(b))),
  'text-differs': compared((a, b) => fold(text(a)) !== fold(text(b))),
  'date-same': compared((a, b) => compareDates(text(a), text(b)) === 0),
  'date-differs': compared((a, b) => compareDates(text(a), text(b)) !== 0),
  '<': below.numbers,
  '<=': notAbove.numbers,
  '>': above.numbers,
  '>=': notBelow.numbers,
  'date<': below.dates,
  'date<=': notAbove.dates,
  'date>': above.dates,
  'date>=': notBelow.dates,

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

  concat: (args) => (scope) => args.map((arg) => text(arg(scope))).join(''),
  text: (args) => strict(args, ([value]) => text(value)),
  number: ofTexts((value) => numberIn(value)),
  length: ofTexts(lengthOf),
  upper: ofTexts((value) => value.toUpperCase()),
  lower: ofTexts((value) => value.toLowerCase()),
  trim: ofTexts((value) => value.trim().replace(/\s+/g, ' ')),
  contains: ofTexts((value, part) => contains(fold(value), fold(part))),
  starts_with: ofTexts((value, part) => startsWith(fold(value), fold(part))),
  ends_with: ofTexts((value, part) => endsWith(fold(value), fold(part))),
  left: ofTextAndNumbers((value, count) => characters(value).slice(0, Math.max(0, count)).join('')),
  right: ofTextAndNumbers((value, count) =>
    count < 1 ? '' : characters(value).slice(-Math.trunc(count)).join(''),
  ),
  mid: ofTextAndNumbers((value, start, count) =>
    start < 1
      ? undefined
      : characters(value)
          .slice(start - 1, start - 1 + Math.max(0, count))
          .join(''),
  ),
  replace,
  has: (args) => strict(args, ([list, item]) => (Array.isArray(list) ? list.includes(item) : list === item)),

  date: (args) =>
    strict(args, ([year, month, day]) =>
      typeof year === 'number' && typeof month === 'number' && typeof day === 'number'
        ? dayOf(year, month, day)
        : undefined,
    ),
  date_of: ofTexts((value) => (localOf(value.trim()) === undefined ? undefined : value.trim())),
  year: ofTexts((date) => partOf(date, 'year')),
  month: ofTexts((date) => partOf(date, 'month')),
  day: ofTexts((date) => partOf(date, 'day')),
  weekday: ofTexts((date) => partOf(date, 'weekday')),
  hour: ofTexts((date) => partOf(date, 'hour')),
  minute: ofTexts((date) => partOf(date, 'minute')),
  days_between: ofTexts(daysBetween),
  months_between: ofTexts(monthsBetween),
  years_between: ofTexts(yearsBetween),
  hours_between: (args) =>
    strict(args, ([from, to], scope) => {
      const hours =
        typeof from === 'string' && typeof to === 'string'
          ? hoursBetween(from, to, scope.timeZone)
          : undefined
      return hours === undefined ? undefined : tidy(hours)
    }),
  add_days: ofTextAndNumbers(addDays),
  add_months: ofTextAndNumbers(addMonths),
  add_years: ofTextAndNumbers((date, years) => addMonths(date, years * 12)),
}
