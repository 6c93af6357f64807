import type { AnswerModule, ParseResult } from '@formwright/kit/answer'
import type { Problem } from '@formwright/kit/problem'
import type { Settings } from './field.ts'

const answer: AnswerModule<Settings, string, string> = {
  fromForm: (entries) => {
    const entry = entries['']?.[0]
    return typeof entry === 'string' ? entry : ''
  },
  toRaw: (text) => text,
  parse: (candidate): ParseResult<string> => {
    if (candidate === undefined || candidate === null) return { problems: [] }
    if (typeof candidate === 'number' || typeof candidate === 'boolean') return parsed(String(candidate))
    return typeof candidate === 'string' ? parsed(candidate) : { problems: [{ code: 'format' }] }
  },
  validate: (text, settings) => {
    const problems: Problem[] = []
    const { minLength, maxLength, pattern, patternMessage } = settings
    if (minLength !== undefined && countCharacters(text, minLength) < minLength) {
      problems.push({ code: 'min-length', params: { min: minLength } })
    }
    if (maxLength !== undefined && countCharacters(text, maxLength + 1) > maxLength) {
      problems.push({ code: 'max-length', params: { max: maxLength } })
    }
    if (pattern !== '' && !fits(text, pattern)) {
      problems.push(
        patternMessage === '' ? { code: 'pattern' } : { code: 'pattern', message: patternMessage },
      )
    }
    return problems
  },
  toText: (text) => text,
  values: (text) => ({ '': text }),
}

/** Kept sign for sign, except that CR LF becomes LF. White space alone is no answer. */
function parsed(text: string): ParseResult<string> {
  if (text.trim() === '') return { problems: [] }
  // Neither NUL nor half of a surrogate pair is text: databases refuse the one and cannot keep the other.
  if (/\0|\p{Surrogate}/u.test(text)) return { problems: [{ code: 'format' }] }
  return { answer: text.replace(/\r\n/g, '\n'), problems: [] }
}

/** Counts what the eye counts (extended grapheme clusters), but not beyond `limit`. */
export function countCharacters(text: string, limit = Infinity): number {
  if (/^[\x20-\x7e]*$/.test(text)) return Math.min(text.length, limit)
  let count = 0
  for (const _ of new Intl.Segmenter('en').segment(text)) if (++count >= limit) break
  return count
}

function fits(text: string, pattern: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test(text)
  } catch {
    // Publishing refuses such a pattern; a draft on the canvas may hold one that is half typed.
    return true
  }
}

export default answer
