import type { Expression } from '../logic/interpreter/expression.ts'
import type { Plan } from './plan.ts'

/**
 * How long the items of a response, empty as yet, may take to be worked out, in about ten-thousandths of a millisecond: what stands in an
 * item is worked out in each of them, and a formula there that reads all items costs as much as their number squared.
 */
export const MOST_ITEM_WORK = 1_000_000

/** What an item costs by itself, a block in it, and an item in a list that a formula reads; a step of an expression is 1. */
const COST = { item: 20, block: 40, listed: 0.6 }

/** A section by its id or its place; null stands for what is outside of sections that repeat. */
type Section = Expression

interface Work {
  /** of an item, whatever the others are */
  own: number
  /** how often expressions read all items of a section, by section */
  lists: Map<Section, number>
}

/** What the items of sections cost, whatever their number is. */
export class ItemWork {
  readonly #sections = new Map<Section, Work>([[null, { own: 0, lists: new Map() }]])

  constructor(sections: Iterable<Section>) {
    for (const section of sections) this.#sections.set(section, { own: COST.item, lists: new Map() })
  }

  addBlock(section: Section): void {
    const work = this.#sections.get(section)
    if (work) work.own += COST.block
  }

  /** An expression that each item of a section works out. Recursive: expressions are bounded in depth. */
  add(section: Section, expression: Expression): void {
    const work = this.#sections.get(section)
    if (work === undefined || typeof expression !== 'object' || expression === null) return
    // what others cost has a bound of its own
    if (section !== null) work.own += 1
    const [operation, , of = null] = expression
    if (operation === 'items') work.lists.set(of, (work.lists.get(of) ?? 0) + 1)
    else for (const part of expression) this.add(section, part)
  }

  /** What a response costs with so many items of each section. */
  of(count: (section: Section) => number): number {
    let sum = 0
    for (const [section, work] of this.#sections) {
      let each = section === null ? 0 : work.own
      for (const [listed, times] of work.lists) each += times * COST.listed * count(listed)
      sum += each * (section === null ? 1 : count(section))
    }
    return sum
  }
}

const known = new WeakMap<Plan, ItemWork>()

/** The same for a plan, whose sections are named by their places. */
export function itemWork(plan: Plan): ItemWork {
  const before = known.get(plan)
  if (before) return before
  const work = new ItemWork(plan.blocks.flatMap(({ repeat }, place) => (repeat ? [place] : [])))
  for (const { section } of plan.blocks) if (section !== undefined) work.addBlock(section)
  for (const [node, expression] of plan.nodes.entries()) {
    const section = plan.sections?.[node] ?? -1
    work.add(section < 0 ? null : section, expression)
  }
  known.set(plan, work)
  return work
}
