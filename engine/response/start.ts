import { isTimeZone } from '@formwright/kit/clock'
import { learn } from '../logic/interpreter/interpreter.ts'
import { sets } from '../logic/interpreter/operations/all.ts'
import { type BrowserPlan, PLAN_FORMAT, type ServerPlan } from '../plan/plan.ts'
import type { Answers } from '../registry.ts'
import type { Steps } from '../steps.ts'
import type { Path, Response, ResponseOptions } from './response.ts'
import './items.ts'
import { prepare } from './prepared.ts'
import { readAhead, remembering } from './read_ahead.ts'
import { runResponse } from './run.ts'
import './settings.ts'
import { storedOf } from './stored.ts'
import { blocksAtWork, watchNodes } from './too_long.ts'

export interface StartOptions extends Omit<ResponseOptions, 'tooLong'> {
  /** told of a text that is too long to be a value, with the blocks it is for */
  tooLong?: (blocks: readonly string[]) => void
}

Object.values(sets).forEach(learn)

/**
 * Begins a response to a form, or takes one up again with the raws or answers so far. Knows every operation, and believes
 * no time zone that is none.
 */
export function startResponse(
  plan: BrowserPlan | ServerPlan,
  answers: Answers,
  options: StartOptions,
): Response {
  // a page has its plan and its script from one hand
  if (plan.format !== PLAN_FORMAT) throw new Error(`Unknown plan: ${plan.format}`)
  const { tooLong, ...rest } = inKnownZone(options)
  if (tooLong) watchNodes(prepare(plan))
  const response = runResponse(plan, answers, {
    ...rest,
    ...(tooLong && {
      tooLong: () => {
        tooLong(blocksAtWork(prepare(plan)))
        return false
      },
    }),
  })
  return Object.assign(response, {
    setAnswer: (path: Path, answer: unknown) => response.setRaw(path, answer, 'data'),
    clear: (path: Path) => response.setRaw(path, undefined, 'data'),
    value: (block: string) => response.field(block)?.value ?? null,
    stored: () => storedOf(plan, response),
  })
}

/** The same in steps: of many answers, each is read in one. */
export function* startInSteps(
  plan: BrowserPlan | ServerPlan,
  answers: Answers,
  options: StartOptions,
): Steps<Response> {
  const read = remembering(answers)
  const { raws = {}, params: _, serverState: __, tooLong: ___, ...context } = inKnownZone(options)
  yield* readAhead(plan, read, raws, context)
  const response = startResponse(plan, read, options)
  yield
  return response
}

function inKnownZone({ timeZone, ...rest }: StartOptions): StartOptions {
  return { ...rest, ...(timeZone !== undefined && isTimeZone(timeZone) && { timeZone }) }
}
