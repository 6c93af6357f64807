import { moveBy, moveToPage } from '../blocks/actions.ts'
import { pagesOf } from '../blocks/pages.ts'
import type { EditorModel } from '../model.ts'

/** Moves blocks one place up or down, and says where they are then. */
export function moveAndSay(editor: EditorModel, ids: readonly string[], step: -1 | 1): void {
  if (moveBy(editor, ids, step)) sayPlace(editor, ids, 'Moved.')
  else sayPlace(editor, ids, step === -1 ? 'Already the first.' : 'Already the last.')
}

/** Moves blocks to the end of a page, and says where they are then. */
export function moveToPageAndSay(editor: EditorModel, ids: readonly string[], pageId: string): void {
  moveToPage(editor, ids, pageId)
  const page = pagesOf(editor.kinds, editor.store.rows()).find(({ id }) => id === pageId)
  sayPlace(editor, ids, page ? `Moved to page ${page.number}.` : '')
}

/** Says to assistive technology what was done with blocks, and the place of the first of them. */
export function sayPlace(editor: EditorModel, ids: readonly string[], words: string): void {
  const order = editor.store.order()
  const place = order.findIndex((id) => ids.includes(id)) + 1
  editor.announce(`${words} Position ${place} of ${order.length}.`.trim())
}
