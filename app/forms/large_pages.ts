import { sizeInEnglish } from '@formwright/kit/size'
import type { Block, FormDocument } from '#engine/document/document'
import { nameOf } from '#engine/document/names'
import type { DocumentProblem } from '#engine/document/problems'
import type { Registry } from '#engine/registry'

/** What stands on one page, in bytes as it is stored: drawn it is up to ten times that, a second of work at most. */
const MAX_BYTES = 1_500_000

/** Pages that are too large to be drawn for everybody who comes, each told at its largest block. */
export function largePages({ blocks }: FormDocument, registry: Registry): DocumentProblem[] {
  const pages: { block: Block; bytes: number }[][] = [[]]
  for (const block of blocks) {
    if (registry.layout(block.kind)?.role === 'page-break') pages.push([])
    pages.at(-1)?.push({ block, bytes: Buffer.byteLength(JSON.stringify(block)) })
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
