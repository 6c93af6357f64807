import type { ReactNode } from 'react'
import { braces, type Resolve } from './resolve.ts'
import type { Inline, ListItem, RichBlock, RichText } from './tree.ts'

const TAGS = {
  paragraph: 'p',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  blockquote: 'blockquote',
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
} as const

/**
 * Draws a rich text as elements, with its references resolved. Nothing in it is ever read as markup. It is small, for every
 * public page has it: one function for all nodes.
 */
export default function RichTextView({ text, resolve = braces }: { text: RichText; resolve?: Resolve }) {
  const draw = (node: RichBlock | ListItem | Inline, key: number): ReactNode => {
    if (node.type === 'hardBreak') return <br key={key} />
    if (node.type === 'text' || node.type === 'reference') {
      const said = node.type === 'text' ? node.text : resolve(node.attrs.address)
      return (node.marks ?? []).reduceRight<ReactNode>((inner, mark) => {
        if (mark.type === 'link')
          return (
            <a key={key} href={mark.attrs.href} rel="noreferrer">
              {inner}
            </a>
          )
        const Tag = TAGS[mark.type]
        return <Tag key={key}>{inner}</Tag>
      }, said)
    }
    const Tag = node.type === 'heading' ? (`h${node.attrs.level}` as const) : TAGS[node.type]
    // an empty line is as high as one
    return <Tag key={key}>{node.content?.map(draw) ?? (node.type === 'paragraph' && <br />)}</Tag>
  }
  return text.content.map(draw)
}
