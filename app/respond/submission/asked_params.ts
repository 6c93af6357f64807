import type { Expression } from '#engine/logic/interpreter/expression'
import type { ServerPlan } from '#engine/plan/plan'

const asked = new WeakMap<ServerPlan, ReadonlySet<string>>()

/**
 * Those of the URL parameters of a visit that the form itself asks for: they are kept with the submission, so that what
 * is computed of them comes out the same when it is edited. Whatever else stood in the address is nobody's business.
 */
export function askedParams(
  plan: ServerPlan,
  params: Readonly<Record<string, string>> = {},
): Record<string, string> | undefined {
  const names = asked.get(plan) ?? namesIn(plan)
  asked.set(plan, names)
  const kept = Object.entries(params).filter(([name]) => names.has(name))
  return kept.length > 0 ? Object.fromEntries(kept) : undefined
}

function namesIn({ nodes, blocks }: ServerPlan): ReadonlySet<string> {
  const names = new Set<string>()
  // expressions are bounded in depth
  const walk = (expression: Expression | unknown): void => {
    if (!Array.isArray(expression)) return
    const [operation, name] = expression
    if (operation === 'param' && typeof name === 'string') names.add(name)
    for (const part of expression) walk(part)
  }
  for (const node of nodes) walk(node)
  for (const { relevant, disabled, required, value, texts, default: start } of blocks) {
    for (const expression of [relevant, disabled, required, value, ...Object.values(texts)]) walk(expression)
    if (start && 'param' in start) names.add(start.param)
  }
  return names
}
