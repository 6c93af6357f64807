import { sizeInEnglish } from '@formwright/kit/size'
import type { Block, FormDocument } from '#engine/document/document'
import { nameOf } from '#engine/document/names'
import { readBlock } from '#engine/document/reading'
import type { DocumentProblem } from '#engine/document/problems'
import type { Registry } from '#engine/registry'

/**
 * What stands on one page, in bytes as it is stored: drawn it is up to ten times that, a second of work at most. Tables of
 * choices are more than a hundred times that; of those the memory and the patience of the thread that draws are the bound.
 */
const MAX_BYTES = 1_500_000

/** Pages that are too large to be drawn for everybody who comes, each told at its largest block. */
export function largePages({ blocks }: FormDocument, registry: Registry): DocumentProblem[] {
  const pages: { block: Block; bytes: number }[][] = [[]]
  const items = new Map<string, number>()
  const timesDrawn = ({ parent = '' }: Block) => items.get(parent) ?? 1
  for (const block of blocks) {
    if (registry.layout(block.kind)?.role === 'page-break') pages.push([])
    // what stands in a section that repeats is there in each of the items that it begins with
    const least = readBlock(block, registry).read.layout?.repeat?.min ?? 1
    if (least > 1) items.set(block.id, least)
    pages.at(-1)?.push({ block, bytes: Buffer.byteLength(JSON.stringify(block)) * timesDrawn(block) })
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
