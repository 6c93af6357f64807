import type { Value } from '../../../../plugins/kit/value.ts'
import { isEmpty } from '../empty.ts'
import type { Operation, Result, Run, Scope } from '../expression.ts'

/**
 * A function that needs all its arguments: no value spreads, empty stays empty. Arguments of another type than the
 * checker promised give no value.
 */
export function strict(args: Run[], of: (values: Value[], scope: Scope) => Result): Run {
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

/** A function of texts. */
export function ofTexts(of: (...texts: string[]) => Result): Operation {
  return (args) =>
    strict(args, (values) => {
      const texts = values.filter((value) => typeof value === 'string')
      return texts.length === values.length ? of(...texts) : undefined
    })
}

/** A text function with a number behind it. */
export function ofTextAndNumbers(of: (text: string, ...numbers: number[]) => Result): Operation {
  return (args) =>
    strict(args, ([text, ...rest]) => {
      const numbers = rest.filter((value) => typeof value === 'number')
      return typeof text === 'string' && numbers.length === rest.length ? of(text, ...numbers) : undefined
    })
}

/** A comparison in a formula: empty when a side is. */
export function compared(of: (a: Value, b: Value) => boolean): Operation {
  return (args) => strict(args, ([a, b]) => of(a, b))
}
