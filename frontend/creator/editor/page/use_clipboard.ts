import { useEffect } from 'react'
import { toast } from '../../../design/toasts.tsx'
import { inOrder, placeFor } from '../blocks/actions.ts'
import { copyBlocks, holdsBlocks, pasteBlocks } from '../blocks/clipboard.ts'
import { lastBeforeEndings } from '../blocks/pages.ts'
import type { EditorModel } from '../model.ts'
import { removeWithToast } from '../remove_with_toast.tsx'
import { focusBlock } from './focus.ts'

/** Copy, cut and paste of whole blocks, while no text has the focus; not for those who may only look. */
export function useClipboard(editor: EditorModel, readOnly: boolean): void {
  useEffect(() => {
    if (readOnly) return
    const copy = (event: ClipboardEvent) => {
      const ids = inOrder(editor, editor.selection.ids())
      if (!isBlock(document.activeElement) || ids.length === 0 || !event.clipboardData) return
      event.preventDefault()
      copyBlocks(editor, ids, event.clipboardData)
      if (event.type === 'cut') removeWithToast(editor, ids)
    }
    const paste = (event: ClipboardEvent) => {
      const data = event.clipboardData
      const after = data ? placeToPaste(editor, document.activeElement, data) : undefined
      if (!data || after === undefined) return
      event.preventDefault()
      editor.adding.set(undefined)
      const { count, missing, left } = pasteBlocks(editor, data, after)
      if (missing > 0) toast.warning(wordsOf(missing))
      if (left > 0)
        toast.warning(
          `The first ${count} lines became questions. ${left.toLocaleString('en')} were left out.`,
        )
      const current = editor.selection.current()
      if (count > 0 && current !== undefined) requestAnimationFrame(() => focusBlock(current))
    }
    document.addEventListener('copy', copy)
    document.addEventListener('cut', copy)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('cut', copy)
      document.removeEventListener('paste', paste)
    }
  }, [editor, readOnly])
}

/** A block, or its handle; no text and no control. Asked of what has the focus: these events go where a caret was last. */
function isBlock(target: Element | null): boolean {
  if (!(target instanceof HTMLElement) || target.isContentEditable) return false
  return target.dataset.block !== undefined || target.closest('[data-block] [aria-haspopup="menu"]') !== null
}

/** Behind which block a paste goes (null: in front of all); undefined when it is none of ours. */
function placeToPaste(
  editor: EditorModel,
  target: Element | null,
  data: DataTransfer,
): string | null | undefined {
  if (isBlock(target)) return inOrder(editor, editor.selection.ids()).at(-1) ?? placeFor(editor, '')
  if (target?.matches('body, #main, [data-page]')) return placeFor(editor, '')
  // the line for adding takes blocks, too; text is what one looks for there
  const line = target instanceof HTMLInputElement && target.closest('[data-page]') !== null
  if (!line || !holdsBlocks(data)) return undefined
  const adding = editor.adding.get()
  return adding ? adding.after : lastBeforeEndings(editor.kinds, editor.store.rows())
}

function wordsOf(missing: number): string {
  const what = missing === 1 ? 'a block that is' : `${missing} blocks that are`
  return `What was pasted refers to ${what} not in this form. The places are marked; choose another answer there.`
}
