/** A pattern of a creator; null when it is not a regular expression. */
export function pattern(source: string): RegExp | null {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(source, flags)
    } catch {
      continue
    }
  }
  return null
}
