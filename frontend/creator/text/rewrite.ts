import { Node } from '@tiptap/pm/model'
import { TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state'

/** Changes what differs from another document and leaves the rest, with the caret in it; undefined where nothing does. */
export function rewrite(state: EditorState, content: object, caret?: number): Transaction | undefined {
  const next = Node.fromJSON(state.schema, content)
  const { tr } = state
  const from = tr.doc.content.findDiffStart(next.content)
  const ends = tr.doc.content.findDiffEnd(next.content)
  if (from === null || !ends) return undefined
  const overlap = Math.max(0, from - Math.min(ends.a, ends.b))
  tr.replace(from, ends.a + overlap, next.slice(from, ends.b + overlap))
  if (caret !== undefined) tr.setSelection(TextSelection.create(tr.doc, caret))
  return tr
}
