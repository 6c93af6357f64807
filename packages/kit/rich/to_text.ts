import { braces, type Resolve } from './resolve.ts'
import type { Inline, ListItem, RichBlock, RichText } from './tree.ts'

/** A rich text as plain text: a line for each block, lists with their marks, no formatting. */
export function richToText({ content }: RichText, resolve: Resolve = braces): string {
  return content.flatMap((block) => linesOf(block, resolve)).join('\n')
}

/** The text of one inline node; breaks are line ends. */
export function inlineText(inline: Inline, resolve: Resolve): string {
  if (inline.type === 'text') return inline.text
  return inline.type === 'hardBreak' ? '\n' : resolve(inline.attrs.address)
}

function linesOf(block: RichBlock, resolve: Resolve): string[] {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return [(block.content ?? []).map((inline) => inlineText(inline, resolve)).join('')]
    case 'blockquote':
      return block.content.flatMap((inner) => linesOf(inner, resolve))
    case 'bulletList':
      return block.content.flatMap((item) => itemLines(item, '- ', resolve))
    case 'orderedList':
      return block.content.flatMap((item, index) => itemLines(item, `${index + 1}. `, resolve))
  }
}

function itemLines({ content }: ListItem, mark: string, resolve: Resolve): string[] {
  const lines = content.flatMap((block) => linesOf(block, resolve).join('\n').split('\n'))
  return lines.map((line, index) => (index === 0 ? mark : ' '.repeat(mark.length)) + line)
}
