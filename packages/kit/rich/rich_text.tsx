import type { ReactNode } from 'react'
import { braces, type Resolve } from './to_text.ts'
import type { Inline, Mark, RichBlock, RichText } from './tree.ts'

/** Draws a rich text as elements, with its references resolved. Nothing in it is ever read as markup. */
export default function RichTextView({ text, resolve = braces }: { text: RichText; resolve?: Resolve }) {
  return <Blocks blocks={text.content} resolve={resolve} />
}

function Blocks({ blocks, resolve }: { blocks: readonly RichBlock[]; resolve: Resolve }) {
  return blocks.map((block, index) => <Block key={index} block={block} resolve={resolve} />)
}

function Block({ block, resolve }: { block: RichBlock; resolve: Resolve }) {
  switch (block.type) {
    case 'paragraph':
      return (
        <p>{block.content === undefined ? <br /> : <Inlines inlines={block.content} resolve={resolve} />}</p>
      )
    case 'heading': {
      const Tag = block.attrs.level === 2 ? 'h2' : 'h3'
      return (
        <Tag>
          <Inlines inlines={block.content} resolve={resolve} />
        </Tag>
      )
    }
    case 'blockquote':
      return (
        <blockquote>
          <Blocks blocks={block.content} resolve={resolve} />
        </blockquote>
      )
    case 'bulletList':
    case 'orderedList': {
      const Tag = block.type === 'bulletList' ? 'ul' : 'ol'
      return (
        <Tag>
          {block.content.map(({ content }, index) => (
            <li key={index}>
              <Blocks blocks={content} resolve={resolve} />
            </li>
          ))}
        </Tag>
      )
    }
  }
}

function Inlines({ inlines = [], resolve }: { inlines?: readonly Inline[]; resolve: Resolve }) {
  return inlines.map((inline, index) => {
    if (inline.type === 'hardBreak') return <br key={index} />
    const text = inline.type === 'text' ? inline.text : resolve(inline.attrs.address)
    return <Marked key={index} text={text} marks={inline.marks ?? []} />
  })
}

const TAGS = { bold: 'strong', italic: 'em', underline: 'u', strike: 's', code: 'code' } as const

function Marked({ text, marks }: { text: string; marks: readonly Mark[] }) {
  return marks.reduceRight<ReactNode>((inner, mark) => {
    if (mark.type === 'link') {
      return (
        <a href={mark.attrs.href} rel="noopener noreferrer">
          {inner}
        </a>
      )
    }
    const Tag = TAGS[mark.type]
    return <Tag>{inner}</Tag>
  }, text)
}
