import { formulas } from '../logic/interpreter/formulas.ts'
import { learn } from '../logic/interpreter/interpreter.ts'
import type { BrowserPlan, ServerPlan } from '../plan/plan.ts'
import type { Answers } from '../registry.ts'
import type { Response, ResponseOptions } from './response.ts'
import { runResponse } from './run.ts'
import { storedOf } from './stored.ts'

learn(formulas)

/** Begins a response to a form, or takes one up again with the raws or answers so far. Knows every formula. */
export function startResponse(
  plan: BrowserPlan | ServerPlan,
  answers: Answers,
  options: ResponseOptions,
): Response {
  const response = runResponse(plan, answers, options)
  return Object.assign(response, { stored: () => storedOf(plan, response) })
}
