import { only } from '../document/reading.ts'
import type { Expression } from '../logic/interpreter/expression.ts'
import { nameOfNode, readsOf, type Graph } from './graph.ts'
import { PLAN_FORMAT, type Plan, type PlanBlock, type PlanPage } from './plan.ts'

/** A block on its way into the plans; its expressions name nodes. */
export interface DraftBlock extends Omit<PlanBlock, 'default'> {
  /** its value must not leave the server */
  secretive: boolean
  /** settings a browser may know */
  publicSettings: readonly string[]
  default: PlanBlock['default'] | undefined
}

export interface DraftPage extends PlanPage {
  /** reached by the walk */
  reached: Expression
  /** reached, and its own rules show it */
  open: Expression
  /** something on it is shown */
  seen: Expression
  /** has blocks that display something when shown */
  displays: boolean
}

/** A compiled form whose expressions still name their nodes. */
export interface Draft {
  blocks: DraftBlock[]
  pages: DraftPage[]
  ending: Expression
}

/** What only the server knows, in a browser's plan. */
const SERVER: Expression = ['server']

/**
 * The plan for one side. A browser's lacks every node that a value of the server only reaches; of texts it lacks just
 * the part that tells such a value.
 */
export function planFor(
  side: 'browser' | 'server',
  draft: Draft,
  graph: Graph,
  order: readonly string[],
  tainted: ReadonlySet<string>,
): Plan {
  const known = side === 'server' ? order : order.filter((name) => isText(name) || !tainted.has(name))
  const blocks = draft.blocks.filter((block) => side === 'server' || !block.secretive)
  const kept = needed(slotsOf(draft, blocks), graph, known)
  const { nodes, places } = placed(kept, graph)
  const link = (expression: Expression): Expression => linked(expression, places)
  const slot = (expression: Expression): Expression =>
    isLinked(expression, places) ? link(expression) : SERVER
  return {
    format: PLAN_FORMAT,
    nodes,
    blocks: blocks.map((block) => planBlock(block, side, slot)),
    pages: draft.pages.map(({ id, visible, relevant, next }) => ({
      id,
      visible: slot(visible),
      relevant: slot(relevant),
      next: slot(next),
    })),
    ending: slot(draft.ending),
  }
}

function planBlock(
  block: DraftBlock,
  side: 'browser' | 'server',
  slot: (expression: Expression) => Expression,
): PlanBlock {
  const { publicSettings, secretive: _, default: fallback, ...rest } = block
  const texts: PlanBlock['texts'] = {}
  for (const [name, text] of Object.entries(block.texts)) texts[name] = slot(text)
  return {
    ...rest,
    settings:
      block.family !== 'field'
        ? {}
        : side === 'server'
          ? block.settings
          : only(block.settings, publicSettings),
    relevant: slot(block.relevant),
    disabled: slot(block.disabled),
    required: slot(block.required),
    value: slot(block.value),
    texts,
    ...(fallback === undefined ? {} : { default: fallback }),
  }
}

/** Nodes linked to each other. Equal ones become one: all blocks of a page are often relevant for the same reason. */
function placed(
  order: readonly string[],
  graph: Graph,
): { nodes: Expression[]; places: Map<string, number> } {
  const nodes: Expression[] = []
  const places = new Map<string, number>()
  const known = new Map<string, number>()
  for (const name of order) {
    const node = linked(graph.get(name)?.expression ?? null, places)
    const text = JSON.stringify(node)
    const place = known.get(text) ?? nodes.push(node) - 1
    known.set(text, place)
    places.set(name, place)
  }
  return { nodes, places }
}

function slotsOf(draft: Draft, blocks: readonly DraftBlock[]): Expression[] {
  return [
    draft.ending,
    ...draft.pages.flatMap(({ visible, relevant, next }) => [visible, relevant, next]),
    ...blocks.flatMap(({ relevant, disabled, required, value, texts }) => [
      relevant,
      disabled,
      required,
      value,
      ...Object.values(texts),
    ]),
  ]
}

/** The nodes that something of the form reads, in order. */
function needed(slots: readonly Expression[], graph: Graph, order: readonly string[]): string[] {
  const wanted = new Set(slots.flatMap(readsOf))
  for (const name of order.toReversed()) {
    if (wanted.has(name)) for (const read of readsOf(graph.get(name)?.expression ?? null)) wanted.add(read)
  }
  return order.filter((name) => wanted.has(name))
}

/** Names of the nodes that a value of the server only reaches. */
export function taintedNodes(draft: Draft, graph: Graph, order: readonly string[]): ReadonlySet<string> {
  const tainted = new Set<string>()
  for (const { id, secretive } of draft.blocks) {
    if (secretive) for (const role of ['value', 'reading']) tainted.add(nameOfNode(role, id))
  }
  for (const name of order) {
    if (readsOf(graph.get(name)?.expression ?? null).some((read) => tainted.has(read))) tainted.add(name)
  }
  return tainted
}

function isLinked(expression: Expression, places: ReadonlyMap<string, number>): boolean {
  return readsOf(expression).every((name) => places.has(name))
}

function isText(name: string): boolean {
  return name.startsWith('text.')
}

/**
 * An expression with the places of the nodes it reads; only texts read some that are not there. Recursive: expressions
 * are bounded in depth by the parser and the condition compiler.
 */
function linked(expression: Expression, places: ReadonlyMap<string, number>): Expression {
  if (typeof expression !== 'object' || expression === null) return expression
  if (expression[0] === 'ref') {
    const place = places.get(nameOfNode(String(expression[1]), String(expression[2])))
    return place === undefined ? '' : ['node', place]
  }
  return expression.map((part) => linked(part, places))
}
