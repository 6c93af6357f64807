import type { Resolve } from './resolve.ts'
import type { Inline, List, ListItem, Paragraph, RichBlock, RichText } from './tree.ts'

/** The same text with what its references stand for, as plain text: line ends become breaks. */
export function filledRichText({ content }: RichText, resolve: Resolve): RichText {
  return { type: 'doc', content: content.map((block) => filledBlock(block, resolve)) }
}

function filledBlock(block: RichBlock, resolve: Resolve): RichBlock {
  switch (block.type) {
    case 'heading':
      return { ...block, content: filledInlines(block.content, resolve) }
    case 'blockquote':
      return { ...block, content: block.content.map((inner) => filledInner(inner, resolve)) }
    default:
      return filledInner(block, resolve)
  }
}

function filledInner(block: Paragraph | List, resolve: Resolve): Paragraph | List {
  if (block.type === 'paragraph') return { ...block, content: filledInlines(block.content, resolve) }
  const items = block.content.map((item): ListItem => ({
    ...item,
    content: item.content.map((inner) => filledInner(inner, resolve)),
  }))
  return { ...block, content: items }
}

function filledInlines(inlines: readonly Inline[] = [], resolve: Resolve): Inline[] {
  return inlines.flatMap((inline): Inline[] => {
    if (inline.type !== 'reference') return [inline]
    const { marks } = inline
    return resolve(inline.attrs.address)
      .split(/\r\n|\r|\n/)
      .flatMap((text, index): Inline[] => [
        ...(index > 0 ? [{ type: 'hardBreak' as const }] : []),
        ...(text === '' ? [] : [{ type: 'text' as const, text, ...(marks && { marks }) }]),
      ])
  })
}
