import type { AnyAnswerModule } from '@formwright/kit/found'
import type { ReportFault } from '../faults.ts'

type Answered<M extends keyof AnyAnswerModule> = ReturnType<NonNullable<AnyAnswerModule[M]>>

type Guards = {
  readonly [M in keyof AnyAnswerModule]?: readonly [
    nothing: Answered<M>,
    fits: (given: Answered<M>) => unknown,
  ]
}

// What has no such member throws, and is nothing usable either.
const isList = (given: readonly unknown[]) => given.every(Boolean)

/**
 * What a function has answered when it throws, and whether what it answers otherwise can be used. Of the others anything can,
 * and nothing is undefined.
 */
const GUARDS: Guards = {
  parse: [{ problems: [], failed: true }, ({ problems }) => isList(problems)],
  validate: [[], isList],
  values: [{}, Boolean],
  // texts and lists have it
  toText: ['', ({ at }) => at],
  claims: [[], isList],
}

/**
 * The answer module of a kind as whoever takes answers meets it: a function that throws, or answers what cannot be used,
 * is reported, and has answered nothing. The field then goes on as one that nobody filled in, and what it was given is no
 * answer; page, submission and the other fields go on.
 */
export function guardedAnswers(kind: string, answers: AnyAnswerModule, report: ReportFault): AnyAnswerModule {
  const guarded: AnyAnswerModule & Record<string, unknown> = { ...answers }
  for (const [member, ask] of Object.entries<unknown>(guarded)) {
    if (typeof ask !== 'function') continue
    const [nothing, fits]: readonly [unknown?, ((given: unknown) => unknown)?] =
      Reflect.get(GUARDS, member) ?? []
    const guard = (...args: unknown[]): unknown => {
      try {
        const given: unknown = Reflect.apply(ask, answers, args)
        if (fits && !fits(given)) throw TypeError('unusable')
        return given
      } catch (error) {
        report({ kind, member, error })
        return nothing
      }
    }
    Object.assign(guarded, { [member]: guard })
  }
  return guarded
}
