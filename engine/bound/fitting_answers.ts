import type { AnyAnswerModule } from '@formwright/kit/found'
import { usableJson, usableProblems, usableWords } from './usable.ts'

type Fits = {
  readonly [M in keyof AnyAnswerModule]-?: (given: ReturnType<NonNullable<AnyAnswerModule[M]>>) => unknown
}

/** Whether what a function answers can be used. */
const FITS: Fits = {
  fromForm: usableJson,
  toRaw: usableJson,
  parse: (given) => usableProblems(given.problems) && usableJson(given.answer),
  validate: usableProblems,
  values: (given) => Boolean(given) && usableJson(given),
  toText: usableWords,
  untouched: usableJson,
  claims: (given) => Array.isArray(given) && given.every(Boolean),
}

/** What is given to all fields alike is handed over as a copy: one kind changes nothing of another's. */
const SHARED: Readonly<Partial<Record<string, number>>> = { parse: 2, validate: 2, values: 2, untouched: 1 }

/**
 * The answer module of a kind whose functions throw where they answer what cannot be used: a package is code that nobody
 * checked. Pages do without: what they make of it the server judges.
 */
export function fittingAnswers(answers: AnyAnswerModule): AnyAnswerModule {
  const fitting = { ...answers }
  for (const [member, fits] of Object.entries<(given: never) => unknown>(FITS)) {
    const ask: unknown = Reflect.get(answers, member)
    if (typeof ask !== 'function') continue
    const shared = SHARED[member]
    const asked = (...args: unknown[]): unknown => {
      if (shared !== undefined) args[shared] = { ...Object(args[shared]) }
      const given: unknown = Reflect.apply(ask, answers, args)
      if (!Reflect.apply(fits, undefined, [given]))
        throw new TypeError('it answered something that cannot be used')
      return given
    }
    Object.assign(fitting, { [member]: asked })
  }
  return fitting
}
