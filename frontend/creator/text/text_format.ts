import type { Extensions, JSONContent } from '@tiptap/core'
import type { Fragment, Node } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import type { Names } from './names.ts'
import type { Span } from './static_text.ts'

/** What a text is besides where it stands: how it is stored, drawn and edited. */
export interface TextFormat<Value> {
  extensions(names: () => Names | undefined): Extensions
  /** Without `references` all of it is characters. */
  documentOf(value: Value, references: boolean): JSONContent
  valueOf(doc: Node): Value
  isSame(a: Value, b: Value): boolean
  isEmpty(value: Value): boolean
  isEmptyDocument(doc: Node): boolean
  /** Draws it as it is seen while no editor is mounted in its place. */
  draw(host: HTMLElement, value: Value, names: Names | undefined, wrong: Span | undefined): void
  /** What is written before the caret, as far as a menu beside the caret may look. */
  before(state: EditorState): string
  /** What makes a chip of a typed `{key}`; undefined where there is none. */
  settled(state: EditorState, names: Names): Transaction | undefined
  /** Whether the key was one of the text's own. */
  key(view: EditorView, event: KeyboardEvent, multiline: boolean): boolean
  /** Takes what is pasted or dropped; false leaves it to the editor, as the text that `pasted` makes of it. */
  insert(view: EditorView, data: DataTransfer, names: Names | undefined): boolean
  pasted(text: string, multiline: boolean): string
  /** A piece of it as plain text, for the clipboard. */
  copied(content: Fragment, names: Names | undefined): string
  /** Does what the browser's own menu asks for (`formatBold`), or nothing: no browser formats a text. */
  menu(view: EditorView, inputType: string): void
}
