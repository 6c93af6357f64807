import { toast } from '../../design/toasts.tsx'
import { removeBlocks } from './blocks/actions.ts'
import type { RowView } from './draft/store.ts'
import type { EditorModel } from './model.ts'
import { focusBlock } from './page/focus.ts'

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
    click: () => (store.newestStep() === step ? undo(editor) : putBack(editor, removed)),
  })
}

/** Other steps were made since: these blocks come back, and the steps stay. */
function putBack(editor: EditorModel, removed: readonly RowView[]): void {
  const gone = removed.filter(({ id }) => editor.store.row(id) === undefined)
  editor.store.apply(
    gone.map(({ id, kind, position, content }) => ({ op: 'put', id, kind, position, content })),
  )
}

/** Takes the newest step back; says so when someone else's change stands in the way. */
export function undo(editor: EditorModel): void {
  if (editor.store.undo() === 'skipped') {
    toast.warning('This step was not undone: someone else has changed the same block since.')
  }
}

/** Makes the step undone last again. */
export function redo(editor: EditorModel): void {
  if (editor.store.redo() === 'skipped') {
    toast.warning('This step was not repeated: someone else has changed the same block since.')
  }
}
