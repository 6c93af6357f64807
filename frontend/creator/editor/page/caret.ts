/** Where the caret stands in an element's text, in characters; undefined when it is elsewhere. */
export function caretOffset(element: HTMLElement): number | undefined {
  const selection = element.ownerDocument.getSelection()
  if (!selection || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  if (!element.contains(range.endContainer)) return undefined
  const before = range.cloneRange()
  before.selectNodeContents(element)
  before.setEnd(range.endContainer, range.endOffset)
  return before.toString().length
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
    const node = element.firstChild
    if (node instanceof Text) range.setStart(node, Math.min(where, node.length))
    range.collapse(true)
  }
  selection.removeAllRanges()
  selection.addRange(range)
}
