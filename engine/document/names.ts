import { STORED } from '@formwright/kit/stored_text'
import type { Block } from './document.ts'

/** A machine name as people write it: “Short text 2” of `short_text_2`. */
export function asWords(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Longer texts of a block are cut where they stand for it. */
const LONGEST_NAME = 60

/** A sign of a stored text, or what stands in it for an answer. */
const SIGN = new RegExp(`${STORED.source}|[^]`, 'gu')

/** A text that stands for its block, cut where it is long, and never within what stands for an answer. */
export function shortened(text: string): string {
  let short = ''
  let count = 0
  for (const [sign] of text.matchAll(SIGN)) {
    if (count === LONGEST_NAME) return `${short.trimEnd()}…`
    short += sign
    count += 1
  }
  return text
}

/** Said where logic or a text stands on a question that is gone; `name`: what it was called, in quotes. */
export function goneWords(name: string): string {
  return `${name} is no longer in the form. Choose another question, or remove this.`
}

/** What a creator knows a block by, in quotes: its label, cut where it is long, else its key or its kind, as words. */
export function nameOf(block: Pick<Block, 'label' | 'key' | 'kind' | 'id'>): string {
  return `“${shortened(block.label?.trim() || asWords(block.key ?? block.kind))}”`
}
