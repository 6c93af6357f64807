import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { toast } from '../../design/toasts.tsx'
import { newFormOf } from '../forms/new_form.ts'
import { addFirstQuestion } from './blocks/add_blocks.ts'
import { leftOut, pasteLines } from './blocks/clipboard.ts'
import { insertionPointAtEnd } from './blocks/insertion_point.ts'
import type { EditorModel } from './model.ts'
import { selectTitle } from './page/focus.ts'

/** A form that was just made has its title selected, and under it a first question or those that were pasted. */
export function useNewDraft(editor: EditorModel): void {
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const [made] = useState(() => newFormOf(state))
  useEffect(() => {
    if (!made) return
    if (editor.store.order().length === 0) {
      if (made.questions === undefined) addFirstQuestion(editor)
      else {
        const pasted = pasteLines(editor, made.questions, insertionPointAtEnd(editor))
        if (pasted.left > 0) toast.warning(leftOut(pasted))
        editor.selection.clear()
      }
      editor.wantedFocus.set(undefined)
    }
    selectTitle()
    // once: Back and a reload find the form as it is then
    void navigate(pathname, { replace: true })
  }, [editor, made, navigate, pathname])
}
