import { characters, contains, effort, endsWith, split, startsWith } from '@formwright/kit/characters'
import { fold } from '@formwright/kit/fold'
import { decimal } from '@formwright/kit/decimal'
import { compilePattern } from '@formwright/kit/pattern'
import { isBlank } from '../empty.ts'
import type { Operation, Result, Scope } from '../expression.ts'
import { numberIn, valueOf } from '../numbers.ts'
import { joinedText, madeText, spend } from '../text_budget.ts'
import { ofTextAndNumbers, ofTexts, strict } from './strict.ts'
import { textCondition } from './text_condition.ts'

function text(result: Result): string {
  const value = valueOf(result)
  if (typeof value === 'string') return value
  if (typeof value === 'number') return decimal(value)
  if (Array.isArray(value)) return value.map(text).join(', ')
  return value === null || value === undefined ? '' : String(value)
}

function replaceAll(scope: Scope, whole: string, part: string, by: string): Result {
  if (part === '') return whole
  if (!spend(scope, whole.length)) return undefined
  const pieces = split(whole, part)
  const length = whole.length + (pieces.length - 1) * (by.length - part.length)
  return madeText(scope, length, () => pieces.join(by))
}

/** `replace` may put nothing in, and `concat` may join nothing: empty is a text of no length there. */
const replace: Operation =
  ([whole, part, by]) =>
  (scope) => {
    const [value, from, to] = [whole(scope), part(scope), by(scope)]
    if (value === undefined || from === undefined || to === undefined) return undefined
    return value === null ? null : replaceAll(scope, text(value), text(from), text(to))
  }

/** A comparison of what two values are as texts, folded. */
function textsCompared(of: (a: string, b: string, scope: Scope) => boolean | undefined): Operation {
  return (args) =>
    strict(args, (values, scope) => {
      const [a = '', b = ''] = values.map(text)
      return spend(scope, a.length + b.length) ? of(fold(a), fold(b), scope) : undefined
    })
}

/** Texts in formulas, what conditions look for in them, and what they are read as. */
export const operations: Readonly<Record<string, Operation>> = {
  'text-same': textsCompared((a, b) => a === b),
  'text-differs': textsCompared((a, b) => a !== b),
  concat: (args) => (scope) =>
    joinedText(
      scope,
      args.map((arg) => text(arg(scope))),
    ),
  text: (args) => strict(args, ([value]) => text(value)),
  number: ofTexts((value) => numberIn(value)),
  // The length of nothing is 0; white space alone is nothing.
  length:
    ([arg]) =>
    (scope) => {
      const value = arg(scope)
      if (value === undefined) return undefined
      if (typeof value !== 'string' || isBlank(value)) return 0
      return spend(scope, effort(value)) ? characters(value).length : undefined
    },
  upper: ofTexts((value) => value.toUpperCase()),
  lower: ofTexts((value) => value.toLowerCase()),
  trim: ofTexts((value) => value.trim().replace(/\s+/g, ' ')),
  contains: textsCompared(contains),
  starts_with: textsCompared(startsWith),
  ends_with: textsCompared(endsWith),
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

  '?contains': textCondition(contains),
  '?starts': textCondition(startsWith),
  '?ends': textCondition(endsWith),
  '?matches': ([text], [, , source]) => {
    const expression = typeof source === 'string' ? compilePattern(source) : null
    return (scope) => {
      const value = text(scope)
      return (
        typeof value === 'string' &&
        !isBlank(value) &&
        expression !== null &&
        spend(scope, value.length) &&
        expression.test(value)
      )
    }
  },

  param: (_, [, name]) => {
    const wanted = typeof name === 'string' ? name : ''
    return (scope) => scope.param(wanted)
  },
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
