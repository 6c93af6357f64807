import { FIRST_PAGE } from '../document/document.ts'
import type { Expression, Links, Run } from '../logic/interpreter/expression.ts'
import { ready } from '../logic/interpreter/interpreter.ts'
import type { Plan, PlanPage } from '../plan/plan.ts'

export interface PreparedPage extends PlanPage {
  /** something on it is known to the server only */
  asks: boolean
  /** ids of its blocks, in order */
  blocks: string[]
}

/** Lists of numbers, as chains: the newest item of each list, and behind each item the one before it. One may stand twice in a list. */
export class Lists {
  declare readonly newest: Int32Array
  readonly items: number[] = []
  readonly before: number[] = []

  constructor(count: number) {
    this.newest = new Int32Array(count).fill(-1)
  }

  add(list: number, item: number): void {
    this.before.push(this.newest[list])
    this.newest[list] = this.items.push(item) - 1
  }
}

/** A plan made ready to run; shared by all responses to it. */
export interface PreparedPlan {
  plan: Plan
  nodes: Run[]
  places: ReadonlyMap<string, number>
  pages: PreparedPage[]
  /** nodes that read node n */
  readers: Lists
  /** nodes that read the answer of the block at place n */
  fieldReaders: Lists
  /** nodes that read what node n is in all items of its section */
  listReaders: Lists
  /** nodes that read which items the section at place n has */
  itemReaders: Lists
  /** places of the blocks whose state or texts show node n; the place behind them all is the first page */
  owners: Lists
}

const kept = new WeakMap<Plan, PreparedPlan>()

/** A plan ready to run, made once. */
export function prepare(plan: Plan): PreparedPlan {
  let prepared = kept.get(plan)
  if (prepared === undefined) {
    prepared = make(plan)
    kept.set(plan, prepared)
  }
  return prepared
}

/** Whether a slot of the plan holds a value here, or only the server knows it. */
export function isKnown(slot: Expression): boolean {
  return !(Array.isArray(slot) && slot[0] === 'server')
}

function make(plan: Plan): PreparedPlan {
  const places = new Map<string, number>()
  const pages = plan.pages.map((page): PreparedPage => ({ ...page, asks: false, blocks: [] }))
  const owners = new Lists(plan.nodes.length)
  /** Whether what a slot holds is known here. */
  const own = (slot: Expression, place: number): boolean => {
    const known = isKnown(slot)
    if (known && Array.isArray(slot)) owners.add(Number(slot[1]), place)
    return known
  }
  plan.blocks.forEach((block, place) => {
    const { id, page, relevant, disabled, required, value, texts } = block
    places.set(id, place)
    const known = [relevant, disabled, required, value, ...Object.values(texts)].map((slot) =>
      own(slot, place),
    )
    // an ending is on no page, and what begins a page is not among its blocks
    if (page < 0) return
    if (pages[page].id !== id) pages[page].blocks.push(id)
    if (known.includes(false)) pages[page].asks = true
  })
  for (const { id, relevant } of plan.pages) {
    own(relevant, id === FIRST_PAGE ? plan.blocks.length : (places.get(id) ?? plan.blocks.length))
  }
  const readers = new Lists(plan.nodes.length)
  const fieldReaders = new Lists(plan.blocks.length)
  const listReaders = new Lists(plan.sections ? plan.nodes.length : 0)
  const itemReaders = new Lists(plan.sections ? plan.blocks.length : 0)
  let reader = 0
  const links: Links = {
    blockAt: (id) => places.get(id) ?? -1,
    readsNode: (node) => readers.add(node, reader),
    readsAnswer: (place) => place >= 0 && fieldReaders.add(place, reader),
    readsItems(section, node) {
      itemReaders.add(section, reader)
      if (node !== undefined) listReaders.add(node, reader)
    },
  }
  const nodes = plan.nodes.map((node, place) => {
    reader = place
    return ready(node, links)
  })
  return { plan, nodes, places, pages, readers, fieldReaders, listReaders, itemReaders, owners }
}
