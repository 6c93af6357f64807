import type { PreparedPlan } from './prepared.ts'

/** The node that is worked out, of plans whose nodes are watched. */
let current = -1

const watched = new WeakSet<PreparedPlan>()

/** From now on it is known which node of this plan is worked out. Public pages do without. */
export function watchNodes(prepared: PreparedPlan): void {
  if (watched.has(prepared)) return
  watched.add(prepared)
  for (const [node, run] of prepared.nodes.entries()) {
    prepared.nodes[node] = (scope) => {
      current = node
      return run(scope)
    }
  }
}

/** Ids of the blocks that have the node as a value, state or text: none where it serves rules of pages. */
export function blocksAtWork({ owners, plan }: PreparedPlan): string[] {
  const places: number[] = []
  for (let at = owners.newest[current]; at >= 0; at = owners.before[at]) places.push(owners.items[at])
  return plan.blocks.filter((_, place) => places.includes(place)).map(({ id }) => id)
}
