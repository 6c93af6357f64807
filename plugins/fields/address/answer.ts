import type { AnswerModule, ParseResult } from '@formwright/kit/answer'
import type { Problem } from '@formwright/kit/problem'
import { readable } from '@formwright/kit/text'
import { readText } from '@formwright/kit/typed_text'
import type { Settings } from './field.ts'
import { problemsIn } from './judge.ts'
import { letterLines } from './letter.ts'
import { countryNames } from './names.ts'
import { type Answer, type PartName, PARTS } from './parts.ts'

const LONGEST = 200

const answer: AnswerModule<Settings, Answer, Answer> = {
  fromForm: (entries, settings) =>
    Object.fromEntries(
      PARTS.flatMap((part) => {
        const entry = Object.hasOwn(entries, part) ? entries[part]?.[0] : undefined
        return typeof entry === 'string' && settings[part] !== 'off' ? [[part, entry]] : []
      }),
    ),
  toRaw: (given) => given,
  parse: (candidate, { askCountry, country }): ParseResult<Answer> => {
    if (candidate === undefined || candidate === null || candidate === '') return { problems: [] }
    const given = typeof candidate === 'string' ? jsonIn(candidate) : candidate
    if (typeof given !== 'object' || given === null || Array.isArray(given))
      return { problems: [{ code: 'format' }] }
    const read: Partial<Record<PartName, string>> = {}
    const problems: Problem[] = []
    for (const part of PARTS) {
      const { answer: text, problems: wrong } = readText(
        Object.hasOwn(given, part) ? Reflect.get(given, part) : '',
      )
      const tidy = text?.trim().replace(/\s+/g, ' ')
      problems.push(...wrong.map((problem) => ({ ...problem, part })))
      if (tidy) read[part] = part === 'country' || part === 'postcode' ? codeOf(tidy) : tidy
      if (tidy && tidy.length > LONGEST) problems.push({ code: 'max-length', part, params: { max: LONGEST } })
    }
    // Who does not touch the list of countries has chosen the one that stands there.
    if (country && !(askCountry && Object.hasOwn(given, 'country'))) read.country = country
    else if (read.country && !isCountry(read.country))
      problems.push({ code: 'option-unknown', part: 'country', params: { reason: 'country' } })
    if (Object.keys(given).some((name) => !PARTS.some((part) => part === name)))
      problems.push({ code: 'option-unknown' })
    // A country stands there before anybody wrote anything.
    const written = PARTS.slice(1).some((part) => read[part])
    return written ? { answer: read, problems } : { problems }
  },
  validate: (given, settings) => {
    const { askCountry, country, codes, home, least } = settings
    const problems: Problem[] = [
      ...problemsIn(given, given.country === country ? home : least),
      ...PARTS.filter((part) => settings[part] === 'off' && given[part] !== undefined).map(
        (part): Problem => ({ code: 'not-allowed', part, params: { reason: 'off' } }),
      ),
    ]
    if (askCountry && !given.country)
      return [{ code: 'required', part: 'country', params: { reason: 'country' } }, ...problems]
    return given.country && codes && !codes.split(' ').includes(given.country)
      ? [{ code: 'not-allowed', part: 'country', params: { reason: 'country' } }, ...problems]
      : problems
  },
  values: (given) => given,
  toText: (given, { orders }, part, locale) => {
    const { country } = given
    const name = country ? nameOf(country, locale) : ''
    // as data its code, which filters ask for; in a text of the form its name
    if (part === 'country' && locale) return name
    if (part !== undefined) return PARTS.map((one) => (one === part ? given[one] : '')).join('')
    return readable([...letterLines(given, orders), name].filter(Boolean), locale)
  },
}

/** In capitals, and in the digits and dashes of rules: keyboards of some countries write others. */
function codeOf(text: string): string {
  return text
    .replace(/[！-～]/g, (sign) => sign.normalize('NFKC'))
    .replace(/[٠-٩۰-۹]/g, (digit) => `${digit.charCodeAt(0) & 15}`)
    .replace(/[‐-―−ー]/g, '-')
    .toUpperCase()
}

function nameOf(country: string, locale = 'en'): string {
  try {
    return countryNames(locale).of(country) ?? country
  } catch {
    // what has not the form of a code has no name
    return country
  }
}

/** Whether the world has such a code. */
function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && nameOf(code) !== code
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export default answer
