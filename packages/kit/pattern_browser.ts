import type { Pattern } from './pattern.ts'

/** As `compilePattern` of pattern.ts, by the browser's own expressions. */
export function compilePattern(source: string, whole = false): Pattern | null {
  try {
    return RegExp(whole ? `^(?:${source})$` : source, 'u')
  } catch {
    return null
  }
}
