import { partsOf } from '../../../engine/logic/references.ts'
import { chip, REFERENCE } from './chip.ts'
import type { Names } from './names.ts'

/** From where to where, in places of the caret: a character is one, and so is a chip. */
export type Span = readonly [from: number, to: number]

/** Draws a stored text as it is seen while no editor is mounted in its place. */
export function drawText(
  host: HTMLElement,
  text: string,
  names: Names | undefined,
  wrong: Span | undefined,
): void {
  const parts = names ? partsOf(text) : [{ text }]
  if (!wrong && parts.every((part) => 'text' in part)) return drawPlain(host, text)
  const nodes: Node[] = []
  let at = 0
  for (const part of parts) {
    const pieces = 'text' in part ? cut(part.text, at, wrong) : [chip(part.address, names)]
    for (const piece of pieces) {
      const length = typeof piece === 'string' ? piece.length : 1
      const marked = wrong !== undefined && at >= wrong[0] && at < wrong[1]
      nodes.push(marked ? inMark(piece) : typeof piece === 'string' ? new Text(piece) : piece)
      at += length
    }
  }
  host.replaceChildren(...nodes)
}

/** Which part of a text drawn like this is selected; undefined when the selection is elsewhere. */
export function selectionIn(host: HTMLElement): Span | undefined {
  const selection = host.ownerDocument.getSelection()
  if (!selection || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  if (!host.contains(range.startContainer) || !host.contains(range.endContainer)) return undefined
  const before = range.cloneRange()
  before.selectNodeContents(host)
  before.setEnd(range.startContainer, range.startOffset)
  // what the selection begins or ends in is open there: of its two edges one is passed
  const open = (node: Node) => linesAround(host, node)
  const from = lengthOf(before.cloneContents()) - open(range.startContainer)
  before.setEnd(range.endContainer, range.endOffset)
  return [from, lengthOf(before.cloneContents()) - open(range.endContainer)]
}

/** A text that is there is changed: for one that is taken out and put in, browsers look at the styles of all the page. */
function drawPlain(host: HTMLElement, text: string): void {
  const [node] = host.childNodes
  if (text !== '' && node instanceof Text && host.childNodes.length === 1) node.data = text
  else host.textContent = text
}

/** A text in pieces: before, inside and behind what is wrong. */
function cut(text: string, at: number, wrong: Span | undefined): string[] {
  const [from, to] = (wrong ?? [0, 0]).map((place) => Math.min(Math.max(0, place - at), text.length))
  return [text.slice(0, from), text.slice(from, to), text.slice(to)].filter((piece) => piece !== '')
}

function inMark(piece: string | Node): HTMLElement {
  const mark = document.createElement('span')
  mark.dataset.wrong = ''
  mark.append(piece)
  return mark
}

/** What a rich text is made of besides characters: each has an edge where it begins, and one where it ends. */
const LINES = 'p, h2, h3, ul, ol, li, blockquote'

function lengthOf(node: Node): number {
  if (node instanceof Text) return node.length
  if (node instanceof HTMLElement) {
    if (node.hasAttribute(REFERENCE)) return 1
    // an empty line is held open by one that is no part of the text
    if (node.matches('br')) return node.className === '' ? 1 : 0
  }
  const edges = node instanceof HTMLElement && node.matches(LINES) ? 2 : 0
  return [...node.childNodes].reduce((sum, child) => sum + lengthOf(child), edges)
}

function linesAround(host: HTMLElement, node: Node): number {
  let lines = 0
  for (let around = node instanceof HTMLElement ? node : node.parentElement; around && around !== host;)
    [lines, around] = [lines + (around.matches(LINES) ? 1 : 0), around.parentElement]
  return lines
}
