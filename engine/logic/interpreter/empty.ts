/** White space alone is empty. */
export function isBlank(text: string): boolean {
  return text.trim() === ''
}

/** Empty is: nothing, no value, white space alone, a list of nothing. `false` and 0 are not. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true
  if (typeof value === 'string') return isBlank(value)
  return Array.isArray(value) && value.length === 0
}
