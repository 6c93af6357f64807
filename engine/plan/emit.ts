import { only } from '../document/reading.ts'
import type { Expression } from '../logic/interpreter/expression.ts'
import { setsOf } from '../logic/interpreter/operations/all.ts'
import { nameOfNode } from '../logic/linked.ts'
import { readsOf, type Graph } from './graph.ts'
import {
  type BrowserPlan,
  PLAN_FORMAT,
  type Plan,
  type PlanBlock,
  type PlanPage,
  type ServerPlan,
} from './plan.ts'

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
 * The plans for both sides. A browser's lacks every node that a value of the server only reaches; of texts it lacks
 * just the part that tells such a value.
 */
export function plansFor(
  draft: Draft,
  graph: Graph,
  order: readonly string[],
  tainted: ReadonlySet<string>,
): { browser: BrowserPlan; server: ServerPlan } {
  const server = placed(draft, draft.blocks, graph, order)
  const open = draft.blocks.filter((block) => !block.secretive)
  const known = order.filter((name) => isText(name) || !tainted.has(name))
  // Most forms have no secrets: both sides have the same nodes.
  const same = tainted.size === 0 && open.length === draft.blocks.length
  const browser = same ? server : placed(draft, open, graph, known)
  return {
    browser: { ...planOf(draft, open, browser, 'browser'), for: 'browser' },
    server: { ...planOf(draft, draft.blocks, server, 'server'), for: 'server' },
  }
}

function planOf(
  draft: Draft,
  blocks: readonly DraftBlock[],
  { nodes, places }: Placed,
  side: 'browser' | 'server',
): Plan {
  const slot = (expression: Expression): Expression => slotOf(expression, places)
  return {
    format: PLAN_FORMAT,
    nodes,
    uses: setsOf(nodes),
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
  const texts: PlanBlock['texts'] = {}
  for (const name in block.texts) texts[name] = slot(block.texts[name])
  const whole = side === 'server' ? block.settings : only(block.settings, block.publicSettings)
  const made: PlanBlock = {
    id: block.id,
    kind: block.kind,
    family: block.family,
    page: block.page,
    settings: block.family === 'field' ? whole : {},
    relevant: slot(block.relevant),
    disabled: slot(block.disabled),
    required: slot(block.required),
    value: slot(block.value),
    computed: block.computed,
    texts,
  }
  if (block.default !== undefined) made.default = block.default
  return made
}

/** Nodes linked to each other, and where each name went. */
interface Placed {
  nodes: Expression[]
  places: ReadonlyMap<string, number>
}

/**
 * The nodes that something of the form reads, linked. Equal ones become one: all blocks of a page are often relevant
 * for the same reason.
 */
function placed(draft: Draft, blocks: readonly DraftBlock[], graph: Graph, order: readonly string[]): Placed {
  const wanted = needed(draft, blocks, graph, order)
  const nodes: Expression[] = []
  const places = new Map<string, number>()
  const known = new Map<string, number>()
  for (const name of order) {
    if (!wanted.has(name)) continue
    const node = linked(graph.get(name)?.expression ?? null, places)
    // Values differ from block to block: they are not looked for.
    const text = name.startsWith('value:') ? undefined : JSON.stringify(node)
    let place = text === undefined ? undefined : known.get(text)
    if (place === undefined) {
      place = nodes.push(node) - 1
      if (text !== undefined) known.set(text, place)
    }
    places.set(name, place)
  }
  return { nodes, places }
}

function needed(
  draft: Draft,
  blocks: readonly DraftBlock[],
  graph: Graph,
  order: readonly string[],
): ReadonlySet<string> {
  const wanted = new Set<string>()
  const want = (slot: Expression) => readsOf(slot).forEach((name) => wanted.add(name))
  want(draft.ending)
  for (const { visible, relevant, next } of draft.pages) [visible, relevant, next].forEach(want)
  for (const { relevant, disabled, required, value, texts } of blocks) {
    for (const slot of [relevant, disabled, required, value]) want(slot)
    for (const name in texts) want(texts[name])
  }
  for (let at = order.length - 1; at >= 0; at--) {
    if (wanted.has(order[at])) graph.get(order[at])?.reads.forEach((name) => wanted.add(name))
  }
  return wanted
}

/** Names of the nodes that a value of the server only reaches. */
export function taintedNodes(draft: Draft, graph: Graph, order: readonly string[]): ReadonlySet<string> {
  const tainted = new Set<string>()
  for (const { id, secretive } of draft.blocks) {
    if (secretive) for (const role of ['value', 'reading']) tainted.add(nameOfNode(role, id))
  }
  if (tainted.size === 0) return tainted
  for (const name of order) {
    if (graph.get(name)?.reads.some((read) => tainted.has(read))) tainted.add(name)
  }
  return tainted
}

/** What a block or page says of itself: a constant, or a node; what is not among the nodes only the server knows. */
function slotOf(expression: Expression, places: ReadonlyMap<string, number>): Expression {
  if (typeof expression !== 'object' || expression === null) return expression
  const place = places.get(String(expression[1]))
  return place === undefined ? SERVER : ['node', place]
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
    const place = places.get(String(expression[1]))
    return place === undefined ? '' : ['node', place]
  }
  return expression.map((part) => linked(part, places))
}
