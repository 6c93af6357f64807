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
  /** ids of blocks whose state or texts show node n */
  owners: (readonly string[])[]
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
    owners: owners(plan),
  }
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
  const from = new Uint32Array(plan.nodes.length + 1)
  for (const nodes of reads) for (const node of nodes) from[node + 1]++
  for (let node = 0; node < plan.nodes.length; node++) from[node + 1] += from[node]
  const readers = new Uint32Array(from[plan.nodes.length])
  const next = from.slice()
  for (const [place, nodes] of reads.entries()) for (const node of nodes) readers[next[node]++] = place
  return { from, readers }
}

const NOBODY: readonly string[] = []

function owners(plan: Plan): (readonly string[])[] {
  const lists: string[][] = []
  const add = (expression: Expression, id: string) => {
    walk(expression, (operation, argument) => {
      if (operation === 'node' && typeof argument === 'number') (lists[argument] ??= []).push(id)
    })
  }
  for (const { id, relevant, disabled, required, value, texts } of plan.blocks) {
    for (const slot of [relevant, disabled, required, value, ...Object.values(texts)]) add(slot, id)
  }
  for (const { id, relevant } of plan.pages) add(relevant, id)
  return Array.from({ length: plan.nodes.length }, (_, node) => lists[node] ?? NOBODY)
}
