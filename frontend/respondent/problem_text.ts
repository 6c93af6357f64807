import type { Translate } from '../../plugins/kit/control.ts'
import type { Problem } from '../../plugins/kit/problem.ts'

/** The sentence a respondent reads: the creator's own wording, else the text of the code in the page's language. */
export function problemText(problem: Problem, t: Translate): string {
  if (problem.message) return problem.message
  const params = problem.params ?? {}
  const count = params.min ?? params.max
  return t(`problems.${problem.code}`, typeof count === 'number' ? { count, ...params } : params)
}
