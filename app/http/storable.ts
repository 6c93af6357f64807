/** True when the database can keep this value character for character: text without NUL and without halves of surrogate pairs. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (Array.isArray(value)) return value.every(isStorable)
  if (value !== null && typeof value === 'object') {
    return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorable(inner))
  }
  return true
}

/** The value with whatever the database cannot keep replaced by U+FFFD: for what is kept on the way, never for answers. */
export function madeStorable(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\uFFFD')
  if (Array.isArray(value)) return value.map(madeStorable)
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [String(madeStorable(name)), madeStorable(inner)]),
    )
  }
  return value
}
