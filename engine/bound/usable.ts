import type { Claim } from '@formwright/kit/answer'
import type { BlockText } from '@formwright/kit/block_text'
import type {
  FieldFormula,
  FileLimits,
  Limit,
  Offered,
  Part,
  Permissions,
  SettingsProblem,
} from '@formwright/kit/field'
import type { Repeat } from '@formwright/kit/layout'
import type { Problem } from '@formwright/kit/problem'
import type { PartSummary, Summary } from '@formwright/kit/summary'
import { operatorsOf } from '@formwright/kit/value'
import { isListOf, isPromise } from '../faults.ts'

// Whether what members of a definition answered can be used as what their types say. A plugin may be a package that was
// compiled elsewhere: its types are nobody's promise.

const record = (given: unknown): Record<string, unknown> => Object(given)
const isText = (given: unknown): given is string => typeof given === 'string'
const isFlag = (given: unknown): boolean => given === undefined || typeof given === 'boolean'
/** So much an integer of the database counts. */
const MOST_COUNTED = 2 ** 31 - 1
const isCount = (given: unknown): boolean =>
  typeof given === 'number' && Number.isInteger(given) && given >= 0 && given <= MOST_COUNTED

/** What may be absent is, or fits. */
export const orNothing =
  <T>(fits: (given: T) => boolean) =>
  (given: T | undefined): boolean =>
    given === undefined || fits(given)

export const usableWay = (given: string): boolean => given === 'mail'

export const usableBoolean = (given: boolean): boolean => typeof given === 'boolean'

/** Longest pattern, address and the like. */
const LONGEST_LINE = 100_000

export const usableText = (given: string): boolean => isText(given) && given.length <= LONGEST_LINE

export const usableLabelling = (given: string): boolean => ['control', 'group', 'none'].includes(given)

/** Most options of a part, and of all parts together: more than the longest dropdown and the largest table have. */
const MOST_OPTIONS = { each: 20_000, all: 1_000_000 }

const usableOption = (given: unknown): boolean => {
  const { id, label, value = 0 } = record(given)
  return isText(id) && isText(label) && Number.isFinite(value)
}

/** A part whose id, type and comparisons can be read. */
export const usablePart = (given: Part): boolean => {
  const { id, label = '', type, operators, options = [], column, at = [] } = record(given)
  return (
    [id, label, type].every(isText) &&
    Object.hasOwn(operatorsOf, String(type)) &&
    isListOf(operators, isText) &&
    isListOf(options, usableOption) &&
    isFlag(column) &&
    Object(options).length <= MOST_OPTIONS.each &&
    isListOf(at, isText)
  )
}

/** Filters and charts list the options of every part. */
export const fewOptions = (parts: readonly Part[]): boolean =>
  parts.reduce((sum, { options = [] }) => sum + options.length, 0) <= MOST_OPTIONS.all

export const usableBlockText = (given: BlockText): boolean => {
  const { path, kind, piping, names } = record(given)
  return isText(path) && isText(kind) && isFlag(piping) && isFlag(names)
}

export const usableFormula = (given: FieldFormula): boolean =>
  isText(record(given).expression) && isText(record(given).path) && isText(record(given).type)

export const usableFiles = (given: FileLimits): boolean => {
  const { maxCount, maxBytes, accept } = record(given)
  return typeof maxCount === 'number' && typeof maxBytes === 'number' && isListOf(accept, isText)
}

/** Longest name of what is claimed: an index of the database has them. */
const LONGEST_KEY = 500
const isKey = (given: unknown): boolean => isText(given) && given.length <= LONGEST_KEY && isStorable(given)

export const usableLimit = (given: Limit): boolean => {
  const { value, limit, problem } = record(given)
  return isKey(value) && isCount(limit) && usableProblems([Object(problem)])
}

export const usableClaim = (given: Claim): boolean => {
  const { key, limit, problem } = record(given)
  return isKey(key) && isCount(limit) && (problem === undefined || usableProblems([Object(problem)]))
}

/** Longest sentence, or way into the settings, that a check tells. */
const LONGEST_SENTENCE = 10_000

export const usableProblem = (given: SettingsProblem): boolean => {
  const { severity, code, path, message } = record(given)
  const told = [code, path, message].every((one) => isText(one) && one.length <= LONGEST_SENTENCE)
  return told && (severity === 'error' || severity === 'warning')
}

export const usableSettings = (given: object): boolean => isRecord(given) && usableJson(given)

const isRecord = (given: unknown): boolean =>
  typeof given === 'object' && given !== null && !Array.isArray(given)

export const usableSummary = (given: Summary): boolean =>
  ['start', 'add', 'merge', 'finish'].every((name) => typeof record(given)[name] === 'function')

/** What many answers say of a part: numbers, by names. */
export const usablePartSummary = (given: PartSummary): boolean => {
  const { part, answered, counts = {}, figures = {}, numbers, range } = record(given)
  const { min, max, mean } = record(numbers)
  const named = [counts, figures].flatMap((one) => Object.values(record(one)))
  const said = [answered, ...named, ...(numbers === undefined ? [] : [min, max, mean])]
  const ends = range === undefined ? [] : [record(range).first, record(range).last]
  return [part, ...ends].every(isText) && said.every((one) => typeof one === 'number') && usableJson(given)
}

/** So much a page of summaries can show of one question, in characters of JSON, about. */
const LONGEST_SUMMARY = 2_000_000

/** All parts together are no more than a page can show. */
export const shortSummary = (parts: readonly PartSummary[]): boolean =>
  usableJson(parts, { things: MOST_THINGS, letters: LONGEST_SUMMARY })

export const usableOffered = (given: Offered): boolean => {
  const { of, list, by, besides } = record(given)
  return [of, list, by].every(isText) && typeof besides === 'boolean'
}

export const usableListed = (given: { list: string; text: string }): boolean =>
  isText(record(given).list) && isText(record(given).text)

export const usableRepeat = (given: Repeat): boolean => {
  const { min, max } = record(given)
  return Number.isInteger(min) && Number.isInteger(max)
}

/** Sources and origins end up in a header: words that end nothing in it, and no more than proxies take. */
const WORD = /^[!-+\--:<-~]+$/
const MOST_OF_HEADER = { things: 500, letters: 8_000 }

/** Lists of sources by directive, or of origins by feature. */
export const usableSources = (given: Readonly<Record<string, readonly string[]>> | Permissions): boolean =>
  isRecord(given) &&
  usableJson(given, MOST_OF_HEADER) &&
  Object.entries(given).every(
    ([name, list]) => /^[a-z-]+$/.test(name) && isListOf(list, (word) => isText(word) && WORD.test(word)),
  )

/** Text that an answer can be told in: longer than whatever a response may hold is a mistake. */
const LONGEST_TEXT = 4_000_000

/** What a person reads: texts that a database keeps, without NUL and halves of characters. */
export const usableWords = (given: string | readonly string[]): boolean => {
  if (typeof given === 'string') return given.length <= LONGEST_TEXT && isStorable(given)
  return isListOf(given, isText) && lengthOf(given) <= LONGEST_TEXT && given.every(isStorable)
}

const isStorable = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text)

function lengthOf(words: readonly string[]): number {
  return words.reduce((sum, { length }) => sum + length, 0)
}

/** Problems of one answer: no more than a page can show. */
const MOST_OF_PROBLEMS = { things: 100_000, letters: 1_000_000 }

export const usableProblems = (given: readonly Problem[]): boolean =>
  usableJson(given, MOST_OF_PROBLEMS) &&
  isListOf(given, (problem) => {
    const { code, part, params } = record(problem)
    return (
      isText(code) && [part, params].every((one, index) => one === undefined || typeof one === KINDS[index])
    )
  })

const KINDS = ['string', 'object'] as const

/** As deep as JSON of an answer may be, and so many things in it. */
const DEEPEST = 100
const MOST_THINGS = 1_000_000
const MOST_OF_ANSWER = { things: MOST_THINGS, letters: LONGEST_TEXT }

/**
 * Whether JSON can say it as it is, and it is not too big: for an answer, if not said otherwise. What is undefined is left
 * out; a number that is none, a day, a map would be stored as something else.
 */
export const usableJson = (given: unknown, { things, letters } = MOST_OF_ANSWER): boolean =>
  typeof given === 'string' ? given.length <= letters : takesIn({ things, letters }, given, 0)

/** Whether there is room for a value, and takes that away. An export asks for each cell: plain loops, nothing made anew. */
function takesIn(room: { things: number; letters: number }, value: unknown, depth: number): boolean {
  room.things -= 1
  if (room.things < 0 || depth > DEEPEST) return false
  if (typeof value === 'string') return takesInText(room, value)
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null)
    return value === undefined || value === null || typeof value === 'boolean'
  if (isPromise(value)) return false
  if (Array.isArray(value)) {
    for (const inner of value) if (inner === undefined || !takesIn(room, inner, depth + 1)) return false
    return true
  }
  const made = Object.getPrototypeOf(value)
  if (made !== Object.prototype && made !== null) return false
  for (const name of Object.keys(value))
    if (!takesInText(room, name) || !takesIn(room, Reflect.get(value, name), depth + 1)) return false
  return true
}

function takesInText(room: { letters: number }, text: string): boolean {
  room.letters -= text.length
  return room.letters >= 0
}
