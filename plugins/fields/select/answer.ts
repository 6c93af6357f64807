import type { AnswerModule, ParseResult } from '@formwright/kit/answer'
import { fold } from '@formwright/kit/fold'
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

/** More choices than options and answers of one's own can be: what comes behind them is not looked at. */
const MOST = 20_000

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
    const {
      multiple,
      minSelections = 0,
      maxSelections = Infinity,
      noneLabel,
      mostOwn,
      ownLength: max,
    } = settings
    const choices = listOf(given)
    const { length } = choices
    // of more it is said already that they are too many
    if (
      textsOf(choices)
        .slice(0, mostOwn)
        .some((text) => countCharacters(text, max + 1) > max)
    )
      return [{ code: 'max-length', part: 'other', params: { max } }]
    if (!multiple) return []
    if (choices.includes('none'))
      return length > 1 ? [{ code: 'exclusive', params: { option: noneLabel } }] : []
    if (length < minSelections) return [{ code: 'too-few', params: { min: minSelections } }]
    return length > maxSelections ? [{ code: 'too-many', params: { max: maxSelections } }] : []
  },
  values: (given) => ({ '': Array.isArray(given) ? idsOf(given) : idsOf([given])[0] }),
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
export const labelOf = (choice: Choice, settings: Settings): string =>
  typeof choice === 'string' ? (namesOf(settings)?.get(choice)?.label ?? choice) : choice.other

/** What can be chosen, by its names: both options and what is answered may be thousands. */
const known = new WeakMap<Settings, ReadonlyMap<string | undefined, Named>>()

/** What can be chosen. */
type Named = Pick<Settings['options'][number], 'id' | 'label' | 'value'>

/** By id, else by value, else by label, else as texts are compared; of several that are called the same the first. */
function namesOf(settings: Settings) {
  if (!known.has(settings)) {
    const all: Named[] = [...settings.options, { id: 'none', label: settings.noneLabel }].reverse()
    known.set(
      settings,
      new Map([
        ...all.map((one) => [keyOf({ other: one.label }), one] as const),
        ...all.map((one) => [one.label, one] as const),
        ...all.map((one) => [one.value, one] as const),
        ...all.map((one) => [one.id, one] as const),
      ]),
    )
  }
  return known.get(settings)
}

/** What two choices that count as the same have in common. No id, value or label begins with a blank. */
const keyOf = (choice: Choice = ''): string =>
  typeof choice === 'string' ? choice : ` ${fold(choice.other)}`

/** The choices meant, undefined for each that is none. */
function readChoices(candidate: unknown, settings: Settings): (Choice | undefined)[] {
  const given = candidate ?? []
  if (typeof given !== 'object') return readCell(`${given}`, settings)
  if (Array.isArray(given))
    return given.flatMap((item) =>
      typeof item === 'object' ? readOwn(item, settings) : readOne(`${item}`, settings),
    )
  if (!('options' in given)) return readOwn(given, settings)
  // each once: a text that is long would be read as often
  if (Array.isArray(given.options))
    return [...new Set(given.options)].flatMap((id) =>
      id === 'other' ? readOwn(given, settings) : named(id, settings) === id ? id : undefined,
    )
  return [undefined]
}

/**
 * What is written at "Other": where there may be several texts, each line that says something. What is called as an option
 * is, is that option.
 */
function readOwn(candidate: unknown, settings: Settings): (Choice | undefined)[] {
  const { answer: text = '', problems } = readText(Object(candidate).other)
  if (!settings.other || problems.length > 0) return [undefined]
  const lines =
    text && settings.multiple && settings.mostOwn > 1
      ? text.split('\n', MOST).filter((line) => line.trim())
      : [text]
  return lines.map((line) => (line && named(keyOf({ other: line }), settings)) || { other: line })
}

/** A cell or parameter: one choice, or several with commas between, quoted where they hold commas themselves. */
function readCell(text: string, settings: Settings): (Choice | undefined)[] {
  const isOne = !settings.multiple || named(text, settings)
  return (isOne ? [text] : splitCell(text)).flatMap((part) => (part.trim() ? readOne(part, settings) : []))
}

function readOne(text: string, settings: Settings): (Choice | undefined)[] {
  const id = named(text, settings)
  return id || text === 'other' ? [id] : readOwn({ other: text }, settings)
}

/** The option, or None, that is called so. */
function named(name: string, settings: Settings): string | undefined {
  const id = namesOf(settings)?.get(name)?.id
  return id === 'none' && !settings.none ? undefined : id
}

/** Each once, in the order of the options, then what is of one's own, then None. */
function inOrder(choices: (Choice | undefined)[], { options }: Settings): Choice[] {
  const chosen = new Map(choices.map((choice) => [keyOf(choice), choice]))
  const keys = [...chosen.keys()]
  // one of thousands is not looked for
  const ordered = keys[1]
    ? [...options.map(({ id }) => id), ...keys.filter((key) => key[0] === ' '), 'none']
    : keys
  return ordered.flatMap((key) => chosen.get(key) ?? [])
}

function splitCell(text: string): string[] {
  const parts: string[] = []
  for (const [, quoted, plain = ''] of text.matchAll(/\s*"((?:[^"]|"")*)"\s*(?=,|$)|([^,]+)/g))
    if (parts.push(quoted?.replaceAll('""', '"') ?? plain.trim()) > MOST) break
  return parts
}

export default answer
