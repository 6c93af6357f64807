import type { BoundField } from '#engine/bound/bound_field'
import type { Block, FormDocument } from '#engine/document/document'
import { readBlock } from '#engine/document/reading'
import { showKeys } from '#engine/logic/references'
import type { Registry } from '#engine/registry'
import type { Steps } from '#engine/steps'
import type { Option } from '@formwright/kit/field'

/** What the options of a form's fields are called, whichever version was answered. */
export interface NewestLabels {
  /**
   * Every option that a part ever had: those of its newest version in their order, then those that only earlier ones have.
   */
  options(block: Block, part: string): readonly Option[] | undefined
  /**
   * The field of a block of any version, its options called as they are now. Where answers stand in its texts, they are
   * named by their keys.
   */
  field(block: Block): BoundField | undefined
}

/**
 * The rule for whatever shows many answers at once (table, filters, exports, charts): an option has the label of the
 * newest version that was published with it, so that what was renamed stays one; one that was removed keeps the last
 * label it had. What shows one submission shows what was read then, and does not ask here. `documents` are whole and
 * begin with the newest; a block that is the same object in several of them is looked at once.
 */
export function* labelSteps(documents: readonly FormDocument[], registry: Registry): Steps<NewestLabels> {
  const found = new Map<string, Map<string, string>>()
  const keys = new Map<string, string>()
  const distinct = new Set<Block>()
  for (const { blocks } of documents) {
    for (const block of blocks) {
      if (distinct.has(block)) continue
      distinct.add(block)
      const { id, key } = block
      if (key !== undefined && !keys.has(id)) keys.set(id, key)
    }
    yield
  }
  const read = (block: Block) =>
    readBlock(block, registry).read.field?.withTexts((_, text) => showKeys(text, (id) => keys.get(id)))
  const note = (name: string, { id, label }: Option) => {
    const labels = found.get(name) ?? new Map<string, string>()
    // an empty label says nothing: the one before it stays
    if (!labels.get(id)?.trim()) labels.set(id, label)
    found.set(name, labels)
  }
  for (const block of distinct) {
    for (const { id, options = [] } of read(block)?.parts ?? []) {
      for (const option of options) {
        note(nameOf(block), option)
        note(nameOf(block, id), option)
      }
    }
    yield
  }
  return {
    options(block, part) {
      const labels = found.get(nameOf(block, part))
      return labels && [...labels].map(([id, label]) => ({ id, label }))
    },
    field(block) {
      const field = read(block)
      const labels = found.get(nameOf(block))
      return labels && field ? field.relabelled(labels) : field
    },
  }
}

/** An option belongs to a field of one kind, and to a part of it: with another kind the field asks something else. */
function nameOf({ id, kind }: Block, part?: string): string {
  return part === undefined ? `${id} ${kind}` : `${id} ${kind} ${part}`
}
