import type { AnswerModule, ParseResult } from './answer.ts'
import { inLocale } from './decimal.ts'

// Numbers that are chosen, not typed: the points of a scale, the places of a slider. They have at most four decimals.

/** From where to where, and in which step. */
export interface Steps {
  min: number
  max: number
  step: number
}

/** What the control holds: a number, or what a post says of one; `''` is none. */
export type SteppedRaw = number | string

/** The number that is so many steps up from `min`. */
export function stepped({ min, step }: Pick<Steps, 'min' | 'step'>, index: number): number {
  return Number((min + index * step).toFixed(4)) + 0
}

/** How many whole steps lead from `min` towards `max`. */
export function stepsIn({ min, max, step }: Steps): number {
  const units = (number: number) => Math.round(number * 10_000)
  return Math.floor((units(max) - units(min)) / units(step))
}

/** All of them. */
export function pointsOf(steps: Steps): number[] {
  return Array.from({ length: stepsIn(steps) + 1 }, (_, index) => stepped(steps, index))
}

/** Reads a number in JavaScript's notation. Nothing at all is no answer. */
export function readStepped(given: unknown): ParseResult<number> {
  const number = typeof given === 'string' ? given.trim() && Number(given) : (given ?? '')
  if (number === '') return { problems: [] }
  return typeof number === 'number' && Number.isFinite(number)
    ? { answer: number + 0, problems: [] }
    : { problems: [{ code: 'format' }] }
}

/** How answers behave that are one of these numbers, and few enough to be told apart. */
export function steppedAnswer<S>(stepsOf: (settings: S) => Steps): AnswerModule<S, number, SteppedRaw> {
  return {
    fromForm: (entries) => {
      const entry = entries['']?.[0]
      return typeof entry === 'string' ? entry : ''
    },
    toRaw: (number) => number,
    parse: readStepped,
    validate: (number, settings) =>
      pointsOf(stepsOf(settings)).includes(number) ? [] : [{ code: 'option-unknown' }],
    values: (number) => ({ '': number }),
    toText: (number, _settings, _part, locale) => inLocale(`${number}`, locale, true),
  }
}
