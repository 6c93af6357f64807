import { FIRST_PAGE } from '../document/document.ts'
import type { Expression, Run } from '../logic/interpreter/expression.ts'
import { ready } from '../logic/interpreter/interpreter.ts'
import { PLAN_FORMAT, type Plan, type PlanBlock, type PlanPage } from '../plan/plan.ts'

/** What an expression of the plan gives; `known` is false where only the server can say. */
export interface Slot {
  run: Run
  known: boolean
}

export interface PreparedBlock {
  plan: PlanBlock
  relevant: Slot
  disabled: Slot
  required: Slot
  value: Slot
  texts: ReadonlyMap<string, Slot>
  /** nodes that read its answer */
  readers: number[]
}

export interface PreparedPage {
  plan: PlanPage
  visible: Slot
  relevant: Slot
  next: Slot
  /** something on it is known to the server only */
  asks: boolean
  /** ids of its blocks, in order */
  blocks: string[]
}

/** A plan made ready to run; shared by all responses to it. */
export interface Prepared {
  nodes: Run[]
  blocks: PreparedBlock[]
  places: ReadonlyMap<string, number>
  pages: PreparedPage[]
  ending: Slot
  /** Nodes that read node n: `readers[from[n]]` up to `readers[from[n + 1]]`. */
  from: Uint32Array
  readers: Uint32Array
  /** ids of blocks by place, and behind them that of the first page */
  names: readonly string[]
  nameAt(id: string): number | undefined
  /** Places of the names whose state or texts show node n: `owners[ownersFrom[n]]` up to `owners[ownersFrom[n + 1]]`. */
  ownersFrom: Uint32Array
  owners: Uint32Array
}

const kept = new WeakMap<Plan, Prepared>()

/** A plan ready to run, made once. */
export function prepare(plan: Plan): Prepared {
  let prepared = kept.get(plan)
  if (prepared === undefined) {
    prepared = make(plan)
    kept.set(plan, prepared)
  }
  return prepared
}

function make(plan: Plan): Prepared {
  if (plan.format !== PLAN_FORMAT)
    throw new Error(`This plan has format ${plan.format}; this engine runs ${PLAN_FORMAT}`)
  const places = new Map(plan.blocks.map(({ id }, place) => [id, place]))
  const blockAt = (id: string) => places.get(id) ?? -1
  const slot = (expression: Expression): Slot => {
    const known = !(Array.isArray(expression) && expression[0] === 'server')
    return { run: known ? ready(expression, blockAt) : () => undefined, known }
  }
  const blocks = plan.blocks.map((block): PreparedBlock => ({
    plan: block,
    relevant: slot(block.relevant),
    disabled: slot(block.disabled),
    required: slot(block.required),
    value: slot(block.value),
    texts: new Map(Object.entries(block.texts).map(([name, text]) => [name, slot(text)])),
    readers: [],
  }))
  const pages = plan.pages.map((page): PreparedPage => ({
    plan: page,
    visible: slot(page.visible),
    relevant: slot(page.relevant),
    next: slot(page.next),
    asks: false,
    blocks: [],
  }))
  for (const block of blocks) {
    const { id, family, page } = block.plan
    if (family === 'ending') continue
    if (family !== 'page-break') pages[page].blocks.push(id)
    const slots = [block.relevant, block.disabled, block.required, block.value, ...block.texts.values()]
    if (!slots.every(({ known }) => known)) pages[page].asks = true
  }
  return {
    nodes: plan.nodes.map((node) => ready(node, blockAt)),
    blocks,
    places,
    pages,
    ending: slot(plan.ending),
    ...edges(plan, blocks, places),
    ...owners(plan, places),
  }
}

/** Lists of numbers, one behind the other in one array, and where each begins. */
function packed(lists: readonly Iterable<number>[]): { from: Uint32Array; items: Uint32Array } {
  const from = new Uint32Array(lists.length + 1)
  const items: number[] = []
  for (const [place, list] of lists.entries()) {
    for (const item of list) items.push(item)
    from[place + 1] = items.length
  }
  return { from, items: Uint32Array.from(items) }
}

/** Calls back for every `[operation, …]` inside an expression. */
function walk(expression: Expression, visit: (operation: string, argument: Expression) => void): void {
  const open: Expression[] = [expression]
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (typeof part !== 'object' || part === null) continue
    const [operation, argument] = part
    if (typeof operation === 'string') visit(operation, argument)
    for (const inner of part) if (typeof inner === 'object') open.push(inner)
  }
}

function edges(
  plan: Plan,
  blocks: readonly PreparedBlock[],
  places: ReadonlyMap<string, number>,
): Pick<Prepared, 'from' | 'readers'> {
  const reads = plan.nodes.map((node, place) => {
    const nodes = new Set<number>()
    walk(node, (operation, argument) => {
      if (operation === 'node' && typeof argument === 'number') nodes.add(argument)
      if ((operation === 'field' || operation === 'reading') && typeof argument === 'string') {
        blocks[places.get(argument) ?? -1]?.readers.push(place)
      }
    })
    return nodes
  })
  const lists = plan.nodes.map((): number[] => [])
  for (const [place, nodes] of reads.entries()) for (const node of nodes) lists[node].push(place)
  const { from, items } = packed(lists)
  return { from, readers: items }
}

function owners(
  plan: Plan,
  places: ReadonlyMap<string, number>,
): Pick<Prepared, 'names' | 'nameAt' | 'ownersFrom' | 'owners'> {
  const names = [...plan.blocks.map(({ id }) => id), FIRST_PAGE]
  const nameAt = (id: string) => (id === FIRST_PAGE ? plan.blocks.length : places.get(id))
  const lists = plan.nodes.map((): Set<number> => new Set())
  const add = (expression: Expression, id: string) => {
    walk(expression, (operation, argument) => {
      if (operation === 'node' && typeof argument === 'number')
        lists[argument].add(nameAt(id) ?? plan.blocks.length)
    })
  }
  for (const { id, relevant, disabled, required, value, texts } of plan.blocks) {
    for (const slot of [relevant, disabled, required, value, ...Object.values(texts)]) add(slot, id)
  }
  for (const { id, relevant } of plan.pages) add(relevant, id)
  const { from, items } = packed(lists)
  return { names, nameAt, ownersFrom: from, owners: items }
}
