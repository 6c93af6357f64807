import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view'
import type { Settings } from './field.ts'
import { supportOf } from './languages.ts'
import { colours, look } from './look.ts'

/** What the control holds and says of itself. */
export interface Shown {
  raw: string
  disabled: boolean
  attributes: Readonly<Record<string, string>>
  placeholder: string
  set(raw: string): void
}

/**
 * CodeMirror over an answer. It stands in a shadow root: only there it brings its styles as the policy of the page wants
 * them.
 */
export class CodeEditor {
  readonly #view: EditorView
  readonly #own = new Compartment()
  readonly #language = new Compartment()
  /** what the editor shows, as it was set or told last */
  #raw: string
  #said = ''
  #set: (raw: string) => void = () => {}

  constructor(host: HTMLElement, raw: string, { language, lineNumbers: numbered }: Settings) {
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true })
    this.#raw = raw
    this.#view = new EditorView({
      root,
      parent: root,
      doc: raw,
      // who was typing when the editor came goes on behind what was typed
      selection: { anchor: EditorState.create({ doc: raw }).doc.length },
      extensions: [
        numbered ? lineNumbers() : [],
        history(),
        indentOnInput(),
        indentUnit.of('  '),
        bracketMatching(),
        waysOut,
        keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.lineWrapping,
        look,
        this.#language.of([]),
        this.#own.of([]),
        EditorView.updateListener.of(({ docChanged, transactions }) => {
          if (docChanged && !transactions.some((one) => one.annotation(written))) this.#tell()
        }),
      ],
    })
    // the focus that the root is given goes to the first thing in it that takes one: the code
    this.#view.scrollDOM.removeAttribute('tabindex')
    void supportOf(language).then((support) => {
      if (support) this.#view.dispatch({ effects: this.#language.reconfigure(support) })
    })
  }

  end(): void {
    this.#view.destroy()
  }

  focus = (): void => this.#view.focus()

  /** Shows what the control holds now, where it was not typed here, and says what it says of itself. */
  hold({ raw, disabled, attributes, placeholder: words, set }: Shown): void {
    this.#set = set
    const said = JSON.stringify([disabled, attributes, words])
    if (said !== this.#said) {
      this.#said = said
      const own: Extension = [
        EditorState.readOnly.of(disabled),
        EditorView.editable.of(!disabled),
        EditorView.contentAttributes.of(attributes),
        placeholder(words),
        // what cannot be changed is as pale as in every other field
        disabled ? [] : colours,
      ]
      this.#view.dispatch({ effects: this.#own.reconfigure(own) })
    }
    if (raw === this.#raw) return
    this.#raw = raw
    const changes = { from: 0, to: this.#view.state.doc.length, insert: raw }
    this.#view.dispatch({ changes, annotations: written.of(true) })
  }

  #tell(): void {
    this.#raw = this.#view.state.doc.toString()
    this.#set(this.#raw)
  }
}

/** Marks what is written from elsewhere: nobody typed it. */
const written = Annotation.define<boolean>()

/**
 * Tab leads through, as in every form, until something is typed or pressed here; then it indents, as in every editor. After
 * Escape it leads out again, however long that takes.
 */
const waysOut = [
  keymap.of([
    {
      any: (view, { key }) => {
        if (!['Escape', 'Tab', 'Shift'].includes(key)) view.setTabFocusMode(false)
        if (key === 'Escape') view.setTabFocusMode(true)
        return false
      },
    },
  ]),
  EditorView.domEventHandlers({
    focus: (_, view) => view.setTabFocusMode(true),
    click: (_, view) => view.setTabFocusMode(false),
  }),
]
