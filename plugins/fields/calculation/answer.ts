import type { AnswerModule, ParseResult } from '@formwright/kit/answer'
import { isDay, shownMoment } from '@formwright/kit/day'
import { affixed, decimal } from '@formwright/kit/decimal'
import type { Settings } from './field.ts'

export type Answer = number | string | boolean

/** A result is computed by the engine: nothing that is sent can set it, so there is nothing to judge. */
const answer: AnswerModule<Settings, Answer, Answer | null> = {
  fromForm: () => null,
  toRaw: (result) => result,
  parse: (candidate): ParseResult<Answer> => {
    if (typeof candidate === 'number' && Number.isFinite(candidate))
      return { answer: candidate + 0, problems: [] }
    if (typeof candidate === 'boolean') return { answer: candidate, problems: [] }
    if (typeof candidate !== 'string' || candidate === '') return { problems: [] }
    return /\0|\p{Surrogate}/u.test(candidate) ? { problems: [] } : { answer: candidate, problems: [] }
  },
  validate: () => [],
  toText: (result, settings, _, locale) => shown(result, settings, locale).join(''),
  values: (result, { type }) => (isOf(type, result) ? { '': result } : {}),
}

function isOf(type: Settings['type'], result: Answer): boolean {
  if (type === 'date') return typeof result === 'string' && isDay(result)
  return typeof result === (type === 'text' ? 'string' : type)
}

/**
 * A result as a locale writes it, without one as data does, between what stands before and after it; yes and no are words of
 * the creator's.
 */
export function shown(result: Answer, settings: Settings, locale: string | undefined): string[] {
  const { type, prefix, suffix, decimals, dateStyle } = settings
  if (typeof result === 'boolean') return ['', result ? settings.yesLabel : settings.noLabel]
  if (typeof result === 'number') return affixed(decimal(result, decimals), settings, locale)
  return [prefix, locale && type === 'date' ? shownMoment(result, locale, dateStyle) : result, suffix]
}

export default answer
