import type { Block } from './document.ts'

/** A machine name as people write it: “Short text 2” of `short_text_2`. */
export function asWords(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Longer texts of a block are cut where they stand for it. */
const LONGEST_NAME = 60

/** A text that stands for its block, cut where it is long. */
export function shortened(text: string): string {
  const characters = [...text]
  return characters.length <= LONGEST_NAME ? text : `${characters.slice(0, LONGEST_NAME).join('')}…`
}

/** Said where logic or a text stands on a question that is gone; `name`: what it was called, in quotes. */
export function goneWords(name: string): string {
  return `${name} is no longer in the form. Choose another question, or remove this.`
}

/** What a creator knows a block by, in quotes: its label, else its key or its kind, as words. */
export function nameOf(block: Pick<Block, 'label' | 'key' | 'kind' | 'id'>): string {
  return `“${block.label?.trim() || asWords(block.key ?? block.kind)}”`
}
