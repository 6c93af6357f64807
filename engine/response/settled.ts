import { isEmpty } from '../logic/interpreter/empty.ts'
import type { Expression } from '../logic/interpreter/expression.ts'
import { learn } from '../logic/interpreter/interpreter.ts'
import type { PlanBlock, ServerPlan } from '../plan/plan.ts'
import type { Answers } from '../registry.ts'
import type { Steps } from '../steps.ts'
import type { Response, ResponseOptions, StoredAnswers } from './response.ts'
import { startInSteps, startResponse } from './start.ts'
import { rawsOfStored } from './stored.ts'

// [stored, value, formula]: what was stored. Where nothing was, it came out empty: the formula says in which way.
learn({
  stored:
    ([stored, formula]) =>
    (scope) => {
      const value = stored(scope)
      if (!isEmpty(value)) return value
      const anew = formula(scope)
      return isEmpty(anew) ? anew : null
    },
})

const kept = new WeakMap<ServerPlan, ServerPlan>()

/**
 * A response that is over, from what was stored of it. What is absent is empty: no default fills it in again. Calculations
 * are what they were: the time, the zone and the address they were worked out with are gone.
 * Only rules that ask the address itself find nothing there.
 */
export function settledResponse(
  plan: ServerPlan,
  answers: Answers,
  stored: Readonly<StoredAnswers>,
  options: Pick<ResponseOptions, 'locale' | 'now'>,
): Response {
  return startResponse(settledPlan(plan), answers, settledOptions(plan, stored, options))
}

/** The same in steps: of many answers, each is read in one. */
export function settledInSteps(
  plan: ServerPlan,
  answers: Answers,
  stored: Readonly<StoredAnswers>,
  options: Pick<ResponseOptions, 'locale' | 'now'>,
): Steps<Response> {
  return startInSteps(settledPlan(plan), answers, settledOptions(plan, stored, options))
}

function settledOptions(
  plan: ServerPlan,
  stored: Readonly<StoredAnswers>,
  { locale, now }: Pick<ResponseOptions, 'locale' | 'now'>,
): ResponseOptions {
  return { locale, now, source: 'data', raws: rawsOfStored(plan, stored) }
}

function settledPlan(plan: ServerPlan): ServerPlan {
  let settled = kept.get(plan)
  if (settled === undefined) {
    settled = settle(plan)
    kept.set(plan, settled)
  }
  return settled
}

function settle(plan: ServerPlan): ServerPlan {
  const nodes = plan.nodes.map(whateverIsDisabled)
  for (const { id, computed, value } of plan.blocks) {
    if (!computed || !Array.isArray(value) || value[0] === 'server') continue
    const node = Number(value[1])
    nodes[node] = ['stored', ['field', id, false], nodes[node]]
  }
  return { ...plan, nodes, blocks: plan.blocks.map(given) }
}

/** Answers are read as they stand: a disabled field was stored with its default. Recursive: expressions are bounded in depth. */
function whateverIsDisabled(expression: Expression): Expression {
  if (typeof expression !== 'object' || expression === null) return expression
  const [operation, block, , ...part] = expression
  if (operation === 'field' || operation === 'reading' || operation === 'answered')
    return [operation, block, false, ...part]
  return expression.map(whateverIsDisabled)
}

function given({ default: _, texts: { default: __, ...texts }, ...block }: PlanBlock): PlanBlock {
  return { ...block, texts, disabled: false, computed: false }
}
