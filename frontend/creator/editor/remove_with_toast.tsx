import { toast } from '../../design/toasts.tsx'
import { removeBlocks } from './blocks/actions.ts'
import type { RowView } from './draft/store.ts'
import type { EditorModel } from './model.ts'
import { blockWithFocus, focusBlock } from './page/focus.ts'

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

/** Takes the newest step back; says so when a newer change, as someone else's, stands in the way. */
export function undo(editor: EditorModel): void {
  const outcome = holdingFocus(editor, () => editor.store.undo())
  if (outcome === 'done') editor.announce('Undone.')
  if (outcome === 'skipped')
    toast.warning('This step was not undone: it would overwrite a newer change, such as someone else’s.')
}

/** Makes the step undone last again. */
export function redo(editor: EditorModel): void {
  const outcome = holdingFocus(editor, () => editor.store.redo())
  if (outcome === 'done') editor.announce('Done again.')
  if (outcome === 'skipped')
    toast.warning('This step was not repeated: it would overwrite a newer change, such as someone else’s.')
}

/** Where the block that has the focus goes with a step, the focus goes to the one before it. */
function holdingFocus<T>(editor: EditorModel, step: () => T): T {
  const { store, selection } = editor
  const place = store.order().indexOf(blockWithFocus() ?? selection.current() ?? '')
  const outcome = step()
  requestAnimationFrame(() => {
    const order = store.order()
    const next = order[Math.max(0, place - 1)] ?? order.at(-1)
    if (document.activeElement !== document.body || place < 0 || next === undefined) return
    const current = selection.current() ?? next
    selection.only(current)
    focusBlock(current)
  })
  return outcome
}
