import { toast } from '../../design/toasts.tsx'
import { removeBlocks } from './blocks/actions.ts'
import type { EditorModel } from './model.ts'
import { focusBlock } from './page/focus.ts'

/** Removes blocks and offers to take it back. */
export function removeWithToast(editor: EditorModel, ids: readonly string[]): void {
  if (ids.length === 0) return
  removeBlocks(editor, ids)
  const current = editor.selection.current()
  if (current !== undefined) requestAnimationFrame(() => focusBlock(current))
  toast.success(ids.length === 1 ? 'Block removed.' : `${ids.length} blocks removed.`, {
    label: 'Undo',
    click: () => undo(editor),
  })
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
