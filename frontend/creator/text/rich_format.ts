import { getSchema } from '@tiptap/core'
import { DOMSerializer, Node } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { showKeys, storeIds } from '../../../engine/logic/references.ts'
import { richKey, toggle } from '@formwright/kit/rich/editor_commands'
import { put, putHtml } from '@formwright/kit/rich/editor_paste'
import { richExtensions } from '@formwright/kit/rich/editor_schema'
import { richTextOf } from '@formwright/kit/rich/from_text'
import { richToText } from '@formwright/kit/rich/to_text'
import { readRichText, type RichPlace, type RichText } from '@formwright/kit/rich/tree'
import { toast } from '../../design/toasts.tsx'
import { nameChips } from './chip.ts'
import type { Names } from './names.ts'
import { referenceNode } from './line_schema.ts'
import type { TextFormat } from './text_format.ts'

export const NO_TEXT: RichText = { type: 'doc', content: [] }

const formats = new Map<string, TextFormat<RichText>>()

/** Rich texts with what this place allows; the same object for the same place. */
export function richFormat(place: RichPlace): TextFormat<RichText> {
  const key = JSON.stringify(Object.entries(place).sort())
  const format = formats.get(key) ?? makeFormat(place)
  formats.set(key, format)
  return format
}

function makeFormat(place: RichPlace): TextFormat<RichText> {
  const schema = getSchema(
    richExtensions(
      place,
      referenceNode(() => undefined),
    ),
  )
  const drawing = DOMSerializer.fromSchema(schema)
  const format: TextFormat<RichText> = {
    extensions: (names) => richExtensions(place, referenceNode(names)),
    documentOf: ({ content }) => ({
      type: 'doc',
      content: content.length > 0 ? content : [{ type: 'paragraph' }],
    }),
    valueOf: (doc) => read(doc.toJSON(), place),
    isSame: (a, b) => JSON.stringify(read(a, place)) === JSON.stringify(read(b, place)),
    isEmpty: ({ content }) => content.length === 0,
    isEmptyDocument: ({ childCount, firstChild }) =>
      childCount === 1 && firstChild?.type.name === 'paragraph' && firstChild.content.size === 0,
    draw(host, text, names) {
      const doc = Node.fromJSON(schema, format.documentOf(read(text, place), true))
      const drawn = document.createElement('div')
      drawn.append(drawing.serializeFragment(doc.content))
      // as the editor holds an empty line open
      for (const line of drawn.querySelectorAll(':is(p, h2, h3):empty')) line.append(filler())
      if (names) nameChips(drawn, names)
      // a letter in the label draws the help, too: lines taken out and put in would make the browser work
      if (!sameNodes(host, drawn)) host.replaceChildren(...drawn.childNodes)
    },
    before({ selection: { $from } }) {
      return $from.parent.textBetween(0, $from.parentOffset, undefined, '}')
    },
    settled,
    key: richKey,
    insert: (view, data, names) => insert(view, data, place, names),
    pasted: (text) => text,
    copied: (content, names) =>
      showKeys(
        richToText(read({ type: 'doc', content: content.toJSON() }, place), (to) => `{#${to}}`),
        (id) => names?.nameOf(id)?.key,
      ),
    menu(view, inputType) {
      const mark = MENU[inputType]
      if (mark) toggle(mark)(view.state, (tr) => view.dispatch(tr), view)
    },
  }
  return format
}

const MENU: Readonly<Record<string, 'bold' | 'italic' | 'underline' | 'strike'>> = {
  formatBold: 'bold',
  formatItalic: 'italic',
  formatUnderline: 'underline',
  formatStrikeThrough: 'strike',
}

/** In its normal form, however long: what is too long is said, and stays until it is shortened. */
function read(value: unknown, place: RichPlace): RichText {
  const result = readRichText(value, { ...place, maxLength: Number.POSITIVE_INFINITY })
  return 'text' in result ? result.text : NO_TEXT
}

function sameNodes(a: Element, b: Element): boolean {
  const nodes = [...b.childNodes]
  return (
    a.childNodes.length === nodes.length &&
    nodes.every((node, index) => node.isEqualNode(a.childNodes[index] ?? null))
  )
}

function filler(): HTMLElement {
  const line = document.createElement('br')
  line.className = 'ProseMirror-trailingBreak'
  return line
}

/** A key in braces, right before the caret. After two braces it is none. */
const TYPED = /(?<!\{)\{[a-z][a-z0-9_]{0,63}(?:\.[a-z0-9][a-z0-9_-]{0,63}){0,2}\}$/

function settled(
  { selection, schema, tr }: EditorState,
  { idOf, addressIn }: Names,
): Transaction | undefined {
  const { $from, empty } = selection
  const { reference } = schema.nodes
  if (!empty || !reference || !$from.parent.isTextblock) return undefined
  const typed = TYPED.exec($from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc'))?.[0]
  const stored = typed && storeIds(typed, idOf, addressIn)
  if (typed === undefined || stored === undefined || stored === typed) return undefined
  const chip = reference.create({ address: stored.slice(2, -1) }, null, $from.marks())
  return tr.replaceWith($from.pos - typed.length, $from.pos, chip)
}

/**
 * HTML of somebody else's goes through the one parser (`richTextFromHtml`), which is loaded when it is needed; lines of
 * text become lines. What was copied in an editor like this one is taken as it was, and one line of text as it is typed.
 */
function insert(view: EditorView, data: DataTransfer, place: RichPlace, names: Names | undefined): boolean {
  const html = data.getData('text/html')
  const plain = data.getData('text/plain')
  if (html.includes('data-pm-slice')) return false
  if (html !== '') {
    void putHtml(view, html, place).then((isPut) => {
      if (!isPut) toast.warning(tooLong(place))
    })
    return true
  }
  if (!/[\r\n]/.test(plain)) return false
  put(view, richTextOf(names ? storeIds(plain, names.idOf, names.addressIn) : plain))
  return true
}

function tooLong({ maxLength }: RichPlace): string {
  return `What was pasted is longer than ${maxLength.toLocaleString('en')} characters. Paste less of it.`
}
