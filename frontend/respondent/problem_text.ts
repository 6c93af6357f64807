import type { Translate } from '@formwright/kit/control'
import type { Problem } from '@formwright/kit/problem'

/**
 * The sentence a respondent reads: the creator's own wording, else the kind's text for the code (and its reason), else
 * the core's.
 */
export function problemText(problem: Problem, t: Translate): string {
  if (problem.message) return problem.message
  const { code, params = {} } = problem
  const count = params.min ?? params.max
  const filled = typeof count === 'number' ? { count, ...params } : params
  for (const key of [`problem.${code}.${params.reason}`, `problem.${code}`]) {
    const text = t(key, filled)
    if (text !== key) return text
  }
  return t(`problems.${code}`, filled)
}
