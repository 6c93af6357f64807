/** A creator's pattern, ready to be asked. */
export interface Pattern {
  test(text: string): boolean
}

/** Longest text that is matched, in UTF-16 units; a longer one does not match. */
export const LONGEST_MATCHED = 2_500

/** As `compilePattern` of pattern.ts, by the browser's own expressions. */
export function compilePattern(source: string, whole = false): Pattern | null {
  try {
    const expression = RegExp(whole ? `^(?:${source})$` : source, 'u')
    return { test: (text) => text.length <= LONGEST_MATCHED && expression.test(text) }
  } catch {
    return null
  }
}
