import { partsOf } from '../../../../engine/logic/references.ts'

/** What a chip says: the label of the field it stands for, and its key. */
interface ChipName {
  label: string
  key: string
}

/** How references of a text are called, and what typed keys stand for. */
export interface Names {
  /** undefined when the block or its part is gone */
  nameOf(address: string): ChipName | undefined
  /** the block of a key; undefined where there is none, or it has no such part (`''` is the answer itself) */
  idOf(key: string, part: string): string | undefined
}

const REFERENCE = 'data-reference'
/** Stands beside a chip that has no text there: without one, browsers draw the caret at the wrong end. Never stored. */
const GAP = '\u200b'
const GAPS = /\u200b/g

/** Fills an element with a stored text: its references as chips, each removed and passed as one sign. */
export function drawText(element: HTMLElement, text: string, names: Names | undefined): void {
  if (!names) return drawPlain(element, text)
  const parts = partsOf(withoutGaps(text))
  if (!parts.some((part) => 'address' in part)) return drawPlain(element, withoutGaps(text))
  element.replaceChildren(
    ...parts.map((part) => ('text' in part ? document.createTextNode(part.text) : chip(part.address, names))),
  )
  tidy(element)
}

/** A text that is there is changed: for one that is taken out and put in, browsers look at the styles of all the page. */
function drawPlain(element: HTMLElement, text: string): void {
  const [node] = element.childNodes
  if (text !== '' && node instanceof Text && element.childNodes.length === 1) node.data = text
  else element.textContent = text
}

/** Gives every chip its gaps and takes away those that are not needed any more. Whether that changed anything. */
export function tidy(element: HTMLElement): boolean {
  let changed = false
  for (const node of [...element.childNodes]) {
    if (!(node instanceof Text)) continue
    const text = withoutGaps(node.data)
    const wanted = text !== '' ? text : [node.previousSibling, node.nextSibling].some(isChip) ? GAP : ''
    if (node.data === wanted && wanted !== '') continue
    changed = true
    if (wanted === '') node.remove()
    else node.data = wanted
  }
  for (const node of [...element.childNodes].filter(isChip)) {
    if (!(node.previousSibling instanceof Text)) node.before(GAP)
    else if (node.nextSibling instanceof Text) continue
    if (!(node.nextSibling instanceof Text)) node.after(GAP)
    changed = true
  }
  return changed
}

/** A text without the gaps that stand beside chips. */
export function withoutGaps(text: string): string {
  return text.replace(GAPS, '')
}

/** What stands in an element, as it is stored: `{#address}` for each chip. */
export function readText(element: Node): string {
  let text = ''
  for (const node of element.childNodes) {
    const id = referenceOf(node)
    // a brace in front of a chip would make a literal brace of the chip's own
    if (id !== undefined) text += `${/(?<!\{)(\{\{)*\{$/.test(text) ? '{' : ''}{#${id}}`
    else if (node instanceof Text) text += withoutGaps(node.data)
    else if (node instanceof HTMLBRElement) text += '\n'
    else text += readText(node)
  }
  return text === '\n' ? '' : text
}

/** Brings the names on the chips up to date. */
export function nameChips(element: HTMLElement, names: Names): void {
  for (const one of element.querySelectorAll<HTMLElement>(`[${REFERENCE}]`)) {
    const id = one.getAttribute(REFERENCE)
    if (id !== null) nameChip(one, id, names)
  }
}

/** How many places of the caret a node holds: a chip is one. */
export function lengthOf(node: Node): number {
  if (node instanceof Text) return withoutGaps(node.data).length
  if (referenceOf(node) !== undefined || node instanceof HTMLBRElement) return 1
  let length = 0
  for (const child of node.childNodes) length += lengthOf(child)
  return length
}

/** The same place after `{key}`s of a text became chips: counted in caret places of `text` up to the caret. */
export function placesIn(text: string): number {
  return partsOf(text).reduce((sum, part) => sum + ('text' in part ? part.text.length : 1), 0)
}

/** The chip right before or right behind the place `at`. */
export function chipAt(element: HTMLElement, at: number, side: 'before' | 'behind'): HTMLElement | undefined {
  let place = 0
  for (const node of element.childNodes) {
    const end = place + lengthOf(node)
    const edge = side === 'before' ? end : place
    if (edge === at && node instanceof HTMLElement && referenceOf(node) !== undefined) return node
    place = end
  }
  return undefined
}

function chip(id: string, names: Names): HTMLElement {
  const element = document.createElement('span')
  element.setAttribute(REFERENCE, id)
  element.contentEditable = 'false'
  nameChip(element, id, names)
  return element
}

function nameChip(element: HTMLElement, id: string, names: Names): void {
  const name = names.nameOf(id)
  const text = name ? name.label || name.key : 'removed answer'
  if (element.textContent !== text) element.textContent = text
  element.title = name
    ? `The answer to “${name.label || name.key}”, {${name.key}}`
    : 'The question this stood for was removed. Delete this, or choose another.'
  element.toggleAttribute('data-broken', !name)
}

function isChip(node: ChildNode | null): node is HTMLElement {
  return node !== null && referenceOf(node) !== undefined
}

function referenceOf(node: Node): string | undefined {
  return node instanceof HTMLElement ? (node.getAttribute(REFERENCE) ?? undefined) : undefined
}
