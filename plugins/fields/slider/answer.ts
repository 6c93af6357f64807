import type { AnswerModule, FormEntries, ParseResult } from '@formwright/kit/answer'
import { inLocale } from '@formwright/kit/decimal'
import type { Problem } from '@formwright/kit/problem'
import { readStepped, type SteppedRaw, stepped } from '@formwright/kit/stepped'
import type { Settings } from './field.ts'

/** From where to where; it may be one number. */
export interface Range {
  from: number
  to: number
}
/** A number, or with two handles a range. */
export type Answer = number | Range
/** What the inputs hold: `''` where nothing stands yet. */
export type Raw = SteppedRaw | Readonly<Record<keyof Range, SteppedRaw>>

/** Which number: the only one, or one end of a range. */
export type End = '' | keyof Range

const ENDS = ['from', 'to'] as const

/** The numbers that are asked for. */
export function endsOf({ range }: Pick<Settings, 'range'>): readonly End[] {
  return range ? ENDS : ['']
}

/** What stands in one of the inputs. */
export function standsIn(raw: Raw | undefined, end: End): SteppedRaw {
  if (typeof raw === 'object') return end ? raw[end] : ''
  return end ? '' : (raw ?? '')
}

const answer: AnswerModule<Settings, Answer, Raw> = {
  fromForm: (entries, { range }) =>
    range ? { from: entryIn(entries, 'from'), to: entryIn(entries, 'to') } : entryIn(entries, ''),
  toRaw: (given) => given,
  parse: (candidate, { range }): ParseResult<Answer> =>
    range ? readRange(candidate) : readStepped(candidate),
  validate: (given, settings) => {
    if (typeof given === 'number') return judge(given, settings)
    const problems = ENDS.flatMap((part) =>
      judge(given[part], settings).map((problem): Problem => ({ ...problem, part })),
    )
    return given.to < given.from ? [...problems, { code: 'range-order', part: 'to' }] : problems
  },
  values: (given) => (typeof given === 'number' ? { '': given } : { ...given }),
  toText: (given, { unit }, part, locale) => {
    const ends =
      typeof given === 'number'
        ? [given]
        : ENDS.filter((end) => !part || end === part).map((end) => given[end])
    return withUnit(ends.map((end) => inLocale(`${end}`, locale, true)).join(' – '), unit)
  },
}

function judge(number: number, { min, max, step }: Settings): Problem[] {
  if (number < min) return [{ code: 'min', params: { min } }]
  if (number > max) return [{ code: 'max', params: { max } }]
  const nearest = stepped({ min, step }, Math.round((number - min) / step))
  return nearest === number ? [] : [{ code: 'step', params: { step, from: min } }]
}

/** A number with its unit behind it: signs close by, words apart. */
export function withUnit(number: string, unit: string): string {
  return unit.trim() === '' || /^[%°'"′″]/.test(unit) ? number + unit : `${number}\u00a0${unit}`
}

function entryIn(entries: FormEntries, part: string): string {
  const entry = Object.hasOwn(entries, part) ? entries[part]?.[0] : undefined
  return typeof entry === 'string' ? entry : ''
}

/** Two numbers as an object, or as its JSON. */
function readRange(candidate: unknown): ParseResult<Range> {
  const given = typeof candidate === 'string' ? jsonIn(candidate) : (candidate ?? {})
  if (typeof given !== 'object' || given === null || Object.keys(given).some((name) => !isEnd(name)))
    return { problems: [{ code: 'format' }] }
  const [from, to] = ENDS.map((part) => readStepped(Reflect.get(given, part)))
  const wrong = ENDS.filter((_, index) => [from, to][index].problems.length > 0)
  if (wrong.length > 0) return { problems: wrong.map((part) => ({ code: 'format', part })) }
  if (from.answer !== undefined && to.answer !== undefined)
    return { answer: { from: from.answer, to: to.answer }, problems: [] }
  if (from.answer === to.answer) return { problems: [] }
  // half a range is a problem of the half that is missing
  const part = from.answer === undefined ? 'from' : 'to'
  return { problems: [{ code: 'required', part, params: { reason: part } }] }
}

function isEnd(name: string): boolean {
  return name === 'from' || name === 'to'
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.trim() || '{}')
  } catch {
    return undefined
  }
}

export default answer
