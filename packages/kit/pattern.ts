import { LRUCache } from 'lru-cache'
import { RE2JS, RE2JSSyntaxException } from 're2js'
import { LONGEST_MATCHED, type Pattern } from './pattern_browser.ts'

// Creators' patterns on the server: in a language that is matched in time that grows with the text alone
// (https://github.com/google/re2/wiki/Syntax). Browsers use their own (pattern_browser.ts), for the same language:
// `refusedPattern` lets nothing pass that one of them refuses.

/** Most instructions of one pattern: what matching costs for each character. */
const LARGEST_PROGRAM = 500

/** What was made of patterns, by their source: a program, or the sentence that refuses it. */
const programCache = new LRUCache<string, RE2JS | string>({ max: 1_000 })

/**
 * What finds the pattern in a text; with `whole`, the text must be nothing else. Null where the pattern is one that
 * `refusedPattern` refuses.
 */
export function compilePattern(source: string, whole = false): Pattern | null {
  const program = programOf(source)
  if (typeof program === 'string') return null
  return {
    test: (text) => text.length <= LONGEST_MATCHED && (whole ? program.matches(text) : program.test(text)),
  }
}

/** A sentence on why a pattern cannot be used; null when it can. */
export function refusedPattern(source: string): string | null {
  const program = programOf(source)
  return typeof program === 'string' ? program : null
}

/** How many instructions matching the pattern takes for each character; 0 of one that is refused. */
export function patternSize(source: string): number {
  const program = programOf(source)
  return typeof program === 'string' ? 0 : program.programSize()
}

function programOf(source: string): RE2JS | string {
  const cached = programCache.get(source)
  if (cached !== undefined) return cached
  const made = compiled(source)
  programCache.set(source, made)
  return made
}

function compiled(source: string): RE2JS | string {
  try {
    RegExp(source, 'u')
  } catch {
    return 'This is not a regular expression.'
  }
  try {
    const program = RE2JS.compile(asInBrowsers(source))
    if (program.programSize() <= LARGEST_PROGRAM) return program
    return 'This pattern is too large. Use smaller numbers of repeats.'
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    return `This pattern cannot be used: ${error.getDescription()} at “${error.getPattern()}”.`
  }
}

const SPACES =
  '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'
const OTHERS =
  '\\x00-\\x08\\x0e-\\x1f!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}'
const WITHIN_LINE = '[^\\n\\r\\x{2028}\\x{2029}]'

/** The pattern with what browsers mean by `\s`, `\S` and `.`: to RE2 only ASCII has spaces, and only LF ends a line. */
function asInBrowsers(source: string): string {
  let inClass = false
  return source.replace(/\\.|[[\].]/gsu, (part) => {
    if (part === '[') inClass = true
    if (part === ']') inClass = false
    if (part === '\\s') return inClass ? SPACES : `[${SPACES}]`
    if (part === '\\S') return inClass ? OTHERS : `[${OTHERS}]`
    return part === '.' && !inClass ? WITHIN_LINE : part
  })
}
