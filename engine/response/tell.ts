import type { Expression } from '../logic/interpreter/expression.ts'
import type { BrowserPlan, PlanBlock } from '../plan/plan.ts'
import type { Response, Told } from './response.ts'

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
export function tell(browser: BrowserPlan, response: Response): Told | undefined {
  if (!asksServer(browser)) return undefined
  const blocks: Record<string, Told['blocks'][string]> = {}
  for (const block of browser.blocks) {
    const told = toldOf(block, response)
    if (told !== undefined) blocks[block.id] = told
  }
  return { blocks, pages: response.pages() }
}

function toldOf(block: PlanBlock, response: Response): Told['blocks'][string] | undefined {
  const field = response.field(block.id)
  const told = {
    ...(isAsked(block.relevant) ? { relevant: response.relevant(block.id) } : {}),
    ...(isAsked(block.disabled) && field !== undefined ? { disabled: field.disabled } : {}),
    ...(isAsked(block.required) && field !== undefined ? { required: field.required } : {}),
  }
  return Object.keys(told).length > 0 ? told : undefined
}
