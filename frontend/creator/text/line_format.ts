import type { EditorState } from '@tiptap/pm/state'
import { showKeys, storeIds } from '../../../engine/logic/references.ts'
import { linesOf } from '@formwright/kit/pasted_lines'
import { documentOf, lineExtensions, placesIn, storedText } from './line_schema.ts'
import { rewrite } from './rewrite.ts'
import { drawText } from './static_text.ts'
import type { TextFormat } from './text_format.ts'

/** A plain text: stored as characters with `{#address}`, seen with chips. */
export const LINE: TextFormat<string> = {
  extensions: lineExtensions,
  documentOf,
  valueOf: (doc) => storedText(doc.content),
  isSame: (a, b) => a === b,
  isEmpty: (text) => text === '',
  isEmptyDocument: (doc) => doc.content.size === 0,
  draw: drawText,
  before,
  settled(state, names) {
    const text = storedText(state.doc.content)
    const stored = storeIds(text, names.idOf, names.addressIn)
    if (stored === text) return undefined
    return rewrite(
      state,
      documentOf(stored, true),
      placesIn(storeIds(before(state), names.idOf, names.addressIn)),
    )
  },
  key(view, event, multiline) {
    if (event.key !== 'Enter') return false
    if (multiline) view.dispatch(view.state.tr.insertText('\n').scrollIntoView())
    return true
  },
  // the schema has nothing but characters: what is pasted is
  insert: () => false,
  pasted(text, multiline) {
    if (multiline) return text.replace(/\r\n?/g, '\n')
    // what is pasted into one line is one; spaces around a word are part of it
    return /[\r\n]/.test(text) ? linesOf(text).join(' ') : text
  },
  copied: (content, names) => showKeys(storedText(content), (id) => names?.nameOf(id)?.key),
  menu() {},
}

function before({ doc, selection }: EditorState): string {
  return storedText(doc.cut(0, selection.to).content)
}
