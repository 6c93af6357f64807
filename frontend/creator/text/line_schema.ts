import { Node, type Extensions, type JSONContent } from '@tiptap/core'
import type { Fragment } from '@tiptap/pm/model'
import { partsOf } from '../../../engine/logic/references.ts'
import { chip, REFERENCE } from './chip.ts'
import type { Names } from './names.ts'

/**
 * The schema of plain texts: characters (a line break is one) and chips, so that a position in the document is a place
 * of the caret. `code` makes breaks characters, and what is pasted plain text.
 */
export function lineExtensions(names: () => Names | undefined): Extensions {
  return [
    Node.create({ name: 'doc', topNode: true, content: 'inline*', code: true }),
    Node.create({ name: 'text', group: 'inline' }),
    referenceNode(names),
  ]
}

/** A chip: the value at an address. */
export function referenceNode(names: () => Names | undefined): Node {
  return Node.create({
    name: 'reference',
    group: 'inline',
    inline: true,
    atom: true,
    selectable: false,
    addAttributes: () => ({
      address: { default: '', parseHTML: (element: HTMLElement) => element.getAttribute(REFERENCE) },
    }),
    parseHTML: () => [{ tag: `span[${REFERENCE}]` }],
    renderHTML: ({ node }) => chip(String(node.attrs.address), names()),
  })
}

/** The document of a stored text. Without `references` all of it is characters. */
export function documentOf(text: string, references: boolean): JSONContent {
  const parts = references ? partsOf(text) : text === '' ? [] : [{ text }]
  return {
    type: 'doc',
    content: parts.map((part) =>
      'text' in part
        ? { type: 'text', text: part.text }
        : { type: 'reference', attrs: { address: part.address } },
    ),
  }
}

/** A document, or a piece of one, as it is stored: `{#address}` for each chip. */
export function storedText(content: Fragment): string {
  let text = ''
  content.forEach((node) => {
    // a brace in front of a chip would make a literal brace of the chip's own
    if (!node.isText) text += `${/(?<!\{)(\{\{)*\{$/.test(text) ? '{' : ''}{#${String(node.attrs.address)}}`
    else text += node.text ?? ''
  })
  return text
}

/** How many places of the caret a stored text takes. */
export function placesIn(text: string): number {
  return partsOf(text).reduce((sum, part) => sum + ('text' in part ? part.text.length : 1), 0)
}
