import type { ParseResult } from './answer.ts'
import type { Problem } from './problem.ts'

/** How long a text may be, in characters. */
export interface Lengths {
  minLength?: number
  maxLength?: number
}

/** Signs that are each one character whatever stands beside them: all below those that combine, but a CR before a LF. */
const ONE_EACH = /^[^\r\u0300-\uffff]*$/

/** Counts what the eye counts (extended grapheme clusters), but not beyond `limit`. */
export function countCharacters(text: string, limit = Infinity): number {
  if (ONE_EACH.test(text)) return Math.min(text.length, limit)
  let count = 0
  for (const _ of new Intl.Segmenter('en').segment(text)) if (++count >= limit) break
  return count
}

/**
 * A text that somebody typed, or data that can be one. Kept sign for sign, except that CR LF becomes LF. White space
 * alone is no answer.
 */
export function readText(candidate: unknown): ParseResult<string> {
  if (candidate === undefined || candidate === null) return { problems: [] }
  if (typeof candidate === 'number' || typeof candidate === 'boolean') return readText(String(candidate))
  if (typeof candidate !== 'string') return { problems: [{ code: 'format' }] }
  if (candidate.trim() === '') return { problems: [] }
  // Neither NUL nor half of a surrogate pair is text: databases refuse the one and cannot keep the other.
  if (/\0|\p{Surrogate}/u.test(candidate)) return { problems: [{ code: 'format' }] }
  return { answer: candidate.replace(/\r\n/g, '\n'), problems: [] }
}

/** What is wrong with the length of a text. */
export function lengthProblems(text: string, { minLength, maxLength }: Lengths): Problem[] {
  const problems: Problem[] = []
  if (minLength !== undefined && countCharacters(text, minLength) < minLength) {
    problems.push({ code: 'min-length', params: { min: minLength } })
  }
  if (maxLength !== undefined && countCharacters(text, maxLength + 1) > maxLength) {
    problems.push({ code: 'max-length', params: { max: maxLength } })
  }
  return problems
}
