import type { Block } from './document.ts'

/** A machine name as people write it: “Short text 2” of `short_text_2`. */
export function asWords(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What a creator knows a block by, in quotes: its label, else its key or its kind, as words. */
export function nameOf(block: Pick<Block, 'label' | 'key' | 'kind' | 'id'>): string {
  return `“${block.label?.trim() || asWords(block.key ?? block.kind)}”`
}
