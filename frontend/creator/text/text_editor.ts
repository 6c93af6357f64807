import { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { TextSelection, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { showKeys, storeIds } from '../../../engine/logic/references.ts'
import { linesOf } from '@formwright/kit/pasted_lines'
import { nameChips } from './chip.ts'
import { documentOf, lineExtensions, placesIn, storedText } from './line_schema.ts'
import type { Names } from './names.ts'
import { drawText, selectionIn, type Span } from './static_text.ts'

/** Where the caret goes; a number counts characters and chips. */
export type Place = 'start' | 'end' | 'all' | number

/** What the place where a text stands says of it. */
export interface TextParts {
  names: Names | undefined
  multiline: boolean
  /** Somebody changed the text. */
  onText: (text: string) => void
  /** The text under the caret was changed from elsewhere: by undo, or by another person. */
  onRewritten?: () => void
  /** Whether the key was for somebody else than the text. Not asked while an input method composes. */
  onKey?: (event: KeyboardEvent) => boolean
  /** Whether what is typed is to stay out of the text. */
  onTyping?: (typed: string) => boolean
  /** Whether what is pasted was for somebody else than the text. */
  onPaste?: (event: ClipboardEvent) => boolean
}

const editors = new WeakMap<Element, TextEditor>()
/** Marks what is written from elsewhere: nobody typed it. */
const WRITTEN = 'written'

/** The editor of the text that stands in this element. */
export function editorOf(element: Element | null): TextEditor | undefined {
  return element ? editors.get(element) : undefined
}

/**
 * A text that is changed where it stands: stored as characters with `{#address}`, seen with chips. It is drawn as it is
 * until the pointer or the focus comes; then Tiptap is mounted into the very element, and leaves it with them. The
 * history is the draft's, none in here.
 */
export class TextEditor {
  #host: HTMLElement | undefined
  #editor: Editor | undefined
  #parts: TextParts = { names: undefined, multiline: false, onText() {} }
  #text = ''
  #wrong: Span | undefined
  #hovered = false
  /** what the element says of itself without the editor */
  #own: { className: string; role: string | null } = { className: '', role: null }

  /** Gives the text its element; returns what takes it back. */
  attach(host: HTMLElement): () => void {
    this.#host = host
    editors.set(host, this)
    return () => {
      this.#unmount()
      this.#host = undefined
    }
  }

  update(parts: TextParts): void {
    this.#parts = parts
  }

  /** The text as it is now: only what differs is changed, the caret stays. Not while an input method composes. */
  show(text: string): void {
    const { names, onRewritten } = this.#parts
    const view = this.#view
    this.#text = text
    if (!this.#host || view?.composing) return
    if (!view) this.#draw()
    else if (storedText(view.state.doc.content) !== text) {
      this.#write(documentOf(text, names !== undefined))
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
    if (!this.#focused) this.#unmount()
  }

  /** The focus comes. With the press of a pointer, the browser places the caret in what is mounted already. */
  focus(): void {
    if (this.#mount()) this.#view?.focus()
  }

  /** The focus goes; from the whole window it does not. */
  blur(): void {
    if (!this.#hovered && !this.#focused) this.#unmount()
  }

  /** Takes the focus, with the caret there. */
  place(where: Place): void {
    this.#host?.focus({ preventScroll: true })
    this.#mount()
    const view = this.#view
    if (!view) return
    const { doc, tr } = view.state
    const end = doc.content.size
    const at = typeof where === 'number' ? Math.min(where, end) : where === 'end' ? end : 0
    view.dispatch(tr.setSelection(TextSelection.create(doc, at, where === 'all' ? end : at)))
    view.focus()
  }

  /** Where the caret stands; undefined while the focus is elsewhere. */
  caret(): number | undefined {
    return this.#focused ? this.#view?.state.selection.to : undefined
  }

  /** The stored text in front of the caret. */
  textBefore(): string {
    const view = this.#view
    return view && this.#focused ? storedBefore(view) : ''
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
    return from === 0 && to === view.state.doc.content.size
  }

  /** Whether there is nothing in it. */
  isEmpty(): boolean {
    return (this.#view?.state.doc.content.size ?? this.#text.length) === 0
  }

  get #view(): EditorView | undefined {
    return this.#editor?.view
  }

  get #focused(): boolean {
    return this.#host !== undefined && this.#host === document.activeElement
  }

  #draw(): void {
    if (!this.#host) return
    drawText(this.#host, this.#text, this.#parts.names, this.#wrong)
    this.#sayWhetherEmpty(this.#text === '')
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
      extensions: lineExtensions(() => this.#parts.names),
      content: documentOf(this.#text, this.#parts.names !== undefined),
      onTransaction: ({ transaction }) => this.#changed(transaction),
      editorProps: {
        decorations: ({ doc }) => this.#decorations(doc),
        handleKeyDown: (view, event) => this.#key(view, event),
        handleTextInput: (_view, _from, _to, typed) => this.#parts.onTyping?.(typed) === true,
        handlePaste: (_view, event) => this.#paste(event),
        transformPastedText: (text) => this.#pasted(text),
        clipboardTextSerializer: ({ content }) =>
          showKeys(storedText(content), (id) => this.#parts.names?.nameOf(id)?.key),
        handleDOMEvents: {
          // nothing here is bold: what keys and menus of the browser do to letters is refused
          beforeinput: (_view, event) => event.inputType.startsWith('format') && refuse(event),
          // a key that was composed becomes a chip once it is read
          compositionend: () => void setTimeout(() => this.#settle()),
        },
      },
    })
    const { tr, doc } = this.#editor.state
    if (selected) {
      const [from, to] = selected.map((place) => Math.min(place, doc.content.size))
      this.#editor.view.updateState(
        this.#editor.state.apply(tr.setSelection(TextSelection.create(doc, from, to))),
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
    if (this.#parts.onKey?.(event)) return true
    const { state } = view
    if (event.key === 'Enter') {
      if (this.#parts.multiline) view.dispatch(state.tr.insertText('\n').scrollIntoView())
      return true
    }
    if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && !event.altKey) {
      // browsers leave out what stands before a chip
      this.place('all')
      return true
    }
    if ((event.key === 'Home' || event.key === 'End') && !event.ctrlKey && !event.metaKey && !event.altKey)
      return toEdge(view, event.key === 'End' ? state.doc.content.size : 0, event.shiftKey)
    if ((event.key === 'Backspace' || event.key === 'Delete') && !state.selection.empty) {
      view.dispatch(state.tr.deleteSelection().scrollIntoView())
      return true
    }
    return false
  }

  #paste(event: ClipboardEvent): boolean {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    return this.#parts.onPaste?.(event) === true || this.#pasted(text) === ''
  }

  /** What is pasted into one line is one. */
  #pasted(text: string): string {
    return this.#parts.multiline ? text.replace(/\r\n?/g, '\n') : linesOf(text).join(' ')
  }

  #changed(transaction: Transaction): void {
    if (!transaction.docChanged) return
    this.#sayWhetherEmpty(transaction.doc.content.size === 0)
    if (transaction.getMeta(WRITTEN) === undefined && !this.#settle()) this.#tell()
  }

  #tell(): void {
    const view = this.#view
    if (!view) return
    this.#text = storedText(view.state.doc.content)
    this.#parts.onText(this.#text)
  }

  /** A typed `{key}` becomes a chip, and the caret stands behind it. Whether there was one. */
  #settle(): boolean {
    const { names } = this.#parts
    const view = this.#view
    if (!view || !names || view.composing) return false
    const text = storedText(view.state.doc.content)
    const stored = storeIds(text, names.idOf)
    if (stored === text) return false
    const caret = placesIn(storeIds(storedBefore(view), names.idOf))
    this.#write(documentOf(stored, true), caret)
    this.#tell()
    return true
  }

  /** Changes what differs and leaves the rest, with the caret in it. */
  #write(content: ReturnType<typeof documentOf>, caret?: number): void {
    const view = this.#view
    if (!view) return
    const next = view.state.schema.nodeFromJSON(content)
    const tr = view.state.tr.setMeta(WRITTEN, true)
    const from = tr.doc.content.findDiffStart(next.content)
    const ends = tr.doc.content.findDiffEnd(next.content)
    if (from === null || !ends) return
    const overlap = Math.max(0, from - Math.min(ends.a, ends.b))
    tr.replace(from, ends.a + overlap, next.slice(from, ends.b + overlap))
    if (caret !== undefined) tr.setSelection(TextSelection.create(tr.doc, caret))
    view.dispatch(tr)
  }
}

function storedBefore({ state }: EditorView): string {
  return storedText(state.doc.cut(0, state.selection.to).content)
}

/** To the first or last place of the text, where that is on the caret's line: browsers stop short of a chip there. */
function toEdge(view: EditorView, edge: number, extend: boolean): boolean {
  const { doc, selection, tr } = view.state
  const here = view.coordsAtPos(selection.head)
  const there = view.coordsAtPos(edge)
  if (here.bottom <= there.top || there.bottom <= here.top) return false
  const anchor = extend ? selection.anchor : edge
  view.dispatch(tr.setSelection(TextSelection.create(doc, anchor, edge)).scrollIntoView())
  return true
}

function refuse(event: Event): true {
  event.preventDefault()
  return true
}
