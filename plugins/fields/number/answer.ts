import type { AnswerModule, ParseResult } from '@formwright/kit/answer'
import { affixesOf, decimal, localized } from '@formwright/kit/decimal'
import type { Problem } from '@formwright/kit/problem'
import { decimalsOf, isMultiple, readDecimal } from './decimal.ts'
import type { Settings } from './field.ts'
import { decimalMeant, readTyped } from './typed.ts'

/** What the control holds: what was typed, or a number that nobody has typed yet. */
export type Raw = string | number

const NO_NUMBER: Problem = { code: 'format' }

const answer: AnswerModule<Settings, number, Raw> = {
  fromForm: (entries) => {
    const entry = entries['']?.[0]
    return typeof entry === 'string' ? entry : ''
  },
  toRaw: (number) => number,
  parse: (candidate, settings, { locale, source }): ParseResult<number> => {
    if (candidate === undefined || candidate === null) return { problems: [] }
    if (typeof candidate === 'number') return parsed(String(candidate))
    if (typeof candidate !== 'string') return { problems: [NO_NUMBER] }
    const text = withoutAffixes(candidate, settings).trim()
    if (text === '') return { problems: [] }
    // Data is written for machines first; only what a machine would not write is read as a person's.
    if (source === 'data' && readDecimal(text)) return parsed(text)
    const typed = readTyped(text, locale)
    if (typed !== undefined) return parsed(typed)
    if (settings.decimals === 0) return { problems: [{ code: 'format', params: { reason: 'whole' } }] }
    const example = decimalMeant(text, locale)
    if (example === undefined) return { problems: [NO_NUMBER] }
    return { problems: [{ code: 'format', params: { reason: 'decimal', example } }] }
  },
  validate: (number, settings) => {
    const problems: Problem[] = []
    const { min, max, decimals, step } = settings
    if (min !== undefined && number < min) problems.push({ code: 'min', params: { min } })
    if (max !== undefined && number > max) problems.push({ code: 'max', params: { max } })
    const decimal = readDecimal(String(number))
    if (decimals !== undefined && decimal && decimalsOf(decimal) > decimals) {
      const params = { max: decimals, ...(decimals === 0 && { reason: 'whole' }) }
      problems.push({ code: 'decimals', params })
    } else if (step !== undefined && !isMultiple(number, step, min ?? 0)) {
      problems.push({ code: 'step', params: { step, from: min ?? 0 } })
    }
    return problems
  },
  toText: (number, settings, _, locale) => {
    const text = plain(number, settings.decimals)
    const [before, after] = affixesOf(settings, locale ?? 'en')
    return before + (locale ? localized(text, locale, settings.grouping) : text) + after
  },
  values: (number) => ({ '': number }),
}

/** Refused unless 15 significant digits keep it exactly. */
function parsed(text: string): ParseResult<number> {
  const decimal = readDecimal(text)
  if (!decimal) return { problems: [NO_NUMBER] }
  const number = Number(text)
  const kept = readDecimal(String(number))
  if (decimal.digits.length > 15 || kept?.digits !== decimal.digits || kept.exponent !== decimal.exponent) {
    return { problems: [{ code: 'format', params: { reason: 'digits', digits: 15 } }] }
  }
  return { answer: number === 0 ? 0 : number, problems: [] }
}

function withoutAffixes(text: string, { prefix, suffix, currency }: Settings): string {
  let rest = text.trim()
  const before = prefix.trim()
  const after = suffix.trim()
  if (before !== '' && rest.startsWith(before)) rest = rest.slice(before.length)
  if (after !== '' && rest.endsWith(after)) rest = rest.slice(0, -after.length)
  return currency === '' ? rest : rest.replace(currency, '').replace(/\p{Sc}/u, '')
}

/** A number as text, with decimals filled up, none left out. */
export function plain(number: number, decimals = 0): string {
  const text = decimal(number)
  const [whole, fraction = ''] = text.split('.')
  return fraction.length < decimals ? `${whole}.${fraction.padEnd(decimals, '0')}` : text
}

export default answer
