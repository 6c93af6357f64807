import type { Op } from '../draft/row.ts'
import type { EditorModel } from '../model.ts'
import { withInside } from './block_order.ts'
import { withRoomOf } from './rows.ts'

/**
 * Removes blocks, sections with all that stands in them; those beside them take their room, and the block before them is
 * chosen then.
 */
export function removeBlocks(editor: EditorModel, ids: readonly string[]): void {
  const { store, selection } = editor
  const order = store.order()
  const gone = withInside(editor, ids)
  const first = order.indexOf(gone[0] ?? '')
  store.apply([...withRoomOf(editor, gone), ...gone.map((id): Op => ({ op: 'remove', id }))])
  const left = store.order()
  const next = left[Math.max(0, first - 1)] ?? left[0]
  if (next === undefined) selection.clear()
  else selection.only(next)
}
