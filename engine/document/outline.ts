import type { Registry } from '../registry.ts'
import type { Block } from './document.ts'
import { readBlock } from './reading.ts'

/** A block of a document; a section that repeats with the blocks that stand in each of its items. */
export interface Outlined {
  block: Block
  inItems?: Block[]
}

/**
 * The blocks of a document, in order, as answers are stored: what stands in items is with its section, all others stand by
 * themselves, also those of sections that only hold them together.
 */
export function outlineOf(blocks: readonly Block[], registry: Registry): Outlined[] {
  const outline: Outlined[] = []
  const repeating = new Map<string, Block[]>()
  for (const block of blocks) {
    const inItems = repeating.get(block.parent ?? '')
    if (inItems) inItems.push(block)
    else if (readBlock(block, registry).read.layout?.repeat) {
      const own: Block[] = []
      repeating.set(block.id, own)
      outline.push({ block, inItems: own })
    } else outline.push({ block })
  }
  return outline
}
