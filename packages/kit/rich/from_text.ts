import { piecesOf } from '../stored_text.ts'
import type { Inline, Paragraph, RichText } from './tree.ts'

/**
 * A plain text of a creator, as it is stored, as a rich one: lines are lines, an empty one between them parts paragraphs,
 * `{#address}` is a reference and `{{` a brace.
 */
export function richTextOf(stored: string): RichText {
  const text = stored.replace(/\r\n?/g, '\n').trim()
  return { type: 'doc', content: text === '' ? [] : text.split(/\n(?:[\t ]*\n)+/).map(paragraphOf) }
}

function paragraphOf(text: string): Paragraph {
  const content = piecesOf(text).flatMap((piece): Inline[] =>
    'address' in piece ? [{ type: 'reference', attrs: { address: piece.address } }] : linesOf(piece.literal),
  )
  return content.length > 0 ? { type: 'paragraph', content } : { type: 'paragraph' }
}

function linesOf(literal: string): Inline[] {
  return literal
    .split('\n')
    .flatMap((line, index): Inline[] => [
      ...(index === 0 ? [] : [{ type: 'hardBreak' as const }]),
      ...(line === '' ? [] : [{ type: 'text' as const, text: line }]),
    ])
}
