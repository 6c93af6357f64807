import type { AnyAnswerModule } from '@formwright/kit/found'

type Fits = {
  readonly [M in keyof AnyAnswerModule]?: (given: ReturnType<NonNullable<AnyAnswerModule[M]>>) => unknown
}

const isList = (given: readonly unknown[]) => Array.isArray(given) && given.every(Boolean)

/** Whether what a function answers can be used; the others may answer anything. */
const FITS: Fits = {
  parse: ({ problems }) => isList(problems),
  validate: isList,
  values: Boolean,
  toText: (given) => typeof given === 'string' || Array.isArray(given),
  claims: isList,
}

/**
 * The answer module of a kind whose functions throw where they answer what cannot be used: a package is code that nobody
 * checked. Pages do without: what they make of it the server judges.
 */
export function fittingAnswers(answers: AnyAnswerModule): AnyAnswerModule {
  const fitting = { ...answers }
  for (const [member, fits] of Object.entries<(given: never) => unknown>(FITS)) {
    const ask: unknown = Reflect.get(answers, member)
    if (typeof ask !== 'function') continue
    const asked = (...args: unknown[]): unknown => {
      const given: unknown = Reflect.apply(ask, answers, args)
      if (!Reflect.apply(fits, undefined, [given]))
        throw new TypeError('it answered something that cannot be used')
      return given
    }
    Object.assign(fitting, { [member]: asked })
  }
  return fitting
}
