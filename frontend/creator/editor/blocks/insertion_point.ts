import { placesAfter } from '../draft/place.ts'
import type { Op } from '../draft/row.ts'
import type { DraftStore } from '../draft/store.ts'
import { familyOf, type Kinds } from './kinds.ts'

/** Where a block goes: into a section (null: onto the page itself), behind one of its blocks (null: before all). */
export interface InsertionPoint {
  parent: string | null
  after: string | null
}

/** Where a block stands. */
export function insertionPointOf(store: DraftStore, id: string): InsertionPoint {
  const parent = store.parentOf(id)
  const siblings = store.childrenOf(parent)
  return { parent, after: siblings[siblings.indexOf(id) - 1] ?? null }
}

/** Behind a block, beside it in its section. */
export function insertionPointBehind(store: DraftStore, id: string): InsertionPoint {
  return { parent: store.parentOf(id), after: id }
}

/** The last place of a section. */
export function lastIn(store: DraftStore, section: string): InsertionPoint {
  return { parent: section, after: store.childrenOf(section).at(-1) ?? null }
}

/** Where a new block goes when nothing is chosen: behind the last block that is no ending. */
export function insertionPointAtEnd({ store, kinds }: { store: DraftStore; kinds: Kinds }): InsertionPoint {
  const last = store.siblings(null).findLast(({ kind }) => familyOf(kinds, kind) !== 'ending')
  return { parent: null, after: last?.id ?? null }
}

/** Whether blocks of a kind can stand in a section. What divides the form, or is itself a section, cannot. */
export function fitsSections(kinds: Kinds, kind: string): boolean {
  const family = familyOf(kinds, kind)
  return family === 'field' || family === 'content' || family === 'unknown'
}

/**
 * The place itself, or, where not all of these kinds can stand in its section, the one behind the section. A welcome goes
 * before everything.
 */
export function insertionPointFor(
  kinds: Kinds,
  kind: string | readonly string[],
  into: InsertionPoint,
): InsertionPoint {
  const all = typeof kind === 'string' ? [kind] : kind
  if (all.every((one) => familyOf(kinds, one) === 'welcome')) return { parent: null, after: null }
  if (into.parent === null || all.every((one) => fitsSections(kinds, one))) return into
  return { parent: null, after: into.parent }
}

/** Positions for so many blocks at a place, as if those that move there were gone, and the moves that make room. */
export function placesAt(
  store: DraftStore,
  { parent, after }: InsertionPoint,
  count: number,
  moving: readonly string[] = [],
): { positions: string[]; moves: Op[] } {
  const siblings = store.childrenOf(parent)
  let target = after
  while (target !== null && moving.includes(target)) target = siblings[siblings.indexOf(target) - 1] ?? null
  const rest = store.siblings(parent).filter(({ id }) => !moving.includes(id))
  return placesAfter(rest, target, count)
}
