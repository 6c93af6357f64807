import { fold } from '@formwright/kit/fold'
import { isBlank } from '../empty.ts'
import type { Operation, Scope } from '../expression.ts'
import { spend } from '../text_budget.ts'

/** A comparison of two texts that are not blank, folded. */
export function textCondition(
  test: (left: string, right: string, scope: Scope) => boolean | undefined,
): Operation {
  return ([left, right]) =>
    (scope) => {
      const [a, b] = [left(scope), right(scope)]
      return (
        typeof a === 'string' &&
        typeof b === 'string' &&
        !isBlank(a) &&
        !isBlank(b) &&
        spend(scope, a.length + b.length) &&
        test(fold(a), fold(b), scope)
      )
    }
}
