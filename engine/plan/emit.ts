import type { ValueType } from '@formwright/kit/value'
import { only } from '../document/reading.ts'
import type { Expression } from '../logic/interpreter/expression.ts'
import { setsOf } from '../logic/interpreter/operations/all.ts'
import { isData, nameOfNode } from '../logic/linked.ts'
import { readsOf, type Graph } from './graph.ts'
import {
  type BrowserPlan,
  PLAN_FORMAT,
  type Plan,
  type PlanBlock,
  type PlanPage,
  type ServerPlan,
} from './plan.ts'
import { isWelcome } from './pages.ts'
import { isSettingText } from './setting_text.ts'
import type { Steps } from '../steps.ts'

/** A block on its way into the plans; its expressions name nodes. */
export interface DraftBlock extends Omit<PlanBlock, 'default' | 'section' | 'repeat' | 'offered'> {
  /** id of the section that repeats in which it stands */
  section: string | undefined
  repeat: PlanBlock['repeat'] | undefined
  /** its value must not leave the server */
  secretive: boolean
  /** settings a browser may know */
  publicSettings: readonly string[]
  /** what of the items of lists in them it may not */
  withheldSettings: readonly string[]
  /** what its value is computed from; undefined where people give it */
  formula: { expression: Expression; type: ValueType } | undefined
  /** whether there is something to show its value for; undefined where there always is */
  given: Expression | undefined
  default: PlanBlock['default'] | undefined
  offered: PlanBlock['offered'] | undefined
  /** what its default is made of, and what decides what it offers: whatever reads the answer reads that before */
  piped: readonly Expression[]
  /** what its rules say is wrong, by their place */
  messages: ReadonlyMap<number, Expression>
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
export function* plansFor(
  draft: Draft,
  graph: Graph,
  order: readonly string[],
  tainted: ReadonlySet<string>,
): Steps<{ browser: BrowserPlan; server: ServerPlan }> {
  const owners = yield* itemNodes(draft, graph, order)
  yield
  const server = yield* placed(draft, draft.blocks, graph, order, owners)
  const open = draft.blocks.filter((block) => !block.secretive)
  const known = order.filter((name) => isText(name) || !tainted.has(name))
  // Most forms have no secrets: both sides have the same nodes.
  const same = tainted.size === 0 && open.length === draft.blocks.length
  const browser = same ? server : yield* placed(draft, open, graph, known, owners)
  return {
    browser: { ...(yield* planOf(draft, open, browser, 'browser')), for: 'browser' },
    server: { ...(yield* planOf(draft, draft.blocks, server, 'server')), for: 'server' },
  }
}

function* planOf(
  draft: Draft,
  blocks: readonly DraftBlock[],
  placed: PlacedNode,
  side: 'browser' | 'server',
): Steps<Plan> {
  const { nodes, sections } = placed
  const slot = (expression: Expression): Expression => slotOf(expression, placed)
  const uses = new Set(setsOf(nodes))
  yield
  const planned: PlanBlock[] = []
  for (const block of blocks) {
    planned.push(planBlock(block, side, slot, placed))
    yield
  }
  const repeats = sections.length > 0
  const welcome = blocks.find(isWelcome)
  if (repeats) uses.add('items')
  if (blocks.some(usesSettings)) uses.add('settings')
  return {
    format: PLAN_FORMAT,
    nodes,
    ...(repeats && { sections }),
    uses: [...uses],
    blocks: planned,
    pages: draft.pages.map(({ id, visible, relevant, next }) => ({
      id,
      visible: slot(visible),
      relevant: slot(relevant),
      next: slot(next),
    })),
    ...(welcome && { welcome: welcome.id }),
    ending: slot(draft.ending),
  }
}

/** Whether a response knows more of a block than its page says at first (response/settings.ts). */
function usesSettings(block: DraftBlock): boolean {
  const { offered, texts } = block
  return offered !== undefined || texts.error !== undefined || isData(texts.default) || pipesSettings(block)
}

/** Whether answers may stand in plain texts of its settings. */
function pipesSettings({ family, texts }: DraftBlock): boolean {
  return family === 'field' && Object.keys(texts).some(isSettingText)
}

function planBlock(
  block: DraftBlock,
  side: 'browser' | 'server',
  slot: (expression: Expression) => Expression,
  { blocks }: PlacedNode,
): PlanBlock {
  const texts: PlanBlock['texts'] = {}
  for (const name in block.texts) texts[name] = slot(block.texts[name])
  if (side === 'browser' && block.given !== undefined) texts.value = slot(block.given)
  const whole =
    side === 'server' ? block.settings : only(block.settings, block.publicSettings, block.withheldSettings)
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
  if (block.section !== undefined) made.section = blocks.get(block.section) ?? -1
  if (block.repeat !== undefined) made.repeat = block.repeat
  if (block.offered !== undefined) made.offered = block.offered
  if (block.default !== undefined) made.default = block.default
  return made
}

/** Nodes linked to each other, and where each name went. */
interface PlacedNode {
  nodes: Expression[]
  places: ReadonlyMap<string, number>
  /** ids of the sections whose items have a node by themselves, by its name */
  owners: ReadonlyMap<string, string>
  /** of each node, the place of such a section; empty where none repeats */
  sections: number[]
  /** places of the sections that repeat, by id */
  blocks: ReadonlyMap<string, number>
}

/** The sections in whose items nodes are worked out: those that read, in the same item, an answer that stands in one. */
export function* itemNodes(
  draft: Draft,
  graph: Graph,
  order: readonly string[],
): Steps<ReadonlyMap<string, string>> {
  const owners = new Map<string, string>()
  const sections = new Map<string, string>()
  for (const { id, section } of draft.blocks) if (section !== undefined) sections.set(id, section)
  if (sections.size === 0) return owners
  const ownerOf = (expression: Expression): string | undefined => {
    if (typeof expression !== 'object' || expression === null || expression[0] === 'items') return undefined
    if (expression[0] === 'ref') return owners.get(String(expression[1]))
    const own = ANSWERS.has(String(expression[0])) ? sections.get(String(expression[1])) : undefined
    return own ?? expression.map(ownerOf).find((owner) => owner !== undefined)
  }
  for (const name of order) {
    yield
    const node = graph.get(name)
    // The value of a block in an item is the item's own, whatever it is made of.
    const owner = (isValue(name) && sections.get(node?.block ?? '')) || ownerOf(node?.expression ?? null)
    if (owner !== undefined) owners.set(name, owner)
  }
  return owners
}

/** Operations that read the answer of a block, or read one as a person does. */
const ANSWERS = new Set(['field', 'reading', 'reading-of', 'answered'])

/**
 * The nodes that something of the form reads, linked. Equal ones become one: all blocks of a page are often relevant
 * for the same reason.
 */
function* placed(
  draft: Draft,
  blocks: readonly DraftBlock[],
  graph: Graph,
  order: readonly string[],
  owners: ReadonlyMap<string, string>,
): Steps<PlacedNode> {
  const wanted = yield* needed(draft, blocks, graph, order)
  const nodes: Expression[] = []
  const sections: number[] = []
  const places = new Map<string, number>()
  const repeating = new Map<string, number>()
  for (const [place, { id, repeat }] of blocks.entries()) if (repeat !== undefined) repeating.set(id, place)
  const link: Link = { places, owners, sections: repeating }
  const known = new Map<string, number>()
  for (const name of order) {
    if (!wanted.has(name)) continue
    yield
    const node = linked(graph.get(name)?.expression ?? null, link)
    // Values differ from block to block: they are not looked for.
    const text = isValue(name) ? undefined : JSON.stringify(node)
    let place = text === undefined ? undefined : known.get(text)
    if (place === undefined) {
      place = nodes.push(node) - 1
      if (repeating.size > 0) sections.push(repeating.get(owners.get(name) ?? '') ?? -1)
      if (text !== undefined) known.set(text, place)
    }
    places.set(name, place)
  }
  return { nodes, places, owners, sections, blocks: repeating }
}

function isValue(name: string): boolean {
  return name.startsWith('value:')
}

function* needed(
  draft: Draft,
  blocks: readonly DraftBlock[],
  graph: Graph,
  order: readonly string[],
): Steps<ReadonlySet<string>> {
  const wanted = new Set<string>()
  const want = (slot: Expression) => readsOf(slot).forEach((name) => wanted.add(name))
  want(draft.ending)
  for (const { visible, relevant, next } of draft.pages) [visible, relevant, next].forEach(want)
  for (const { relevant, disabled, required, value, given, texts } of blocks) {
    for (const slot of [relevant, disabled, required, value, given ?? null]) want(slot)
    for (const name in texts) want(texts[name])
  }
  for (let at = order.length - 1; at >= 0; at--) {
    yield
    if (wanted.has(order[at])) graph.get(order[at])?.reads.forEach((name) => wanted.add(name))
  }
  return wanted
}

/** Names of the nodes that a value of the server only reaches. */
export function taintedNodes(draft: Draft, graph: Graph, order: readonly string[]): ReadonlySet<string> {
  const tainted = new Set<string>()
  for (const { id, secretive } of draft.blocks) {
    if (secretive)
      for (const role of ['value', 'reading', 'answer', 'choices']) tainted.add(nameOfNode(role, id))
  }
  if (tainted.size === 0) return tainted
  for (const name of order) {
    if (graph.get(name)?.reads.some((read) => tainted.has(read))) tainted.add(name)
  }
  return tainted
}

/** What a block or page says of itself: a constant, or a node; what is not among the nodes only the server knows. */
function slotOf(expression: Expression, { places, owners }: PlacedNode): Expression {
  if (typeof expression !== 'object' || expression === null) return expression
  const name = String(expression[1])
  const place = places.get(name)
  return place === undefined ? SERVER : [owners.has(name) ? 'own' : 'node', place]
}

function isText(name: string): boolean {
  return name.startsWith('text.')
}

/** Where nodes and sections stand. */
interface Link {
  places: ReadonlyMap<string, number>
  owners: ReadonlyMap<string, string>
  sections: ReadonlyMap<string, number>
}

/**
 * An expression with the places of the nodes it reads; only texts read some that are not there. Recursive: expressions
 * are bounded in depth by the parser and the condition compiler.
 */
function linked(expression: Expression, link: Link): Expression {
  if (typeof expression !== 'object' || expression === null) return expression
  if (expression[0] === 'ref') {
    const name = String(expression[1])
    const place = link.places.get(name)
    return place === undefined ? '' : [link.owners.has(name) ? 'own' : 'node', place]
  }
  if (expression[0] === 'item-count') return ['item-count', link.sections.get(String(expression[1])) ?? -1]
  if (expression[0] === 'items') {
    const read = linked(expression[1], link)
    return ['items', Array.isArray(read) ? read[1] : -1, link.sections.get(String(expression[2])) ?? -1]
  }
  return expression.map((part) => linked(part, link))
}
