import { effort } from '@formwright/kit/characters'
import type { Value } from '@formwright/kit/value'
import { isEmpty } from '../empty.ts'
import type { Operation, Result, Run, Scope } from '../expression.ts'
import { valueOf } from '../numbers.ts'
import { spend } from '../text_budget.ts'

/**
 * A function that needs all its arguments: no value spreads, empty stays empty. Arguments of another type than the
 * checker promised give no value.
 */
export function strict(args: Run[], of: (values: Value[], scope: Scope) => Result): Run {
  return (scope) => {
    const values = args.map((arg) => valueOf(arg(scope)))
    if (!values.every((value) => value !== undefined)) return undefined
    return values.some(isEmpty) ? null : of(values, scope)
  }
}

/** A function of texts. */
export function ofTexts(of: (...texts: string[]) => Result): Operation {
  return (args) =>
    strict(args, (texts, scope) => {
      if (!texts.every((text) => typeof text === 'string')) return undefined
      return texts.every(({ length }) => spend(scope, length)) ? of(...texts) : undefined
    })
}

/** A function of numbers. */
export function ofNumbers(of: (...numbers: number[]) => Result): Operation {
  return (args) =>
    strict(args, (values) => (values.every((value) => typeof value === 'number') ? of(...values) : undefined))
}

/** A text function with numbers behind it. */
export function ofTextAndNumbers(of: (text: string, ...numbers: number[]) => Result): Operation {
  return (args) =>
    strict(args, ([text, ...rest], scope) =>
      typeof text === 'string' &&
      rest.every((value) => typeof value === 'number') &&
      spend(scope, effort(text))
        ? of(text, ...rest)
        : undefined,
    )
}

/** A comparison in a formula: empty when a side is. */
export function compared(of: (a: Value, b: Value) => boolean): Operation {
  return (args) => strict(args, ([a, b]) => of(a, b))
}
