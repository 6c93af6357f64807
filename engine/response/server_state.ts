import type { Expression } from '../logic/interpreter/expression.ts'
import type { BrowserPlan, PlanBlock } from '../plan/plan.ts'
import type { Response, ServerState } from './response.ts'

function isAsked(expression: Expression): boolean {
  return Array.isArray(expression) && expression[0] === 'server'
}

/** Whether something in a browser's plan is known to the server only. */
export function asksServer({ blocks, pages }: BrowserPlan): boolean {
  return (
    pages.some(({ relevant }) => isAsked(relevant)) ||
    blocks.some(({ relevant, disabled, required }) => [relevant, disabled, required].some(isAsked))
  )
}

/** What the server's response says of all that the browser's plan cannot know; undefined when it knows everything. */
export function serverStateFor(browser: BrowserPlan, response: Response): ServerState | undefined {
  if (!asksServer(browser)) return undefined
  const blocks: Record<string, ServerState['blocks'][string]> = {}
  for (const block of browser.blocks) {
    const state = stateOf(block, response)
    if (state !== undefined) blocks[block.id] = state
  }
  return { blocks, pages: response.pages() }
}

function stateOf(block: PlanBlock, response: Response): ServerState['blocks'][string] | undefined {
  const field = response.field(block.id)
  const state = {
    ...(isAsked(block.relevant) ? { relevant: response.relevant(block.id) } : {}),
    ...(isAsked(block.disabled) && field !== undefined ? { disabled: field.disabled } : {}),
    ...(isAsked(block.required) && field !== undefined ? { required: field.required } : {}),
  }
  return Object.keys(state).length > 0 ? state : undefined
}
