import { mayFrame } from '#app/http/frame_hosts'
import type { FormDocument } from '#engine/document/document'
import { nameOf } from '#engine/document/names'
import type { DocumentProblem } from '#engine/document/problems'
import { readBlock } from '#engine/document/reading'
import type { Registry } from '#engine/registry'

/** What blocks want to show in frames of hosts that this instance does not allow: their page would stay empty there. */
export function refusedFrames({ blocks }: FormDocument, registry: Registry): DocumentProblem[] {
  return blocks.flatMap((block) => {
    const { field, layout } = readBlock(block, registry).read
    const refused = (field ?? layout)?.csp['frame-src']?.find((origin) => !mayFrame(origin))
    if (refused === undefined) return []
    const host = URL.parse(refused)?.host ?? refused
    return {
      severity: 'error',
      code: 'host-not-allowed',
      block: block.id,
      path: 'settings',
      message: `${nameOf(block)} shows a page of ${host}, which cannot be embedded here. Choose another address, or ask who runs this instance to allow it.`,
    }
  })
}
