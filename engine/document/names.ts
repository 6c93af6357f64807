import type { Block } from './document.ts'

/** What a creator knows a block by, in quotes: its label, else its key, else its kind. */
export function nameOf(block: Pick<Block, 'label' | 'key' | 'kind' | 'id'>): string {
  return `“${block.label?.trim() || block.key || block.kind}”`
}
