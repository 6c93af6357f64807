import type { AnswerModule, ParseResult } from '@formwright/kit/answer'
import { readable } from '@formwright/kit/text'
import type { Settings } from './field.ts'
import { countryNames } from './names.ts'

const answer: AnswerModule<Settings, string, string> = {
  fromForm: (entries) => {
    const entry = entries['']?.[0]
    return typeof entry === 'string' ? entry : ''
  },
  toRaw: (number) => number,
  parse: (candidate, { national }): ParseResult<string> => {
    if (candidate === undefined || candidate === null) return { problems: [] }
    if (typeof candidate !== 'string') return { problems: [{ code: 'format' }] }
    const text = plain(candidate)
    if (text === '') return { problems: [] }
    const number = /^\+/.test(text) ? text : international(text, national)
    if (number === undefined) return { problems: [{ code: 'format', params: { reason: 'country' } }] }
    return /^\+[1-9]\d{6,14}$/.test(number)
      ? { answer: number, problems: [] }
      : { problems: [{ code: 'format' }] }
  },
  validate: (number, { callable }, { locale }) => {
    // none has no code, with which every number begins
    const allowed = callable.split(' ')
    if (allowed.some((one) => number.startsWith(`+${one.slice(2)}`))) return []
    const names = countryNames(locale)
    const countries = readable(
      allowed.map((one) => names.of(one.slice(0, 2)) ?? one),
      locale,
    )
    return [{ code: 'not-allowed', params: { reason: 'country', countries } }]
  },
  values: (number) => ({ '': number }),
  toText: (number) => number,
}

/** Digits, and a plus before the code of a country; whatever else was typed stays and makes it no number. */
function plain(text: string): string {
  return (
    text
      .replace(/[٠-٩۰-۹]/g, (digit) => `${digit.charCodeAt(0) & 15}`)
      // what people put between digits, and marks of the direction of writing
      .replace(/[\s()./\u2010-\u2015\u200e\u200f\u202a-\u202e\u2066-\u2069-]/g, '')
      .replace(/^(00|＋)/, '+')
  )
}

/** A number as it is dialled inside the country, without what is dialled before it there. */
function international(digits: string, national: string): string | undefined {
  const [code, trunk = '', most] = national.split(' ')
  if (!code) return undefined
  return `+${code}${digits.startsWith(trunk) && digits.length > Number(most) ? digits.slice(trunk.length) : digits}`
}

/** The countries that the setting of the same name has; none: all. */
export function countriesIn(callable: string): string[] {
  return callable === '' ? [] : callable.split(' ').map((one) => one.slice(0, 2))
}

export default answer
