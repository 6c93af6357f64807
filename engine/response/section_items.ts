import type { Problem } from '@formwright/kit/problem'
import type { ItemValues, Result, Scope } from '../logic/interpreter/expression.ts'
import type { PlanBlock } from '../plan/plan.ts'
import type { PreparedPlan } from './prepared.ts'
import type { Path } from './response.ts'

/**
 * The items of sections in a response. Whatever stands in an item has a spot of its own: the place of its block, and a
 * multiple of the number of places for the item. Outside of items a spot is a place.
 */
export interface Items {
  /** what to add to a place for the item that is being worked out */
  offset: number
  /** how many there may be at once, with the outside */
  slots: number
  spot(path: Path): number | undefined
  path(spot: number): Path
  /** what a node is in the item of a spot */
  value(node: number, spot: number): Result
  /** the paths of what a block stands for on its page: itself, or what is in the items of the section that it is */
  pathsOf(block: PlanBlock): readonly Path[]
  problem(section: number): Problem | undefined
  idsOf(section: number): readonly string[]
  /** Makes a change of items; gives what it changed, as `change` does, undefined when it cannot be made. */
  add(section: number, at: number | undefined, id: string | undefined): number[] | undefined
  /** `forget` is told the spots of what was in the item. */
  remove(section: number, id: string, forget: (spot: number) => void): number[] | undefined
  move(section: number, id: string, to: number): number[] | undefined
  raws(): Record<Path, unknown>
  start(): void
  /** Works out what reads the answer at a spot; gives the nodes that changed. */
  change(spot: number): number[]
  /** the spots whose state or texts show a node that changed */
  spotsOf(changed: number): number[]
}

type ItemsFor = (
  prepared: PreparedPlan,
  scope: Scope & { items?: ItemValues },
  raws: Readonly<Record<Path, unknown>>,
) => Items & ItemValues

let itemsFor: ItemsFor | undefined

/** How items of sections are kept: public pages load it for forms that have some. */
export function repeatWith(make: ItemsFor): void {
  itemsFor = make
}

/** The items of a response to a form that has sections. */
export const itemsOf: (...given: Parameters<ItemsFor>) => ReturnType<ItemsFor> | undefined = (
  prepared,
  scope,
  raws,
) => prepared.plan.sections && itemsFor?.(prepared, scope, raws)
