import type { AnswerModule, ParseResult } from '@formwright/kit/answer'
import type { Problem } from '@formwright/kit/problem'
import { countCharacters, readText } from '@formwright/kit/typed_text'
import type { Settings } from './field.ts'

/** One choice: the id of an option, or what was written at "Other". */
export type Choice = string | { other: string }
/** One choice, or with `multiple` the choices in the order of the options. */
export type Answer = Choice | Choice[]
/**
 * What the controls hold: ids that are ticked, and what is written at "Other" even while that is not ticked: of several
 * texts each on a line of its own.
 */
export interface Raw {
  options: string[]
  other: string
}

export const NOTHING: Raw = { options: [], other: '' }

/** What a radio without a script stands for when the choice is taken back; no option can be called so. */
export const CLEAR = '-'

const answer: AnswerModule<Settings, Answer, Raw> = {
  fromForm: (entries, { multiple }) => {
    const texts = (part: string) => (entries[part] ?? []).filter((text) => typeof text === 'string')
    // a box may stand for several, with commas between; no option can be called so
    const options = texts('').join().split(',').filter(Boolean)
    if (!multiple && options.includes(CLEAR)) return NOTHING
    const other = texts('other').join('\n')
    // Without JavaScript nothing ticks "Other" for a person who only writes there, nor unticks what it excludes.
    if (other.trim() && !options.includes('other')) options.push('other')
    return { options, other }
  },
  toRaw: (given) => {
    const choices = listOf(given)
    return { options: idsOf(choices), other: textsOf(choices).join('\n') }
  },
  parse: (candidate, settings): ParseResult<Answer> => {
    const choices = readChoices(candidate, settings)
    if (!choices) return { problems: [{ code: 'format' }] }
    const problems: Problem[] = []
    if (choices.includes(undefined)) problems.push({ code: 'option-unknown' })
    const known = inOrder(choices, settings)
    const own = textsOf(known)
    const { multiple, mostOwn: max } = settings
    if (own.includes('')) problems.push({ code: 'required', part: 'other', params: { reason: 'other' } })
    if (multiple && own.length > max)
      problems.push({ code: 'too-many', part: 'other', params: { max, reason: 'other' } })
    const [first] = known
    if (first === undefined) return { problems }
    if (multiple) return { answer: known, problems }
    if (known.length > 1)
      problems.push(
        own[0]
          ? { code: 'too-many', part: 'other', params: { max: 1, reason: 'both' } }
          : { code: 'too-many', params: { max: 1 } },
      )
    return { answer: first, problems }
  },
  validate: (given, settings) => {
    const { multiple, minSelections = 0, maxSelections = Infinity, noneLabel, ownLength: max } = settings
    const choices = listOf(given)
    const { length } = choices
    if (textsOf(choices).some((text) => countCharacters(text, max + 1) > max))
      return [{ code: 'max-length', part: 'other', params: { max } }]
    if (!multiple) return []
    if (choices.includes('none'))
      return length > 1 ? [{ code: 'exclusive', params: { option: noneLabel } }] : []
    if (length < minSelections) return [{ code: 'too-few', params: { min: minSelections } }]
    return length > maxSelections ? [{ code: 'too-many', params: { max: maxSelections } }] : []
  },
  values: (given) => {
    const ids = idsOf(listOf(given))
    return { '': Array.isArray(given) ? ids : ids[0] }
  },
  toText: (given, settings) =>
    Array.isArray(given) ? given.map((choice) => labelOf(choice, settings)) : labelOf(given, settings),
}

const listOf = (given: Answer): Choice[] => (Array.isArray(given) ? given : [given])
const idsOf = (choices: Choice[]): string[] => [
  ...new Set(choices.map((choice) => (typeof choice === 'string' ? choice : 'other'))),
]
const textsOf = (choices: Choice[]): string[] =>
  choices.flatMap((choice) => (typeof choice === 'string' ? [] : choice.other))

/** What a choice is called. */
export function labelOf(choice: Choice, { options, noneLabel }: Settings): string {
  if (typeof choice !== 'string') return choice.other
  if (choice === 'none') return noneLabel
  return options.find(({ id }) => id === choice)?.label ?? choice
}

/** A text as it is compared (docs/semantics.md: Text). */
const folded = (text: string): string =>
  text.trim().normalize('NFC').toLowerCase().replace(/ς/g, 'σ').replace(/ß/g, 'ss').normalize('NFC')

/** The choices meant, undefined for each that is none; undefined altogether for what cannot hold choices. */
function readChoices(candidate: unknown, settings: Settings): (Choice | undefined)[] | undefined {
  if (candidate === undefined || candidate === null) return []
  if (typeof candidate !== 'object') return readCell(`${candidate}`, settings)
  if (Array.isArray(candidate)) {
    return candidate.flatMap((item) => {
      return typeof item === 'object' ? readOwn(item, settings) : readOne(`${item}`, settings)
    })
  }
  if (!('options' in candidate)) return readOwn(candidate, settings)
  const { options } = candidate
  if (!Array.isArray(options)) return undefined
  return options.flatMap((id) => (id === 'other' ? readOwn(candidate, settings) : optionWithId(id, settings)))
}

/**
 * What is written at "Other": where there may be several texts, each line that says something. What is called as an option
 * is, is that option.
 */
function readOwn(
  candidate: unknown,
  { options, multiple, mostOwn, other }: Settings,
): (Choice | undefined)[] {
  const { answer: text = '', problems } = readText(Object(candidate).other)
  if (!other || problems.length > 0) return [undefined]
  const lines = text && multiple && mostOwn > 1 ? text.split('\n').filter((line) => line.trim()) : [text]
  return lines.map((line) => {
    const alike = folded(line)
    return options.find(({ label }) => alike && folded(label) === alike)?.id ?? { other: line }
  })
}

/** A cell or parameter: one choice, or several with commas between, quoted where they hold commas themselves. */
function readCell(text: string, settings: Settings): (Choice | undefined)[] {
  if (text.trim() === '') return []
  if (!settings.multiple || optionNamed(text, settings) !== undefined) return readOne(text, settings)
  return splitCell(text).flatMap((part) => readOne(part, settings))
}

function readOne(text: string, settings: Settings): (Choice | undefined)[] {
  const named = optionNamed(text, settings)
  return named === undefined && text !== 'other' ? readOwn({ other: text }, settings) : [named]
}

function optionWithId(id: unknown, { options, none }: Settings): string | undefined {
  if (id === 'none') return none ? id : undefined
  return options.find((option) => option.id === id)?.id
}

/** By id, else by value, else by exact label. */
function optionNamed(text: string, settings: Settings): string | undefined {
  const { options, none, noneLabel } = settings
  const named = options.find(({ value }) => value === text) ?? options.find(({ label }) => label === text)
  return optionWithId(text, settings) ?? named?.id ?? (none && text === noneLabel ? 'none' : undefined)
}

/** Each once, in the order of the options, then what is of one's own, then None. */
function inOrder(choices: (Choice | undefined)[], { options }: Settings): Choice[] {
  // no id begins with a blank
  const keyOf = (choice: Choice = '') => (typeof choice === 'string' ? choice : ` ${folded(choice.other)}`)
  const chosen = new Map(choices.map((choice) => [keyOf(choice), choice]))
  const own = [...chosen.keys()].filter((key) => key.startsWith(' '))
  return [...options.map(({ id }) => id), ...own, 'none'].flatMap((key) => chosen.get(key) ?? [])
}

function splitCell(text: string): string[] {
  const parts = text.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))(?:,|$)/g)
  return [...parts]
    .map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain.trim())
    .filter(Boolean)
}

export default answer
