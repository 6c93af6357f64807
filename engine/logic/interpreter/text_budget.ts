import type { Result, Scope } from './expression.ts'

/** Longest text that a formula makes, in UTF-16 units (docs/semantics.md: Formulas). */
export const LONGEST_TEXT = 100_000

/** How many units of text a response makes and looks through until it is worked out. */
export const TEXT_BUDGET = 4_000_000

/** Counts units that are made or looked through; not true when there were too many. */
export function spend(scope: Scope, units: number): boolean | undefined {
  scope.textLeft -= units
  return scope.textLeft >= 0 || scope.tooLong?.()
}

/** The text that is `length` long once it is made; no value when that is too much. */
export function madeText(scope: Scope, length: number, make: () => string): Result {
  return (length <= LONGEST_TEXT || scope.tooLong?.()) && spend(scope, length) ? make() : undefined
}

/** The texts as one, or no value when that is too much. */
export function joinedText(scope: Scope, texts: readonly string[]): Result {
  return madeText(
    scope,
    texts.reduce((sum, { length }) => sum + length, 0),
    () => texts.join(''),
  )
}
