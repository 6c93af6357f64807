import type { Registry } from '../registry.ts'
import type { Block, Json } from './document.ts'
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

/** An item of a section that repeats, as it is stored. */
export interface StoredItem {
  id: string
  answers: { [block: string]: Json }
}

/** The items that are stored for a section; none of anything else. */
export function storedItems(stored: Json | undefined): StoredItem[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((item) => {
    if (!isObject(item) || typeof item.id !== 'string' || !isObject(item.answers)) return []
    return [{ id: item.id, answers: item.answers }]
  })
}

function isObject(json: Json | undefined): json is { [name: string]: Json } {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}
