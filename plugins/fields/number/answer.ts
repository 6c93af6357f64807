import type { AnswerModule, ParseResult } from '@formwright/kit/answer'
import { affixed, decimal } from '@formwright/kit/decimal'
import type { Problem } from '@formwright/kit/problem'
import { readNumber } from '@formwright/kit/typed_number'
import { decimalsOf, isMultiple, readDecimal } from '@formwright/kit/exact_decimal'
import type { Settings } from './field.ts'

/** What the control holds: what was typed, or a number that nobody has typed yet. */
export type Raw = string | number

const answer: AnswerModule<Settings, number, Raw> = {
  fromForm: (entries) => {
    const entry = entries['']?.[0]
    return typeof entry === 'string' ? entry : ''
  },
  toRaw: (number) => number,
  parse: (candidate, settings, context): ParseResult<number> => {
    const bare = typeof candidate === 'string' ? withoutAffixes(candidate, settings) : candidate
    const { answer: number, problems } = readNumber(bare, context)
    const whole = settings.decimals === 0 && problems.some(({ params }) => params?.reason !== 'digits')
    return whole
      ? { problems: [{ code: 'format', params: { reason: 'whole' } }] }
      : { ...(number !== undefined && { answer: number }), problems }
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
  toText: (number, settings, _, locale) =>
    affixed(plain(number, settings.decimals), settings, locale).join(''),
  values: (number) => ({ '': number }),
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
  return decimal(number, Math.max(decimals, decimal(number).split('.')[1]?.length ?? 0))
}

export default answer
