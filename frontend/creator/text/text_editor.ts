import { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import {
  AllSelection,
  Selection,
  TextSelection,
  type Command,
  type EditorState,
  type Transaction,
} from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { nameChips } from './chip.ts'
import type { Names } from './names.ts'
import { rewrite } from './rewrite.ts'
import { selectionIn, type Span } from './static_text.ts'
import type { TextFormat } from './text_format.ts'

/** Where the caret goes; a number is a position in the document. */
export type Place = 'start' | 'end' | 'all' | number

/** What the place where a text stands says of it. */
export interface TextParts<Value> {
  names: Names | undefined
  multiline: boolean
  /** Somebody changed the text. */
  onText(text: Value): void
  /** The text under the caret was changed from elsewhere: by undo, or by another person. */
  onRewritten?: () => void
  /** Whether the key was for somebody else than the text. Not asked while an input method composes. */
  onKey?: (event: KeyboardEvent) => boolean
  /** Whether what is typed is to stay out of the text. */
  onTyping?: (typed: string) => boolean
  /** Whether what is pasted was for somebody else than the text. */
  onPaste?: (event: ClipboardEvent) => boolean
}

/** What the rest of the editor asks of a text, whatever it may hold. */
export type AnyTextEditor = Pick<
  TextEditor<never>,
  'place' | 'caret' | 'textBefore' | 'with' | 'type' | 'caretBox' | 'allSelected' | 'isEmpty'
>

const editors = new WeakMap<Element, AnyTextEditor>()
/** Marks what is written from elsewhere: nobody typed it. */
const WRITTEN = 'written'

/** The editor of the text that stands in this element. */
export function editorOf(element: Element | null): AnyTextEditor | undefined {
  return element ? editors.get(element) : undefined
}

/**
 * A text that is changed where it stands, plain or rich (`TextFormat`). It is drawn as it is until the pointer or the focus comes; then Tiptap is mounted into the very element, and leaves it with them. The
 * history is the draft's, none in here.
 */
export class TextEditor<Value> {
  readonly #format: TextFormat<Value>
  #host: HTMLElement | undefined
  #editor: Editor | undefined
  #parts: TextParts<Value> = { names: undefined, multiline: false, onText() {} }
  #text: Value
  #wrong: Span | undefined
  #hovered = false
  /** something beside the text that works on it has the focus: its toolbar, a dialog */
  #held = false
  readonly #watchers = new Set<() => void>()
  /** what the element says of itself without the editor */
  #own: { className: string; role: string | null } = { className: '', role: null }

  constructor(format: TextFormat<Value>, empty: Value) {
    this.#format = format
    this.#text = empty
  }

  /** Gives the text its element; returns what takes it back. */
  attach(host: HTMLElement): () => void {
    this.#host = host
    editors.set(host, this)
    return () => {
      this.#unmount()
      this.#host = undefined
    }
  }

  update(parts: TextParts<Value>): void {
    this.#parts = parts
  }

  /** The text as it is now: only what differs is changed, the caret stays. Not while an input method composes. */
  show(text: Value): void {
    const { names, onRewritten } = this.#parts
    const view = this.#view
    this.#text = text
    if (!this.#host || view?.composing) return
    if (!view) this.#draw()
    else if (!this.#format.isSame(this.#format.valueOf(view.state.doc), text)) {
      this.#write(rewrite(view.state, this.#format.documentOf(text, names !== undefined)))
      if (this.#focused) onRewritten?.()
    }
    if (names) nameChips(this.#host, names)
  }

  /** Marks what is wrong in the text. */
  mark(wrong: Span | undefined): void {
    if (this.#wrong?.[0] === wrong?.[0] && this.#wrong?.[1] === wrong?.[1]) return
    this.#wrong = wrong
    const view = this.#view
    if (!view) this.#draw()
    else if (!view.composing) view.updateState(view.state)
  }

  /** The pointer comes: whatever it does next meets an editor. */
  enter(): void {
    this.#hovered = true
    this.#mount()
  }

  /** The pointer goes. */
  leave(): void {
    this.#hovered = false
    this.blur()
  }

  /** The focus comes. With the press of a pointer, the browser places the caret in what is mounted already. */
  focus(): void {
    if (this.#mount()) this.#view?.focus()
  }

  /** The focus goes; from the whole window it does not. */
  blur(): void {
    if (!this.#hovered && !this.#held && !this.#focused) this.#unmount()
  }

  /** Keeps the editor, and what is selected in it, while what works on the text has the focus. */
  hold(held: boolean): void {
    this.#held = held
    if (held) this.#mount()
    else this.blur()
  }

  /** Does something to the text where the caret is, which has the focus then. */
  run(command: Command): void {
    if (!this.#view) this.place('end')
    const view = this.#view
    if (!view) return
    command(view.state, (tr) => view.dispatch(tr), view)
    view.focus()
  }

  /** The document and the selection as they are now, while an editor is mounted. */
  state = (): EditorState | undefined => this.#view?.state

  /** Tells of every change of document or selection. */
  watch = (listener: () => void): (() => void) => {
    this.#watchers.add(listener)
    return () => this.#watchers.delete(listener)
  }

  /** Takes the focus, with the caret there. */
  place(where: Place): void {
    this.#host?.focus({ preventScroll: true })
    this.#mount()
    const view = this.#view
    if (!view) return
    view.dispatch(view.state.tr.setSelection(selectionAt(view.state.doc, where)))
    view.focus()
  }

  /** Where the caret stands; undefined while the focus is elsewhere. */
  caret(): number | undefined {
    const view = this.#view
    if (!view || !this.#focused) return undefined
    // the browser tells of a caret that a key just moved a moment later
    const { focusNode, focusOffset } = document.getSelection() ?? {}
    return focusNode && focusOffset !== undefined && view.dom.contains(focusNode)
      ? view.posAtDOM(focusNode, focusOffset)
      : view.state.selection.to
  }

  /** The stored text in front of the caret. */
  textBefore(): string {
    const view = this.#view
    return view && this.#focused ? this.#format.before(view.state) : ''
  }

  /** The stored text as it would be with this in place of what is selected. */
  with(typed: string): string {
    const { state } = this.#view ?? {}
    if (!state) return typed
    const tr = state.tr.insertText(typed)
    return this.#format.before(state.apply(tr.setSelection(selectionAt(tr.doc, 'end'))))
  }

  /** Types a text in place of so many characters before the caret, which then stands so many before its end. */
  type(text: string, instead: number, back: number): void {
    const view = this.#view
    if (!view) return
    const { to } = view.state.selection
    view.dispatch(view.state.tr.insertText(text, to - instead, to))
    if (back > 0) this.place(view.state.selection.to - back)
  }

  /** Where the caret stands in the window. */
  caretBox(): { left: number; top: number; bottom: number } | undefined {
    const view = this.#view
    return view && view.coordsAtPos(view.state.selection.to)
  }

  /** Whether all of the text is selected. */
  allSelected(): boolean {
    const view = this.#view
    if (!view) return false
    const { from, to } = view.state.selection
    const all = selectionAt(view.state.doc, 'all')
    return from <= all.from && to >= all.to
  }

  /** Whether there is nothing in it. */
  isEmpty(): boolean {
    const { state } = this.#view ?? {}
    return state ? this.#format.isEmptyDocument(state.doc) : this.#format.isEmpty(this.#text)
  }

  get #view(): EditorView | undefined {
    return this.#editor?.view
  }

  get #focused(): boolean {
    return this.#host !== undefined && this.#host === document.activeElement
  }

  #draw(): void {
    if (!this.#host) return
    this.#format.draw(this.#host, this.#text, this.#parts.names, this.#wrong)
    this.#sayWhetherEmpty(this.#format.isEmpty(this.#text))
  }

  /** The placeholder stands where there is no text. */
  #sayWhetherEmpty(empty: boolean): void {
    this.#host?.toggleAttribute('data-empty', empty)
  }

  /** Whether that was to be done. */
  #mount(): boolean {
    const host = this.#host
    if (!host || this.#editor) return false
    this.#own = { className: host.className, role: host.role }
    const selected = selectionIn(host)
    this.#editor = new Editor({
      element: null,
      injectCSS: false,
      enableCoreExtensions: false,
      enableInputRules: false,
      enablePasteRules: false,
      extensions: this.#format.extensions(() => this.#parts.names),
      content: this.#format.documentOf(this.#text, this.#parts.names !== undefined),
      onTransaction: ({ transaction }) => this.#changed(transaction),
      editorProps: {
        decorations: ({ doc }) => this.#decorations(doc),
        handleKeyDown: (view, event) => this.#key(view, event),
        handleTextInput: (_view, _from, _to, typed) => this.#parts.onTyping?.(typed) === true,
        transformPastedText: (text) => this.#format.pasted(text, this.#parts.multiline),
        clipboardTextSerializer: ({ content }) => this.#format.copied(content, this.#parts.names),
        handleDOMEvents: {
          paste: (view, event) => this.#paste(view, event) && refuse(event),
          drop: (view, event) => this.#drop(view, event) && refuse(event),
          // what keys and menus of the browser do to letters is refused
          beforeinput: (view, event) => {
            if (!event.inputType.startsWith('format')) return false
            this.#format.menu(view, event.inputType)
            return refuse(event)
          },
          // a key that was composed becomes a chip once it is read
          compositionend: () => void setTimeout(() => this.#settle()),
        },
      },
    })
    const { tr, doc } = this.#editor.state
    if (selected) {
      const [from, to] = selected.map((place) => doc.resolve(Math.min(place, doc.content.size)))
      this.#editor.view.updateState(
        this.#editor.state.apply(tr.setSelection(TextSelection.between(from, to))),
      )
    }
    this.#editor.mount({ mount: host })
    return true
  }

  #unmount(): void {
    if (!this.#editor || !this.#host) return
    this.#editor.destroy()
    this.#editor = undefined
    // of the element's own it takes along what it has a say in, too
    Object.assign(this.#host, this.#own, { contentEditable: 'true' })
    this.#draw()
  }

  #decorations(doc: Node): DecorationSet | undefined {
    if (!this.#wrong) return undefined
    const [from, to] = this.#wrong.map((place) => Math.min(place, doc.content.size))
    return DecorationSet.create(doc, [Decoration.inline(from, to, { 'data-wrong': '' })])
  }

  #key(view: EditorView, event: KeyboardEvent): boolean {
    readSelection()
    if (this.#parts.onKey?.(event)) return true
    const { state } = view
    if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && !event.altKey) {
      // browsers leave out what stands before a chip
      this.place('all')
      return true
    }
    // browsers move the caret out of such a selection a moment after the key, and what is typed until then replaces it all
    const edge = state.selection instanceof AllSelection ? edgeOf(event, view.dom) : undefined
    if (edge) {
      view.dispatch(state.tr.setSelection(selectionAt(state.doc, edge)))
      return true
    }
    if ((event.key === 'Home' || event.key === 'End') && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const { $head } = state.selection
      return toEdge(view, event.key === 'End' ? $head.end() : $head.start(), event.shiftKey)
    }
    if (this.#format.key(view, event, this.#parts.multiline)) return true
    if ((event.key === 'Backspace' || event.key === 'Delete') && !state.selection.empty) {
      view.dispatch(state.tr.deleteSelection().scrollIntoView())
      return true
    }
    return false
  }

  /** Whether nothing is left to do for what is pasted. */
  #paste(view: EditorView, event: ClipboardEvent): boolean {
    if (this.#parts.onPaste?.(event) === true) return true
    const data = event.clipboardData
    if (!data || this.#format.insert(view, data, this.#parts.names)) return true
    return this.#format.pasted(data.getData('text/plain'), this.#parts.multiline) === ''
  }

  /** What is dragged within the text is moved by the editor. */
  #drop(view: EditorView, event: DragEvent): boolean {
    if (view.dragging || !event.dataTransfer) return false
    const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
    if (!at) return false
    view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(at.pos))))
    return this.#format.insert(view, event.dataTransfer, this.#parts.names)
  }

  #changed(transaction: Transaction): void {
    for (const listener of this.#watchers) listener()
    if (!transaction.docChanged) return
    this.#sayWhetherEmpty(this.#format.isEmptyDocument(transaction.doc))
    if (transaction.getMeta(WRITTEN) === undefined && !this.#settle()) this.#tell()
  }

  #tell(): void {
    const view = this.#view
    if (!view) return
    this.#text = this.#format.valueOf(view.state.doc)
    this.#parts.onText(this.#text)
  }

  /** A typed `{key}` becomes a chip, and the caret stands behind it. Whether there was one. */
  #settle(): boolean {
    const { names } = this.#parts
    const view = this.#view
    if (!view || !names || view.composing) return false
    const settled = this.#format.settled(view.state, names)
    if (!settled) return false
    this.#write(settled)
    this.#tell()
    return true
  }

  #write(tr: Transaction | undefined): void {
    if (tr) this.#view?.dispatch(tr.setMeta(WRITTEN, true))
  }
}

function selectionAt(doc: Node, where: Place): Selection {
  if (where === 'start') return Selection.atStart(doc)
  if (where === 'end') return Selection.atEnd(doc)
  if (where === 'all')
    return doc.inlineContent ? TextSelection.create(doc, 0, doc.content.size) : new AllSelection(doc)
  return Selection.near(doc.resolve(Math.min(where, doc.content.size)))
}

/** To the first or last place of a line of the document, where that is on the caret's line: browsers stop short of a chip there. */
function toEdge(view: EditorView, edge: number, extend: boolean): boolean {
  const { doc, selection, tr } = view.state
  const here = view.coordsAtPos(selection.head)
  const there = view.coordsAtPos(edge)
  if (here.bottom <= there.top || there.bottom <= here.top) return false
  const anchor = extend ? selection.anchor : edge
  view.dispatch(tr.setSelection(TextSelection.create(doc, anchor, edge)).scrollIntoView())
  return true
}

/** On a busy page the browser tells of a selection after the next key, which is meant for it: it is read at once. */
function readSelection(): void {
  document.dispatchEvent(new Event('selectionchange'))
}

function refuse(event: Event): true {
  event.preventDefault()
  return true
}

/** The edge of a whole text that a key leads to, in its direction of reading; undefined for other keys. */
function edgeOf(event: KeyboardEvent, text: Element): 'start' | 'end' | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return undefined
  const onward = getComputedStyle(text).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  if (['End', 'ArrowDown', onward].includes(event.key)) return 'end'
  return ['Home', 'ArrowUp', 'ArrowLeft', 'ArrowRight'].includes(event.key) ? 'start' : undefined
}
