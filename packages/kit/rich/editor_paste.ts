import { Node, Slice, type Schema } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'
import type { RichPlace, RichText } from './tree.ts'

/**
 * Puts what is pasted as HTML in place of what is selected, by the one parser (`richTextFromHtml`), which is loaded when it is
 * needed. False where it is longer than the place allows.
 */
export async function putHtml(view: EditorView, html: string, place: RichPlace): Promise<boolean> {
  const { richTextFromHtml } = await import('./from_html.ts')
  const result = richTextFromHtml(html, place)
  if (!('text' in result)) return false
  put(view, result.text)
  return true
}

/** Puts a rich text in place of what is selected. */
export function put(view: EditorView, { content }: RichText): void {
  if (content.length === 0 || view.isDestroyed) return
  const { schema }: { schema: Schema } = view.state
  const doc = Node.fromJSON(schema, { type: 'doc', content })
  view.dispatch(view.state.tr.replaceSelection(Slice.maxOpen(doc.content)).scrollIntoView())
}
