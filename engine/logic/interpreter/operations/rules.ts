import type { Value } from '@formwright/kit/value'
import { isEmpty } from '../empty.ts'
import type { Expression, Operation, Result } from '../expression.ts'
import { valueOf } from '../numbers.ts'
import { joinedText } from '../text_budget.ts'
import { turns } from '../texts.ts'
import { textCondition } from './text_condition.ts'

/** What a text shows of a value that is no text yet. */
function shown(result: Result): string {
  const value = valueOf(result)
  return typeof value === 'string' ? value : value === null || value === undefined ? '' : String(value)
}

function place(expression: Expression | undefined): number {
  return typeof expression === 'number' ? expression : -1
}

function numbers(test: (left: number, right: number) => boolean): Operation {
  return ([left, right]) =>
    (scope) => {
      const [a, b] = [valueOf(left(scope)), valueOf(right(scope))]
      return typeof a === 'number' && typeof b === 'number' && test(a, b)
    }
}

function listOf(result: Result): Value[] {
  const value = valueOf(result)
  return Array.isArray(value) ? value : isEmpty(value) ? [] : [value ?? null]
}

function lists(test: (left: Value[], right: Value[]) => boolean): Operation {
  return ([left, right]) =>
    (scope) => {
      const [a, b] = [listOf(left(scope)), listOf(right(scope))]
      return a.length > 0 && b.length > 0 && test(a, b)
    }
}

/**
 * The walk through the pages, texts that tell answers, and what conditions are made of. Conditions are two-valued: false
 * when a side is empty or of another type. Empty *all* is true, empty *any* is false.
 */
export const operations: Readonly<Record<string, Operation>> = {
  // [pick, when, then, when, then, …, otherwise]: the first that holds.
  pick: (args) => {
    if (args.length === 3) {
      const [when, then, otherwise] = args
      return (scope) => (when(scope) === true ? then(scope) : otherwise(scope))
    }
    return (scope) => {
      let index = 0
      for (; index + 1 < args.length; index += 2)
        if (args[index](scope) === true) return args[index + 1](scope)
      return args[index](scope)
    }
  },
  // [walk, reached, here, visible, next]: where the walk through the pages stands after this page.
  walk: ([reached, here, visible, next], [, , page]) => {
    const following = place(page) + 1
    return (scope) => {
      const at = reached(scope)
      if (at !== here(scope)) return at
      return visible(scope) === true ? next(scope) : following
    }
  },
  // [past, reached, next]: the same where nothing is skipped.
  past:
    ([reached, next]) =>
    (scope) =>
      Math.max(Number(reached(scope)), Number(next(scope))),
  at:
    ([a, b]) =>
    (scope) =>
      a(scope) === b(scope),

  join: (args) => (scope) =>
    joinedText(
      scope,
      args.map((arg) => shown(arg(scope))),
    ),
  // [isolate, text, turned]: where directions meet, what is inserted is read by itself (Unicode's first strong isolate).
  isolate:
    ([arg], [, , turned]) =>
    (scope) => {
      const text = shown(arg(scope))
      return text !== '' && (turned === true || turns(text)) ? `\u2068${text}\u2069` : text
    },

  list: (args) => (scope) => args.map((arg) => valueOf(arg(scope)) ?? null),

  '?all': (args) => (scope) => args.every((arg) => arg(scope) === true),
  '?any': (args) => (scope) => args.some((arg) => arg(scope) === true),
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
  '?text-is': textCondition((a, b) => a === b),
  '?eq': numbers((a, b) => a === b),
  '?lt': numbers((a, b) => a < b),
  '?lte': numbers((a, b) => a <= b),
  '?gt': numbers((a, b) => a > b),
  '?gte': numbers((a, b) => a >= b),
  '?same':
    ([left, right]) =>
    (scope) => {
      const [a, b] = [left(scope), right(scope)]
      return !isEmpty(a) && a === b
    },
  '?any-of': lists((a, b) => a.some((item) => b.includes(item))),
  '?all-of': lists((a, b) => b.every((item) => a.includes(item))),
}
