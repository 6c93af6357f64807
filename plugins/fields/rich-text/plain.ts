import { richToText } from '@formwright/kit/rich/to_text'
import { isRichText, type RichText } from '@formwright/kit/rich/tree'

/** The text of what a control holds. */
export function textOf(raw: RichText | string): string {
  return typeof raw === 'string' ? raw : richToText(raw)
}

/** What looks like a rich text, or JSON of it, as far as it can be read. */
export function treeOf(candidate: unknown): RichText | undefined {
  try {
    const tree: unknown = typeof candidate === 'string' ? JSON.parse(candidate) : candidate
    if (!isRichText(tree)) return undefined
    textOf(tree)
    return { type: tree.type, content: tree.content }
  } catch {
    return undefined
  }
}

/**
 * Each line a paragraph, an empty one an empty one: `textOf` gives the same lines again. Control characters, which no rich
 * text holds, are blanks.
 */
export function treeOfText(text: string): RichText {
  const lines = text
    .replace(/[^\P{Cc}\n]|[\u2028\u2029]/gu, ' ')
    .replace(/^\s*\n/, '')
    .trimEnd()
    // one more than a rich text may have nodes: the server refuses it
    .split('\n', 20_001)
  return {
    type: 'doc',
    content: lines.map((line) => ({
      type: 'paragraph',
      ...(line !== '' && { content: [{ type: 'text', text: line }] }),
    })),
  }
}
