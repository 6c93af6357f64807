import type { AnswerModule, FormEntries, ParseResult } from '@formwright/kit/answer'
import { shownMoment } from '@formwright/kit/day'
import type { Problem } from '@formwright/kit/problem'
import type { Settings } from './field.ts'
import { outside } from './limits.ts'
import { isMoment } from './moment.ts'

/** The first and the last; they may be one. */
export interface Range {
  from: string
  to: string
}
/** What the field asks for, in ISO: a day, a time, or both; or with `range` two of them. */
export type Answer = string | Range
/** What the controls hold: `''` where nothing whole stands yet, or what was typed and is none. */
export type Raw = string | Range

/** What begins and ends is said in other words of days. */
const OF_TIMES = { params: { reason: 'end' } }

const answer: AnswerModule<Settings, Answer, Raw> = {
  fromForm: (entries, { range }) =>
    range ? { from: entryIn(entries, 'from'), to: entryIn(entries, 'to') } : entryIn(entries, ''),
  toRaw: (given) => given,
  parse: (candidate, { range, asks }): ParseResult<Answer> => {
    if (candidate === undefined || candidate === null) return { problems: [] }
    if (range) return readRange(candidate, asks)
    if (typeof candidate !== 'string') return { problems: [formatOf(asks)] }
    const text = tidy(candidate)
    if (text === '') return { problems: [] }
    return isMoment(text, asks) ? { answer: text, problems: [] } : { problems: [formatOf(asks)] }
  },
  validate: (given, settings, context) => {
    if (typeof given === 'string') return outside(given, settings, context)
    const { from, to } = given
    const problems = [
      ...outside(from, settings, context).map((problem) => ({ ...problem, part: 'from' })),
      ...outside(to, settings, context).map((problem) => ({ ...problem, part: 'to' })),
    ]
    if (to >= from) return problems
    return [...problems, { code: 'range-order', part: 'to', ...(settings.asks !== 'date' && OF_TIMES) }]
  },
  values: (given) => (typeof given === 'string' ? { '': given } : { from: given.from, to: given.to }),
  toText: (given, { dateStyle, hours }, part, locale) => {
    const shown = (moment: string) => (locale ? shownMoment(moment, locale, dateStyle, hours) : moment)
    if (typeof given === 'string') return shown(given)
    if (part === 'from' || part === 'to') return shown(given[part])
    return `${shown(given.from)} – ${shown(given.to)}`
  },
}

function entryIn(entries: FormEntries, part: string): string {
  const entry = Object.hasOwn(entries, part) ? entries[part]?.[0] : undefined
  return typeof entry === 'string' ? entry : ''
}

/** Tables of others write a space between day and time; seconds that are none are not said. */
function tidy(text: string): string {
  return text
    .trim()
    .replace(/^(.{10}) (?=\d)/, '$1T')
    .replace(/(:\d\d):00$/, '$1')
}

/** Two of them as an object or its JSON, or as text with a dash or slash between them. */
function readRange(candidate: unknown, asks: Settings['asks']): ParseResult<Range> {
  const given = typeof candidate === 'string' ? fromText(candidate) : candidate
  if (typeof given !== 'object' || given === null) return { problems: [formatOf(asks)] }
  const { from = '', to = '' }: { from?: unknown; to?: unknown } = given
  if (typeof from !== 'string' || typeof to !== 'string') return { problems: [formatOf(asks)] }
  const [first, last] = [tidy(from), tidy(to)]
  if (first === '' && last === '') return { problems: [] }
  const problems = [...problemsOf('from', first, asks), ...problemsOf('to', last, asks)]
  return problems[0] ? { problems } : { answer: { from: first, to: last }, problems }
}

function fromText(text: string): unknown {
  const found = /^\s*([^\s/]+)\s*(?:\/|\s[-–]\s)\s*(\S+)\s*$/.exec(text)
  if (found) return { from: found[1], to: found[2] }
  try {
    return JSON.parse(text.trim() || '{}')
  } catch {
    return undefined
  }
}

/** Half a range is a problem of the half that is missing. */
function problemsOf(part: 'from' | 'to', moment: string, asks: Settings['asks']): Problem[] {
  if (moment === '') {
    const reason = asks === 'date' ? part : part === 'from' ? 'start' : 'end'
    return [{ code: 'required', part, params: { reason } }]
  }
  return isMoment(moment, asks) ? [] : [{ ...formatOf(asks), part }]
}

function formatOf(asks: Settings['asks']): Problem {
  return { code: 'format', ...(asks !== 'date' && { params: { reason: asks } }) }
}

export default answer
