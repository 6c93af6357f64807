import type { EditorModel } from '../model.ts'

/** Blocks in the page's order. */
export function inOrder(editor: EditorModel, ids: Iterable<string>): string[] {
  const wanted = new Set(ids)
  return editor.store.order().filter((id) => wanted.has(id))
}

/** The blocks without those that stand in a section among them and go where it goes, in order. */
export function topmost(editor: EditorModel, ids: Iterable<string>): string[] {
  const wanted = new Set(ids)
  return inOrder(editor, wanted).filter((id) => !wanted.has(editor.store.parentOf(id) ?? ''))
}

/** The blocks with all that stand in sections among them, in order. */
export function withInside(editor: EditorModel, ids: Iterable<string>): string[] {
  return inOrder(
    editor,
    [...ids].flatMap((id) => [id, ...editor.store.childrenOf(id)]),
  )
}
