import { toast } from '../../design/toasts.tsx'
import { withInside } from './blocks/block_order.ts'
import { removeBlocks } from './blocks/remove_blocks.ts'
import { widthOf, widthsOf, withWidths } from './blocks/rows.ts'
import { isSection } from './blocks/sections.ts'
import { usesOf } from './blocks/uses.ts'
import type { Op } from './draft/row.ts'
import type { RowView } from './draft/row_view.ts'
import type { EditorModel } from './model.ts'
import { focusBlock } from './page/focus.ts'
import { undo } from './undo/undo.ts'

/** Removes blocks, says what stood on them, and offers to take it back. */
export function removeWithToast(editor: EditorModel, ids: readonly string[]): void {
  if (ids.length === 0) return
  void removeAndSay(editor, ids, 'always')
  const current = editor.selection.current()
  if (current !== undefined) requestAnimationFrame(() => focusBlock(current))
}

/** Removes a block that says nothing. That is told only where something stood on it; the focus is left to the caller. */
export function removeEmptyBlock(editor: EditorModel, id: string): void {
  void removeAndSay(editor, [id], 'in-use')
}

/** The blocks go at once; what stood on them is told as soon as it is known. */
async function removeAndSay(
  editor: EditorModel,
  ids: readonly string[],
  told: 'always' | 'in-use',
): Promise<void> {
  const { store } = editor
  const gone = withInside(editor, ids)
  const removed = gone.flatMap((id) => store.row(id) ?? [])
  const widths = widthsOf(editor)
  const said = removedWords(editor, ids, gone)
  const reading = usesOf(editor, gone)
  removeBlocks(editor, ids)
  const step = store.newestStep()
  const wider = store.rows().filter(({ id, content }) => widthOf(content) !== widths.get(id))
  const uses = await reading
  const areBack = () => ids.every((id) => store.row(id) !== undefined)
  // taken back meanwhile
  if (areBack()) return
  if (uses === undefined && told === 'in-use') return
  const undoing = {
    label: 'Undo',
    click: () => {
      if (store.newestStep() === step) undo(editor)
      else putBack(editor, removed, narrower(editor, wider, widths))
      choose(
        editor,
        ids.filter((id) => store.row(id) !== undefined),
      )
    },
  }
  // by keys or by a button they may come back before the message is gone: nothing is removed any more
  const stop = store.subscribe('order', () => areBack() && hide())
  const action = { ...undoing, gone: stop }
  const hide = uses === undefined ? toast.success(said, action) : toast.warning(`${said} ${uses}`, action)
}

/** What went, in words. */
function removedWords(editor: EditorModel, ids: readonly string[], gone: readonly string[]): string {
  const [only = ''] = ids
  if (ids.length === 1 && isSection(editor, only) && gone.length > 1)
    return `Section removed with ${gone.length === 2 ? '1 block' : `${gone.length - 1} blocks`}.`
  return gone.length === 1 ? 'Block removed.' : `${gone.length} blocks removed.`
}

/** Chooses blocks, and takes the focus there: the button that brought them back is about to go. */
function choose(editor: EditorModel, ids: readonly string[]): void {
  const last = ids.at(-1)
  if (last === undefined) return
  editor.selection.several(ids)
  requestAnimationFrame(() => focusBlock(last))
}

/** How wide those were that took the room of what was removed: the ones that still stand there as it made them. */
function narrower(
  { store }: EditorModel,
  wider: readonly RowView[],
  widths: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const there = wider.filter(({ id, parent, position, content }) => {
    const now = store.row(id)
    return now?.parent === parent && now.position === position && widthOf(now.content) === widthOf(content)
  })
  return new Map(there.map(({ id }) => [id, widths.get(id) ?? 'full']))
}

/** Other steps were made since: these blocks come back, and the steps stay. */
function putBack(
  editor: EditorModel,
  removed: readonly RowView[],
  widths: ReadonlyMap<string, string>,
): void {
  const gone = removed.filter(({ id }) => editor.store.row(id) === undefined)
  const puts = gone.map(({ id, kind, parent, position, content }): Op => ({
    op: 'put',
    id,
    kind,
    parent,
    position,
    content,
  }))
  editor.store.apply(withWidths(editor, widths, puts))
}
