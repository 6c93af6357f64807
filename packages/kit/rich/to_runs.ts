import type { PreviewRun } from '../integration.ts'
import { braces, type Resolve } from './resolve.ts'
import { inlineText } from './to_text.ts'
import type { Inline, ListItem, RichBlock, RichText } from './tree.ts'

/** A rich text as pieces that look alike, for a preview: blocks with a line between them, lists with their marks. */
export function richToRuns({ content }: RichText, resolve: Resolve = braces): PreviewRun[] {
  const blocks = content.map((block) => joined(linesOf(block, resolve), '\n'))
  return joined(blocks, '\n\n')
}

/** Lines of runs, with this between them. */
function joined(lines: readonly PreviewRun[][], between: string): PreviewRun[] {
  return lines.flatMap((line, index) => (index === 0 ? line : [{ text: between }, ...line]))
}

function linesOf(block: RichBlock, resolve: Resolve): PreviewRun[][] {
  switch (block.type) {
    case 'paragraph':
      return [(block.content ?? []).map((inline) => runOf(inline, resolve))]
    case 'heading':
      return [(block.content ?? []).map((inline) => ({ ...runOf(inline, resolve), look: 'strong' }))]
    case 'blockquote':
      return block.content.flatMap((inner) => linesOf(inner, resolve))
    case 'bulletList':
      return block.content.flatMap((item) => itemLines(item, '• ', resolve))
    case 'orderedList':
      return block.content.flatMap((item, index) => itemLines(item, `${index + 1}. `, resolve))
  }
}

function itemLines({ content }: ListItem, mark: string, resolve: Resolve): PreviewRun[][] {
  const lines = content.flatMap((block) => linesOf(block, resolve))
  return lines.map((line, index) => [{ text: index === 0 ? mark : ' '.repeat(mark.length) }, ...line])
}

function runOf(inline: Inline, resolve: Resolve): PreviewRun {
  const text = inlineText(inline, resolve)
  const marks = inline.type === 'hardBreak' ? [] : (inline.marks ?? []).map(({ type }) => type)
  if (marks.includes('link')) return { text, look: 'link' }
  if (marks.includes('bold')) return { text, look: 'strong' }
  return marks.includes('italic') ? { text, look: 'emphasis' } : { text }
}
