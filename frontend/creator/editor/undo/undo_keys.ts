import { useEffect } from 'react'
import type { EditorModel } from '../model.ts'
import { redo, undo } from './undo.ts'

/**
 * Undo and redo by keys and by the browser's menus: one history, the draft's, wherever the focus is. A browser keeps one
 * list of what was typed for the whole page, and would take back in another text what was typed there last, unseen. So
 * its own undo is left only to what is no part of the draft (see `hasOwnUndo`), and there only within the field that has
 * the focus: before it changes another text it says of which, and is refused.
 */
export function useUndoKeys(editor: EditorModel, readOnly: boolean): void {
  useEffect(() => {
    if (readOnly) return
    const key = (event: KeyboardEvent) => {
      const step = stepOf(event)
      if (!step || hasOwnUndo(event.target)) return
      event.preventDefault()
      event.stopPropagation()
      step(editor)
    }
    const input = (event: InputEvent) => {
      const step = HISTORY[event.inputType]
      const { activeElement } = document
      if (!step || (hasOwnUndo(activeElement) && event.target === activeElement)) return
      event.preventDefault()
      if (!hasOwnUndo(activeElement)) step(editor)
    }
    // before anything on the page can keep it to itself
    window.addEventListener('keydown', key, { capture: true })
    window.addEventListener('beforeinput', input, { capture: true })
    return () => {
      window.removeEventListener('keydown', key, { capture: true })
      window.removeEventListener('beforeinput', input, { capture: true })
    }
  }, [editor, readOnly])
}

const HISTORY: Readonly<Record<string, (editor: EditorModel) => void>> = {
  historyUndo: (editor) => undo(editor),
  historyRedo: (editor) => redo(editor),
}

function stepOf(event: KeyboardEvent): ((editor: EditorModel) => void) | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.isComposing) return undefined
  const letter = event.key.toLowerCase()
  if (letter === 'y' && !event.shiftKey) return HISTORY.historyRedo
  if (letter !== 'z') return undefined
  return event.shiftKey ? HISTORY.historyRedo : HISTORY.historyUndo
}

/**
 * What is typed into a dialog in front of the editor, or into a field that says so, is not (yet) part of the draft:
 * there undo is the browser's own.
 */
function hasOwnUndo(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  const dialog = target.closest('[role=dialog]')
  if (dialog && !dialog.closest('[data-editor-side]')) return true
  return target.closest('[data-own-undo]') !== null
}
