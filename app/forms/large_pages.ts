import { sizeInEnglish } from '@formwright/kit/size'
import type { BoundField } from '#engine/bound/bound_field'
import type { Block, FormDocument } from '#engine/document/document'
import { nameOf } from '#engine/document/names'
import { readBlock } from '#engine/document/reading'
import type { DocumentProblem } from '#engine/document/problems'
import type { Registry } from '#engine/registry'

/** What stands on one page, in bytes as it is stored: drawn it is up to ten times that, a second of work at most. */
const MAX_BYTES = 1_500_000

/**
 * Each choice that is drawn counts as so many bytes at least. A table draws all columns in each row: 250 tables of 2,000 choices
 * are stored as 0.8 MB, and filled the memory of the thread that draws.
 */
const CHOICE_BYTES = 30

/** What a block counts as where it is drawn, of which this is stored. */
export function bytesDrawn(stored: number, field: BoundField | undefined): number {
  const choices = field?.parts.reduce((sum, { options = [] }) => sum + options.length, 0) ?? 0
  return Math.max(stored, choices * CHOICE_BYTES)
}

/** Pages that are too large to be drawn for everybody who comes, each told at its largest block. */
export function largePages({ blocks }: FormDocument, registry: Registry): DocumentProblem[] {
  const pages: { block: Block; bytes: number }[][] = [[]]
  const items = new Map<string, number>()
  const timesDrawn = ({ parent = '' }: Block) => items.get(parent) ?? 1
  for (const block of blocks) {
    if (registry.layout(block.kind)?.role === 'page-break') pages.push([])
    // what stands in a section that repeats is there in each of the items that it begins with
    const { layout, field } = readBlock(block, registry).read
    const least = layout?.repeat?.min ?? 1
    if (least > 1) items.set(block.id, least)
    const bytes = bytesDrawn(Buffer.byteLength(JSON.stringify(block)), field)
    pages.at(-1)?.push({ block, bytes: bytes * timesDrawn(block) })
  }
  return pages.flatMap((page, index) => {
    const bytes = page.reduce((sum, one) => sum + one.bytes, 0)
    if (bytes <= MAX_BYTES) return []
    const largest = page.reduce((one, other) => (other.bytes > one.bytes ? other : one))
    return {
      severity: 'error',
      code: 'too-large',
      block: largest.block.id,
      message: `Page ${index + 1} holds ${sizeInEnglish(bytes)} and may hold ${sizeInEnglish(MAX_BYTES)}. Divide it with page breaks, or shorten what is long: ${nameOf(largest.block)} takes the most, ${sizeInEnglish(largest.bytes)}.`,
    }
  })
}
