import { toast } from '../../design/toasts.tsx'
import { removeBlocks } from './blocks/actions.ts'
import type { RowView } from './draft/store.ts'
import type { EditorModel } from './model.ts'
import { focusBlock } from './page/focus.ts'
import { undo } from './undo/undo.ts'

/** Removes blocks and offers to take it back. */
export function removeWithToast(editor: EditorModel, ids: readonly string[]): void {
  if (ids.length === 0) return
  const { store } = editor
  const removed = ids.flatMap((id) => store.row(id) ?? [])
  removeBlocks(editor, ids)
  const step = store.newestStep()
  const current = editor.selection.current()
  if (current !== undefined) requestAnimationFrame(() => focusBlock(current))
  toast.success(ids.length === 1 ? 'Block removed.' : `${ids.length} blocks removed.`, {
    label: 'Undo',
    click: () => {
      if (store.newestStep() === step) undo(editor)
      else putBack(editor, removed)
      choose(
        editor,
        ids.filter((id) => store.row(id) !== undefined),
      )
    },
  })
}

/** Chooses blocks, and takes the focus there: the button that brought them back is about to go. */
function choose(editor: EditorModel, ids: readonly string[]): void {
  const last = ids.at(-1)
  if (last === undefined) return
  editor.selection.several(ids)
  requestAnimationFrame(() => focusBlock(last))
}

/** Other steps were made since: these blocks come back, and the steps stay. */
function putBack(editor: EditorModel, removed: readonly RowView[]): void {
  const gone = removed.filter(({ id }) => editor.store.row(id) === undefined)
  editor.store.apply(
    gone.map(({ id, kind, position, content }) => ({ op: 'put', id, kind, position, content })),
  )
}
