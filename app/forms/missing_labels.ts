import type { FormDocument } from '#engine/document/document'
import { nameOf } from '#engine/document/names'
import type { DocumentProblem } from '#engine/document/problems'
import { readBlock } from '#engine/document/reading'
import type { Registry } from '#engine/registry'

/** Warns of fields that are shown without a label (WCAG 2.2, 3.3.2): nobody can tell what to answer there. */
export function missingLabels({ blocks }: FormDocument, registry: Registry): DocumentProblem[] {
  return blocks.flatMap((block) => {
    const { field } = readBlock(block, registry).read
    if (field === undefined || block.label?.trim() || field.labelling === 'none') return []
    return {
      severity: 'warning',
      code: 'no-label',
      block: block.id,
      path: 'label',
      message: `${nameOf(block)} has no label: nobody can tell what to answer there.`,
    }
  })
}
