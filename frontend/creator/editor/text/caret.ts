import { lengthOf, readText } from './chips.ts'

/** Where the caret stands in an element's text: signs and chips before it. Undefined when it is elsewhere. */
export function caretOffset(element: HTMLElement): number | undefined {
  const range = rangeIn(element)
  if (!range) return undefined
  const before = range.cloneRange()
  before.selectNodeContents(element)
  before.setEnd(range.endContainer, range.endOffset)
  return lengthOf(before.cloneContents())
}

/** The selection, as far as it lies in this element. */
export function rangeIn(element: HTMLElement): Range | undefined {
  const selection = element.ownerDocument.getSelection()
  if (!selection || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  return element.contains(range.startContainer) && element.contains(range.endContainer) ? range : undefined
}

/** The stored text up to the caret. */
export function textBefore(element: HTMLElement): string {
  const range = rangeIn(element)?.cloneRange()
  if (!range) return ''
  range.setStart(element, 0)
  return readText(range.cloneContents())
}

/** The part of an element's text between two places of the caret. */
export function rangeOf(element: HTMLElement, from: number, to: number): Range {
  const range = element.ownerDocument.createRange()
  range.setStart(...pointAt(element, from))
  range.setEnd(...pointAt(element, to))
  return range
}

/** Puts the caret into an element's text. */
export function placeCaret(element: HTMLElement, where: 'start' | 'end' | 'all' | number): void {
  const selection = element.ownerDocument.getSelection()
  if (!selection) return
  const range = element.ownerDocument.createRange()
  range.selectNodeContents(element)
  if (where === 'start') range.collapse(true)
  else if (where === 'end') range.collapse(false)
  else if (where !== 'all') {
    range.setStart(...pointAt(element, where))
    range.collapse(true)
  }
  selection.removeAllRanges()
  selection.addRange(range)
}

/** The place behind so many signs and chips; inside a text where there is one, so that typing goes on in it. */
function pointAt(element: HTMLElement, offset: number): [Node, number] {
  let left = offset
  const nodes = [...element.childNodes]
  for (const [index, node] of nodes.entries()) {
    const length = lengthOf(node)
    // beside a chip the empty text is only a gap, and the caret stands behind it
    if (node instanceof Text && left <= length) return [node, length === 0 ? node.length : left]
    if (left < length) return [element, index]
    left -= length
  }
  return [element, nodes.length]
}
