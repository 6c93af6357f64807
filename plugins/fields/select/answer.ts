import type { AnswerModule, ParseResult } from '@formwright/kit/answer'
import type { Problem } from '@formwright/kit/problem'
import type { Settings } from './field.ts'

/** One choice: the id of an option, or what was written at "Other". */
export type Choice = string | { other: string }
/** One choice, or with `multiple` the choices in the order of the options. */
export type Answer = Choice | Choice[]
/** What the controls hold: ids that are ticked, and the text at "Other" even while that is not ticked. */
export interface Raw {
  options: string[]
  other: string
  /** texts at "Other" that a post had besides: no control makes them, and there is no place for them */
  others?: string[]
}

/** What a radio without a script stands for when the choice is taken back; no option can be called so. */
export const CLEAR = '-'

/** What a box without a script stands for that ticks every option of the list. */
export const ALL = '*'

const answer: AnswerModule<Settings, Answer, Raw> = {
  fromForm: (entries, { multiple, all, options: known }) => {
    const options = (entries[''] ?? [])
      .filter((entry) => typeof entry === 'string' && entry !== '')
      .flatMap((entry) => (multiple && all && entry === ALL ? known.map(({ id }) => id) : String(entry)))
    if (!multiple && options.includes(CLEAR)) return { options: [], other: '' }
    const [other = '', ...others] = (entries.other ?? []).filter((text) => typeof text === 'string')
    // Without JavaScript nothing ticks "Other" for a person who only writes there.
    const ticked = options.length === 0 && other.trim() !== '' ? ['other'] : options
    return others.length > 0 ? { options: ticked, other, others } : { options: ticked, other }
  },
  toRaw: (given) => {
    const choices = listOf(given)
    return { options: choices.map(idOf), other: choices.map(otherOf).join('') }
  },
  parse: (candidate, settings): ParseResult<Answer> => {
    const choices = readChoices(candidate, settings)
    if (!choices) return { problems: [{ code: 'format' }] }
    const problems: Problem[] = []
    if (choices.includes(undefined)) problems.push({ code: 'option-unknown' })
    const known = inOrder(
      choices.filter((choice) => choice !== undefined),
      settings,
    )
    const texts = known.filter((choice) => typeof choice !== 'string').map(otherOf)
    if (texts.some((text) => text.trim() === ''))
      problems.push({ code: 'required', part: 'other', params: { reason: 'other' } })
    if (texts.some((text) => /\0|\p{Surrogate}/u.test(text)))
      return { problems: [{ code: 'format', part: 'other' }] }
    // Which of two is meant, nobody knows: neither is dropped for the other.
    if (choices.some((choice) => isOther(choice) && otherOf(choice) !== texts[0]))
      problems.push({ code: 'duplicate', part: 'other', params: { reason: 'other' } })
    const [first] = known
    if (first === undefined) return { problems }
    if (settings.multiple) return { answer: known, problems }
    if (known.length > 1) problems.push({ code: 'too-many', params: { max: 1 } })
    return { answer: first, problems }
  },
  validate: (given, settings) => {
    const { multiple, minSelections, maxSelections } = settings
    const ids = listOf(given).map(idOf)
    if (!multiple) return []
    if (ids.includes('none'))
      return ids.length > 1 ? [{ code: 'exclusive', params: { option: settings.noneLabel } }] : []
    if (minSelections !== undefined && ids.length < minSelections) {
      return [{ code: 'too-few', params: { min: minSelections } }]
    }
    if (maxSelections !== undefined && ids.length > maxSelections) {
      return [{ code: 'too-many', params: { max: maxSelections } }]
    }
    return []
  },
  values: (given) => ({ '': Array.isArray(given) ? given.map(idOf) : idOf(given) }),
  toText: (given, settings) =>
    Array.isArray(given) ? given.map((choice) => labelOf(choice, settings)) : labelOf(given, settings),
}

const listOf = (given: Answer): Choice[] => (Array.isArray(given) ? given : [given])
const idOf = (choice: Choice): string => (typeof choice === 'string' ? choice : 'other')
const isOther = (choice: Choice | undefined): choice is { other: string } => typeof choice === 'object'
const otherOf = (choice: Choice): string => (typeof choice === 'string' ? '' : choice.other)

/** What a choice is called. */
export function labelOf(choice: Choice, { options, noneLabel }: Settings): string {
  if (typeof choice !== 'string') return choice.other
  if (choice === 'none') return noneLabel
  return options.find(({ id }) => id === choice)?.label ?? choice
}

/** The choices meant, undefined for each that is none; undefined altogether for what cannot hold choices. */
function readChoices(candidate: unknown, settings: Settings): (Choice | undefined)[] | undefined {
  if (candidate === undefined || candidate === null) return []
  if (typeof candidate !== 'object') return readText(String(candidate), settings)
  if (Array.isArray(candidate)) {
    return candidate.map((item) => {
      return typeof item === 'object' ? readOther(item, settings) : readOne(String(item), settings)
    })
  }
  if (!('options' in candidate)) return [readOther(candidate, settings)]
  const { options } = candidate
  const other = 'other' in candidate && typeof candidate.other === 'string' ? candidate.other : ''
  if (!Array.isArray(options)) return undefined
  const others = 'others' in candidate && Array.isArray(candidate.others) ? candidate.others.map(textOf) : []
  return options.flatMap((id): (Choice | undefined)[] => {
    if (id === 'other')
      return [other, ...others].map((text) => (settings.other ? { other: tidy(text) } : undefined))
    return [typeof id === 'string' ? optionWithId(id, settings) : undefined]
  })
}

function readOther(candidate: unknown, settings: Settings): Choice | undefined {
  if (typeof candidate !== 'object' || candidate === null || !('other' in candidate)) return undefined
  return settings.other && typeof candidate.other === 'string' ? { other: tidy(candidate.other) } : undefined
}

/** A cell or parameter: one choice, or several with commas between, quoted where they hold commas themselves. */
function readText(text: string, settings: Settings): (Choice | undefined)[] {
  if (text.trim() === '') return []
  const whole = optionNamed(text, settings)
  if (whole !== undefined) return [whole]
  if (!settings.multiple) return [readOne(text, settings)]
  return splitCell(text).map((part) => readOne(part, settings))
}

function readOne(text: string, settings: Settings): Choice | undefined {
  return (
    optionNamed(text, settings) ?? (settings.other && text !== 'other' ? { other: tidy(text) } : undefined)
  )
}

function optionWithId(id: string, { options, none }: Settings): string | undefined {
  if (id === 'none') return none ? id : undefined
  return options.some((option) => option.id === id) ? id : undefined
}

/** By id, else by value, else by exact label. */
function optionNamed(text: string, settings: Settings): string | undefined {
  const { options, none, noneLabel } = settings
  const named = options.find(({ value }) => value === text) ?? options.find(({ label }) => label === text)
  return optionWithId(text, settings) ?? named?.id ?? (none && text === noneLabel ? 'none' : undefined)
}

/** Each once, in the order of the options, then Other, then None. */
function inOrder(choices: Choice[], { options }: Settings): Choice[] {
  const first = new Map<string, Choice>()
  for (const choice of choices) if (!first.has(idOf(choice))) first.set(idOf(choice), choice)
  return [...options.map(({ id }) => id), 'other', 'none'].flatMap((id) => first.get(id) ?? [])
}

const textOf = (text: unknown): string => (typeof text === 'string' ? text : '')
const tidy = (text: string): string => text.replace(/\r\n/g, '\n')

function splitCell(text: string): string[] {
  const parts = text.match(/\s*(?:"(?:[^"]|"")*"\s*(?=,|$)|[^,]*)(?:,|$)/g) ?? []
  return parts
    .map((part) => part.replace(/,$/, '').trim())
    .filter((part) => part !== '')
    .map((part) => (/^".*"$/s.test(part) ? part.slice(1, -1).replaceAll('""', '"') : part))
}

export default answer
