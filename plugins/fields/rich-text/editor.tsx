import { Editor, Extension } from '@tiptap/core'
import { history, redo, undo } from '@tiptap/pm/history'
import { keymap } from '@tiptap/pm/keymap'
import { Selection, type Command, type EditorState } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { richKey } from '@formwright/kit/rich/editor_commands'
import { put, putHtml } from '@formwright/kit/rich/editor_paste'
import { richExtensions } from '@formwright/kit/rich/editor_schema'
import { readRichText, type RichPlace, type RichText } from '@formwright/kit/rich/tree'
import type { Raw } from './answer.ts'
import { treeOfText } from './plain.ts'

/** Tiptap over an answer: what is typed in it is told as a tree, and nothing comes in that its place does not allow. */
export class AnswerEditor {
  readonly #place: RichPlace
  readonly #editor: Editor
  readonly #watchers = new Set<() => void>()
  /** what the editor shows, as it was set or told last */
  #shown: Raw
  #set: (raw: Raw) => void = () => {}

  constructor(id: string, place: RichPlace, raw: Raw) {
    this.#place = place
    this.#shown = raw
    this.#editor = new Editor({
      element: null,
      injectCSS: false,
      enableCoreExtensions: false,
      enableInputRules: false,
      enablePasteRules: false,
      extensions: [...richExtensions(place), withHistory],
      content: this.#documentOf(raw),
      onTransaction: ({ transaction }) => {
        if (transaction.docChanged && transaction.getMeta(WRITTEN) === undefined) this.#tell()
        for (const listener of this.#watchers) listener()
      },
      editorProps: {
        attributes: {
          id,
          class: 'fw-input fw-rich',
          role: 'textbox',
          'aria-multiline': 'true',
          tabindex: '0',
        },
        handleKeyDown: (view, event) => isOfText(event) && richKey(view, event),
        handlePaste: (view, event) => this.#paste(view, event),
      },
    })
  }

  mount(host: HTMLElement): void {
    this.#editor.mount(host)
    const { state, view } = this.#editor
    // who was typing when the editor came goes on behind what was typed
    view.dispatch(state.tr.setSelection(Selection.atEnd(state.doc)))
  }

  end(): void {
    this.#editor.destroy()
  }

  /** What the control holds now; shown where it was not typed here. */
  hold(raw: Raw, disabled: boolean, set: (raw: Raw) => void): void {
    this.#set = set
    if (this.#editor.isEditable === disabled) this.#editor.setEditable(!disabled, false)
    if (JSON.stringify(raw) === JSON.stringify(this.#shown)) return
    this.#shown = raw
    const { schema, tr, doc } = this.#editor.state
    const next = schema.nodeFromJSON(this.#documentOf(raw))
    this.#editor.view.dispatch(tr.replaceWith(0, doc.content.size, next.content).setMeta(WRITTEN, true))
  }

  /** What the control says of itself. */
  describe(attributes: Readonly<Record<string, string>>): void {
    const { dom } = this.#editor.view
    for (const [name, value] of Object.entries(attributes)) {
      if (value === '' || value === 'false') dom.removeAttribute(name)
      else dom.setAttribute(name, value)
    }
  }

  focus(): void {
    this.#editor.view.focus()
  }

  /** Does something to the text where the caret is, which has the focus then. */
  run(command: Command): void {
    const { view } = this.#editor
    if (!view.editable) return
    command(view.state, (tr) => view.dispatch(tr), view)
    view.focus()
  }

  state = (): EditorState => this.#editor.state

  /** Tells of every change of document or selection. */
  watch = (listener: () => void): (() => void) => {
    this.#watchers.add(listener)
    return () => this.#watchers.delete(listener)
  }

  #tell(): void {
    const text = this.#read(this.#editor.state.doc.toJSON())
    this.#shown = text
    this.#set(text)
  }

  #read(value: unknown): RichText {
    const result = readRichText(value, this.#place)
    return 'text' in result ? result.text : { type: 'doc', content: [] }
  }

  #documentOf(raw: Raw): RichText {
    const { content } = this.#read(typeof raw === 'string' ? treeOfText(raw) : raw)
    return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] }
  }

  /** HTML goes through the one parser, lines become paragraphs; what was copied in an editor like this one stays as it was. */
  #paste(view: EditorView, { clipboardData }: ClipboardEvent): boolean {
    const html = clipboardData?.getData('text/html') ?? ''
    const plain = clipboardData?.getData('text/plain') ?? ''
    if (html.includes('data-pm-slice') || (html === '' && !/[\r\n]/.test(plain))) return false
    const putLines = () => put(view, this.#read(treeOfText(plain.replace(/\r\n?/g, '\n'))))
    if (html === '') putLines()
    // where the parser does not come, or takes no more, its text is better than nothing
    else void putHtml(view, html, this.#place).then((isPut) => isPut || putLines(), putLines)
    return true
  }
}

/** Marks what is written from elsewhere: nobody typed it. */
const WRITTEN = 'written'

const withHistory = Extension.create({
  name: 'history',
  addProseMirrorPlugins: () => [history(), keymap({ 'Mod-z': undo, 'Mod-y': redo, 'Mod-Shift-z': redo })],
})

/** Tab leads on, as in every form: buttons indent a list. */
function isOfText({ key }: KeyboardEvent): boolean {
  return key !== 'Tab'
}
