import { isTimeZone } from '../logic/interpreter/clock.ts'
import { learn } from '../logic/interpreter/interpreter.ts'
import { sets } from '../logic/interpreter/operations/all.ts'
import type { BrowserPlan, ServerPlan } from '../plan/plan.ts'
import type { Answers } from '../registry.ts'
import type { Path, Response, ResponseOptions } from './response.ts'
import './items.ts'
import { runResponse } from './run.ts'
import './settings.ts'
import { storedOf } from './stored.ts'

Object.values(sets).forEach(learn)

/**
 * Begins a response to a form, or takes one up again with the raws or answers so far. Knows every operation, and believes
 * no time zone that is none.
 */
export function startResponse(
  plan: BrowserPlan | ServerPlan,
  answers: Answers,
  options: ResponseOptions,
): Response {
  const { timeZone, ...rest } = options
  const real = timeZone !== undefined && isTimeZone(timeZone)
  const response = runResponse(plan, answers, real ? options : rest)
  return Object.assign(response, {
    setAnswer: (path: Path, answer: unknown) => response.setRaw(path, answer, 'data'),
    clear: (path: Path) => response.setRaw(path, undefined, 'data'),
    value: (block: string) => response.field(block)?.value ?? null,
    stored: () => storedOf(plan, response),
  })
}
