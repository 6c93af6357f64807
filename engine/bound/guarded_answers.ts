import type { AnyAnswerModule } from '@formwright/kit/found'
import type { ReportFault } from '../faults.ts'

type Nothing = {
  readonly [M in keyof AnyAnswerModule]-?: ReturnType<NonNullable<AnyAnswerModule[M]>>
}

/** What each function has answered when it throws. */
const NOTHING: Nothing = {
  fromForm: undefined,
  toRaw: undefined,
  parse: { problems: [], failed: true },
  validate: [],
  values: {},
  toText: '',
  untouched: undefined,
  claims: [],
}

/**
 * The answer module of a kind as whoever takes answers meets it: a function that throws is reported, and has answered
 * nothing. The field then goes on as one that nobody filled in, and what it was given is no answer; page, submission and
 * the other fields go on.
 */
export function guardedAnswers(kind: string, answers: AnyAnswerModule, report: ReportFault): AnyAnswerModule {
  const guarded = { ...answers }
  for (const [member, nothing] of Object.entries<unknown>(NOTHING)) {
    const ask: unknown = Reflect.get(answers, member)
    if (typeof ask !== 'function') continue
    const guard = (...args: unknown[]): unknown => {
      try {
        return Reflect.apply(ask, answers, args)
      } catch (error) {
        report({ kind, member, error })
        return nothing
      }
    }
    Object.assign(guarded, { [member]: guard })
  }
  return guarded
}
