/**
 * The address of a value: the one name that conditions, formulas, piping, problems, filters, columns and events have for
 * it. Written `block`, `block.part`, and inside an item of a repeating section `section.item.block` or
 * `section.item.block.part`.
 *
 * What formulas and texts refer to (`{#block.part}`) stands in no item: there `section.block` means the block in every
 * item. It is written like `block.part`; which of the two it is, says whoever knows which blocks are sections.
 */
export interface Address {
  block: string
  /** `''` is the main part */
  part: string
  /** the item of a repeating section that the block stands in */
  item?: { section: string; id: string }
}

/** The most items that a section repeats to. */
export const MOST_ITEMS = 1_000

const BLOCK = '[a-z][a-z0-9]{5,31}'
const ITEM = '[a-z][a-z0-9]{4,31}'
const PART = '[a-z0-9][a-z0-9_-]{0,39}'
const ADDRESS = new RegExp(`^(?:(${BLOCK})\\.(${ITEM})\\.)?(${BLOCK})(?:\\.(${PART}))?$`)
const PART_ID = new RegExp(`^${PART}$`)

/** Reads an address; undefined for what is none. */
export function parseAddress(text: string): Address | undefined {
  const [, section, id, block, part = ''] = ADDRESS.exec(text) ?? []
  if (block === undefined) return undefined
  return section === undefined || id === undefined ? { block, part } : { block, part, item: { section, id } }
}

/** Writes an address: the inverse of `parseAddress`. */
export function addressText({ block, part, item }: Address): string {
  const own = part === '' ? block : `${block}.${part}`
  return item === undefined ? own : `${item.section}.${item.id}.${own}`
}

/** Whether a part of an answer may have this id. The main part has none. */
export function isPartId(id: string): boolean {
  return PART_ID.test(id)
}
