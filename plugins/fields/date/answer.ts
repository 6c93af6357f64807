import type { AnswerModule, FormEntries, ParseResult } from '@formwright/kit/answer'
import type { Problem } from '@formwright/kit/problem'
import { isDay, shownDay } from './day.ts'
import type { Settings } from './field.ts'

/** The first and the last day; they may be one. */
export interface Range {
  from: string
  to: string
}
/** An ISO day, or with `range` two of them. */
export type Answer = string | Range
/** What the controls hold: `''` where no whole date stands yet. */
export type Raw = string | Range

const answer: AnswerModule<Settings, Answer, Raw> = {
  fromForm: (entries, { range }) =>
    range ? { from: entryIn(entries, 'from'), to: entryIn(entries, 'to') } : entryIn(entries, ''),
  toRaw: (given) => given,
  parse: (candidate, { range }): ParseResult<Answer> => {
    if (candidate === undefined || candidate === null) return { problems: [] }
    if (range) return readRange(candidate)
    if (typeof candidate !== 'string') return { problems: [{ code: 'format' }] }
    const text = candidate.trim()
    if (text === '') return { problems: [] }
    return isDay(text) ? { answer: text, problems: [] } : { problems: [{ code: 'format' }] }
  },
  validate: (given, settings, { locale }) => {
    if (typeof given === 'string') return outside(given, settings, locale)
    const { from, to } = given
    const problems = [
      ...outside(from, settings, locale).map((problem) => ({ ...problem, part: 'from' })),
      ...outside(to, settings, locale).map((problem) => ({ ...problem, part: 'to' })),
    ]
    return to < from ? [...problems, { code: 'range-order', part: 'to' }] : problems
  },
  values: (given) => (typeof given === 'string' ? { '': given } : { from: given.from, to: given.to }),
  toText: (given, _, part) => {
    if (typeof given === 'string') return given
    if (part === 'from' || part === 'to') return given[part]
    return `${given.from} – ${given.to}`
  },
}

function entryIn(entries: FormEntries, part: string): string {
  const entry = Object.hasOwn(entries, part) ? entries[part]?.[0] : undefined
  return typeof entry === 'string' ? entry : ''
}

/** Two days as an object, or as text with a dash or slash between them. */
function readRange(candidate: unknown): ParseResult<Range> {
  const given = typeof candidate === 'string' ? fromText(candidate) : candidate
  if (typeof given !== 'object' || given === null) return { problems: [{ code: 'format' }] }
  const from = 'from' in given ? given.from : ''
  const to = 'to' in given ? given.to : ''
  if (typeof from !== 'string' || typeof to !== 'string') return { problems: [{ code: 'format' }] }
  const [first, last] = [from.trim(), to.trim()]
  if (first === '' && last === '') return { problems: [] }
  const problems = [...problemsOf('from', first), ...problemsOf('to', last)]
  return problems.length > 0 ? { problems } : { answer: { from: first, to: last }, problems }
}

function fromText(text: string): Range | undefined {
  if (text.trim() === '') return { from: '', to: '' }
  const [, from, to] = /^\s*(\S+?)\s*(?:\/|\s[-–]\s)\s*(\S+)\s*$/.exec(text) ?? []
  return from === undefined || to === undefined ? undefined : { from, to }
}

/** Half a range is a problem of the half that is missing. */
function problemsOf(part: 'from' | 'to', day: string): Problem[] {
  if (day === '') return [{ code: 'required', part, params: { reason: part } }]
  return isDay(day) ? [] : [{ code: 'format', part }]
}

function outside(day: string, { min, max }: Settings, locale: string): Problem[] {
  if (min !== undefined && day < min)
    return [{ code: 'min', params: { min, reason: 'day', day: shownDay(min, locale) } }]
  if (max !== undefined && day > max)
    return [{ code: 'max', params: { max, reason: 'day', day: shownDay(max, locale) } }]
  return []
}

export default answer
