import { isBlank } from './texts.ts'
import type { Result } from './expression.ts'

/** Empty is: nothing, no value, white space alone, a list of nothing. `false` and 0 are not. */
export function isEmpty(value: Result): boolean {
  if (value === null || value === undefined) return true
  if (typeof value === 'string') return isBlank(value)
  return Array.isArray(value) && value.length === 0
}
