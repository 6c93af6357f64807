import type { Block, FormDocument, Json } from '#engine/document/document'
import { readBlock } from '#engine/document/reading'
import type { Registry } from '#engine/registry'
import type { Option } from '#kit/field'

/** What the options of a form's fields are called, whichever version was answered. */
export interface NewestLabels {
  /** Every option a field ever had: those of its newest version in their order, then those that only earlier ones have. */
  options(block: Block): readonly Option[] | undefined
  /** The settings of a block of any version, its options called as they are now. */
  settings(block: Block): { [name: string]: Json }
}

/**
 * The rule for whatever shows many answers at once (table, filters, exports, charts): an option has the label of the
 * newest version that was published with it, so that what was renamed stays one; one that was removed keeps the last
 * label it had. What shows one submission shows what was read then, and does not ask here. `documents` are whole and
 * begin with the newest.
 */
export function newestLabels(documents: readonly FormDocument[], registry: Registry): NewestLabels {
  const found = new Map<string, Map<string, string>>()
  for (const { blocks } of documents) {
    for (const block of blocks) {
      const { field, settings } = readBlock(block, registry).read
      for (const { id, label } of field?.options?.(settings) ?? []) {
        const labels = found.get(nameOf(block)) ?? new Map<string, string>()
        // an empty label says nothing: the one before it stays
        if (!labels.get(id)?.trim()) labels.set(id, label)
        found.set(nameOf(block), labels)
      }
    }
  }
  return {
    options(block) {
      const labels = found.get(nameOf(block))
      return labels && [...labels].map(([id, label]) => ({ id, label }))
    },
    settings(block) {
      const { field, settings } = readBlock(block, registry).read
      const labels = found.get(nameOf(block))
      return labels && field?.relabel ? jsonOf(field.relabel(settings, labels)) : settings
    },
  }
}

/** An option belongs to a field of one kind: with another kind the field asks something else. */
function nameOf({ id, kind }: Block): string {
  return `${id} ${kind}`
}

function jsonOf(settings: object): { [name: string]: Json } {
  const json: { [name: string]: Json } = JSON.parse(JSON.stringify(settings))
  return json
}
