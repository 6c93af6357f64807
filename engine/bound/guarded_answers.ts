import type { AnyAnswerModule } from '@formwright/kit/found'

/** What the answer module of a kind threw. */
export interface AnswerFault {
  kind: string
  /** which of its functions */
  member: string
  error: unknown
}

/**
 * The answer module of a kind as whoever takes answers meets it: a function that throws is reported, and has answered
 * nothing. The field then goes on as one that nobody filled in, and what it was given is no answer; page, submission and
 * the other fields go on.
 */
export function guardedAnswers(
  kind: string,
  answers: AnyAnswerModule,
  report: (fault: AnswerFault) => void,
): AnyAnswerModule {
  const guard =
    <A extends unknown[], T>(member: string, ask: (...args: A) => T, nothing: NoInfer<T>) =>
    (...args: A): T => {
      try {
        return ask.apply(answers, args)
      } catch (error) {
        report({ kind, member, error })
        return nothing
      }
    }
  return {
    ...answers,
    fromForm: guard('fromForm', answers.fromForm, undefined),
    toRaw: guard('toRaw', answers.toRaw, undefined),
    parse: guard('parse', answers.parse, { problems: [], failed: true }),
    validate: guard('validate', answers.validate, []),
    values: guard('values', answers.values, {}),
    toText: guard('toText', answers.toText, ''),
    claims: answers.claims && guard('claims', answers.claims, []),
  }
}
