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
    const section = block.section === undefined ? undefined : browser.blocks[block.section].id
    const before = section === undefined ? [''] : response.items(section).map((item) => `${section}.${item}.`)
    for (const path of before.map((one) => one + block.id)) {
      const state = stateOf(block, path, response)
      if (state !== undefined) blocks[path] = state
    }
  }
  return { blocks, pages: response.pages() }
}

function stateOf(
  block: PlanBlock,
  path: string,
  response: Response,
): ServerState['blocks'][string] | undefined {
  const field = response.field(path)
  const state = {
    ...(isAsked(block.relevant) ? { relevant: response.relevant(path) } : {}),
    ...(isAsked(block.disabled) && field !== undefined ? { disabled: field.disabled } : {}),
    ...(isAsked(block.required) && field !== undefined ? { required: field.required } : {}),
  }
  return Object.keys(state).length > 0 ? state : undefined
}
