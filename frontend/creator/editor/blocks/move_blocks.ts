import type { Op } from '../draft/row.ts'
import type { EditorModel } from '../model.ts'
import { topmost } from './block_order.ts'
import { familyOf } from './kinds.ts'
import { pagesOf } from './pages.ts'
import {
  besideOps,
  canStandBeside,
  insertionPointBehindRow,
  rowOf,
  withRowsParted,
  withWidths,
} from './rows.ts'
import {
  fitsSections,
  lastIn,
  placesAt,
  insertionPointBehind,
  insertionPointOf,
  type InsertionPoint,
} from './insertion_point.ts'

/**
 * Moves blocks together to a place, out of rows that they share with others; sections take along what stands in them.
 * Nothing moves where not all of them fit.
 */
export function moveTo(editor: EditorModel, ids: readonly string[], into: InsertionPoint): void {
  const moving = topmost(editor, ids)
  if (!fitAt(editor, moving, into)) return
  editor.store.apply(withRowsParted(editor, moving, moveOps(editor, moving, into)))
}

/** Whether blocks can stand at a place. */
export function fitAt(
  { store, kinds }: EditorModel,
  ids: readonly string[],
  { parent }: InsertionPoint,
): boolean {
  return parent === null || ids.every((id) => fitsSections(kinds, store.row(id)?.kind ?? ''))
}

/** What moves blocks together to a place. */
export function moveOps({ store }: EditorModel, ids: readonly string[], into: InsertionPoint): Op[] {
  const { positions, moves } = placesAt(store, into, ids.length, ids)
  const { parent } = into
  return [
    ...moves,
    ...ids.map((id, index): Op => ({ op: 'move', id, parent, position: positions[index] ?? 'a0' })),
  ]
}

/** Puts a block of the page beside another, in one row with it. Whether there was room. */
export function moveBeside(
  editor: EditorModel,
  id: string,
  target: string,
  side: 'before' | 'after',
): boolean {
  const row = editor.store.row(id)
  if (!row || !canStandBeside(editor, target, row.kind, id)) return false
  editor.store.apply(besideOps(editor, row, target, side))
  return true
}

/** Puts a block back to where it was, and all blocks to the widths that they had. */
export function putBack(
  editor: EditorModel,
  id: string,
  from: InsertionPoint,
  widths: ReadonlyMap<string, string>,
): void {
  editor.store.apply(withWidths(editor, widths, moveOps(editor, [id], from)))
}

/**
 * Moves blocks one place up or down, into a section and out of it too; where `rows` are seen they are passed as a whole,
 * and left. Whether there was a place to go to.
 */
export function moveBy(editor: EditorModel, ids: readonly string[], step: -1 | 1, rows: boolean): boolean {
  const moving = topmost(editor, ids)
  const [first = ''] = moving
  const next = neighbour(editor, step === -1 ? first : (moving.at(-1) ?? ''), step)
  const within = next !== undefined && rowOf(editor, first).some(({ id }) => id === next)
  const into =
    step === -1
      ? pointAbove(editor, moving, next, rows && !within)
      : pointBelow(editor, moving, next, rows && !within)
  if (into && rows && !within) moveTo(editor, moving, into)
  else if (into && fitAt(editor, moving, into)) editor.store.apply(moveOps(editor, moving, into))
  return into !== undefined
}

/** The block above or below, in the same section. */
function neighbour({ store }: EditorModel, id: string, step: -1 | 1): string | undefined {
  const siblings = store.childrenOf(store.parentOf(id))
  return siblings[siblings.indexOf(id) + step]
}

function pointAbove(
  editor: EditorModel,
  moving: readonly string[],
  above: string | undefined,
  wholeRows: boolean,
): InsertionPoint | undefined {
  const { store } = editor
  const [first] = moving
  if (first === undefined) return undefined
  const parent = store.parentOf(first)
  if (above === undefined) return parent === null ? undefined : insertionPointOf(store, parent)
  if (canEnter(editor, above, moving)) return lastIn(store, above)
  return insertionPointOf(store, wholeRows ? (rowOf(editor, above)[0]?.id ?? above) : above)
}

function pointBelow(
  editor: EditorModel,
  moving: readonly string[],
  below: string | undefined,
  wholeRows: boolean,
): InsertionPoint | undefined {
  const { store } = editor
  const last = moving.at(-1)
  if (last === undefined) return undefined
  const parent = store.parentOf(last)
  if (below === undefined) return parent === null ? undefined : insertionPointBehind(store, parent)
  if (canEnter(editor, below, moving)) return { parent: below, after: null }
  return wholeRows ? insertionPointBehindRow(editor, below) : insertionPointBehind(store, below)
}

function canEnter(editor: EditorModel, id: string, moving: readonly string[]): boolean {
  const isSection = familyOf(editor.kinds, editor.store.row(id)?.kind ?? '') === 'section'
  return isSection && fitAt(editor, moving, { parent: id, after: null })
}

/** Moves blocks to the end of a page, out of their section. */
export function moveToPage(editor: EditorModel, ids: readonly string[], pageId: string): void {
  const { store } = editor
  const page = pagesOf(editor.kinds, store.rows()).find((one) => one.id === pageId)
  if (!page) return
  const stay = page.blocks.filter((id) => !ids.includes(id) && store.parentOf(id) === null)
  moveTo(editor, ids, { parent: null, after: stay.at(-1) ?? (store.row(pageId) ? pageId : null) })
}
