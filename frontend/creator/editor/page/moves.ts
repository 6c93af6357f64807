import { topmost } from '../blocks/block_order.ts'
import { titleOf } from '../blocks/kinds.ts'
import { moveBeside, moveBy, moveTo, moveToPage } from '../blocks/move_blocks.ts'
import { pagesOf } from '../blocks/pages.ts'
import { spoken } from '../blocks/references.ts'
import { canWrap, isSection, takeOut, unwrapSection, wrapBlocks } from '../blocks/sections.ts'
import type { EditorModel } from '../model.ts'
import { insertionPointBehind, insertionPointOf } from '../blocks/insertion_point.ts'
import { canStandBeside, rowOf } from '../blocks/rows.ts'
import { toast } from '../../../design/toasts.tsx'
import { ROWS } from './row_width.ts'

/** Moves blocks one place up or down, into a section and out of it too, and says where they are then. */
export function moveAndSay(editor: EditorModel, ids: readonly string[], step: -1 | 1): void {
  const [first] = topmost(editor, ids)
  const before = first === undefined ? null : editor.store.parentOf(first)
  if (!moveBy(editor, ids, step, ROWS.matches))
    return sayPlace(editor, ids, step === -1 ? 'Already the first.' : 'Already the last.')
  const now = first === undefined ? null : editor.store.parentOf(first)
  if (now === before) sayPlace(editor, ids, 'Moved.')
  else if (now === null) sayPlace(editor, ids, `Moved out of ${sectionName(editor, before)}.`)
  else sayPlace(editor, ids, `Moved into ${sectionName(editor, now)}.`)
}

/** The block above that this one can stand beside; undefined where there is none. */
export function besideAbove(editor: EditorModel, id: string): string | undefined {
  const { store } = editor
  const above = insertionPointOf(store, rowOf(editor, id)[0]?.id ?? id).after
  const block = store.row(id)
  const fits = above !== null && block !== undefined && canStandBeside(editor, above, block.kind, id)
  return fits ? above : undefined
}

/** Puts a block beside the one above and says so. */
export function moveBesideAndSay(editor: EditorModel, id: string): void {
  const above = besideAbove(editor, id)
  if (above === undefined) return sayPlace(editor, [id], 'Nothing above that it can stand beside.')
  moveBeside(editor, id, above, 'after')
  sayPlace(editor, [id], 'Beside the block above.')
}

/** Puts a block behind its row, onto one of its own, and says so. */
export function moveAloneAndSay(editor: EditorModel, id: string): void {
  const row = rowOf(editor, id)
  const last = row.findLast((block) => block.id !== id)
  if (last !== undefined) moveTo(editor, [id], insertionPointBehind(editor.store, last.id))
  sayPlace(editor, [id], 'On its own row.')
}

/** Puts blocks into a new section and says so, or why it cannot be. */
export function wrapAndSay(editor: EditorModel, ids: readonly string[]): void {
  if (!canWrap(editor, ids)) {
    toast.warning('Page breaks, endings, and sections cannot be in a section.')
    return
  }
  wrapBlocks(editor, ids)
  editor.announce('Put in a section.')
}

/** Moves blocks out of their section and says where they are then. */
export function takeOutAndSay(editor: EditorModel, ids: readonly string[]): void {
  takeOut(editor, ids)
  sayPlace(editor, ids, 'Taken out of the section.')
}

/** Removes a section around its blocks and says so. */
export function unwrapAndSay(editor: EditorModel, section: string): void {
  unwrapSection(editor, section)
  editor.announce('Ungrouped.')
}

/** Moves blocks to the end of a page, and says where they are then. */
export function moveToPageAndSay(editor: EditorModel, ids: readonly string[], pageId: string): void {
  moveToPage(editor, ids, pageId)
  const page = pagesOf(editor.kinds, editor.store.rows()).find(({ id }) => id === pageId)
  sayPlace(editor, ids, page ? `Moved to page ${page.number}.` : '')
}

/** Says to assistive technology what was done with blocks, and the place of the first of them. */
export function sayPlace(editor: EditorModel, ids: readonly string[], words: string): void {
  const { store } = editor
  const [first = ''] = topmost(editor, ids)
  const parent = store.parentOf(first)
  const siblings = store.childrenOf(parent)
  const within = parent === null ? '' : ` in ${sectionName(editor, parent)}`
  editor.announce(`${words} Position ${siblings.indexOf(first) + 1} of ${siblings.length}${within}.`.trim())
}

function sectionName(editor: EditorModel, id: string | null): string {
  const row = id === null ? undefined : editor.store.row(id)
  const title = row && isSection(editor, row.id) ? spoken(editor, titleOf(editor.kinds, row)).trim() : ''
  return title === '' ? 'the section' : `the section “${title}”`
}
