import type { Block, FormDocument } from './document.ts'

/** Documents are never changed in place. */
const known = new WeakMap<FormDocument, ReadonlyMap<string, Block>>()

/** The block of this id, the first of them; undefined where there is none. Of ten thousand it is found at once. */
export function blockOf(document: FormDocument, id: string): Block | undefined {
  const blocks =
    known.get(document) ?? new Map([...document.blocks].reverse().map((block) => [block.id, block]))
  known.set(document, blocks)
  return blocks.get(id)
}
