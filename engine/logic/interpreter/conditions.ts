import type { Value } from '../../../plugins/kit/value.ts'
import { compareDates } from './dates.ts'
import { isEmpty } from './empty.ts'
import type { Operation, Result, Run } from './expression.ts'
import { numberIn } from './numbers.ts'
import { contains, endsWith, fold, isBlank, pattern, startsWith } from './texts.ts'

/** A comparison of a condition: two-valued, false when a side is empty or of another type. */
function texts(test: (left: string, right: string) => boolean): Operation {
  return ([left, right]) =>
    (scope) => {
      const [a, b] = [left(scope), right(scope)]
      return (
        typeof a === 'string' && typeof b === 'string' && !isBlank(a) && !isBlank(b) && test(fold(a), fold(b))
      )
    }
}

function numbers(test: (left: number, right: number) => boolean): Operation {
  return ([left, right]) =>
    (scope) => {
      const [a, b] = [left(scope), right(scope)]
      return typeof a === 'number' && typeof b === 'number' && test(a, b)
    }
}

function dates(test: (order: number) => boolean): Operation {
  return ([left, right]) =>
    (scope) => {
      const [a, b] = [left(scope), right(scope)]
      return (
        typeof a === 'string' && typeof b === 'string' && a !== '' && b !== '' && test(compareDates(a, b))
      )
    }
}

function listOf(value: Result): Value[] {
  return Array.isArray(value) ? value : isEmpty(value) ? [] : [value ?? null]
}

function lists(test: (left: Value[], right: Value[]) => boolean): Operation {
  return ([left, right]) =>
    (scope) => {
      const [a, b] = [listOf(left(scope)), listOf(right(scope))]
      return a.length > 0 && b.length > 0 && test(a, b)
    }
}

function every(args: Run[]): Run {
  return (scope) => {
    for (const arg of args) if (arg(scope) !== true) return false
    return true
  }
}

function some(args: Run[]): Run {
  return (scope) => {
    for (const arg of args) if (arg(scope) === true) return true
    return false
  }
}

/** What conditions are made of. Empty *all* is true, empty *any* is false. */
export const conditions: Readonly<Record<string, Operation>> = {
  '?all': every,
  '?any': some,
  '?not':
    ([arg]) =>
    (scope) =>
      arg(scope) !== true,
  '?holds':
    ([arg]) =>
    (scope) =>
      arg(scope) === true,
  '?empty':
    ([arg]) =>
    (scope) =>
      isEmpty(arg(scope)),

  '?text-is': texts((a, b) => a === b),
  '?contains': texts(contains),
  '?starts': texts(startsWith),
  '?ends': texts(endsWith),
  '?matches': ([text], [, , source]) => {
    const expression = typeof source === 'string' ? pattern(source) : null
    return (scope) => {
      const value = text(scope)
      return typeof value === 'string' && !isBlank(value) && expression !== null && expression.test(value)
    }
  },

  '?eq': numbers((a, b) => a === b),
  '?lt': numbers((a, b) => a < b),
  '?lte': numbers((a, b) => a <= b),
  '?gt': numbers((a, b) => a > b),
  '?gte': numbers((a, b) => a >= b),

  '?date-eq': dates((order) => order === 0),
  '?before': dates((order) => order < 0),
  '?after': dates((order) => order > 0),
  '?not-before': dates((order) => order >= 0),
  '?not-after': dates((order) => order <= 0),

  '?same':
    ([left, right]) =>
    (scope) => {
      const [a, b] = [left(scope), right(scope)]
      return !isEmpty(a) && a === b
    },
  '?any-of': lists((a, b) => a.some((item) => b.includes(item))),
  '?all-of': lists((a, b) => b.every((item) => a.includes(item))),

  // URL parameters are texts; these read them as what they are compared with.
  'number-of':
    ([arg]) =>
    (scope) => {
      const value = arg(scope)
      return typeof value === 'string' ? (numberIn(value) ?? null) : (value ?? null)
    },
  'boolean-of':
    ([arg]) =>
    (scope) => {
      const value = arg(scope)
      if (typeof value !== 'string') return value ?? null
      const word = fold(value)
      return word === 'true' || word === '1' ? true : word === 'false' || word === '0' ? false : null
    },
}
