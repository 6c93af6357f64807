import { plugins } from '#app/plugins/registry'
import { fieldOf } from '#app/respond/submission/blocks'
import type { BoundField } from '#engine/bound/bound_field'
import { blockOf } from '#engine/document/block_of'
import type { Block, FormDocument, Json } from '#engine/document/document'
import { itemsIn } from '#engine/response/stored'
import { readBlock } from '#engine/document/reading'
import type { LiveResponse, StoredAnswers } from '#engine/response/response'
import type { Repeat } from '@formwright/kit/layout'

/** How an id of an item may look; the server believes no other. */
const ITEM_ID = /^[a-z][a-z0-9]{4,31}$/

/** How often a block repeats, if it is a section that does. */
export function repeatOf(block: Block): Repeat | undefined {
  return readBlock(block, plugins.registry()).read.layout?.repeat
}

/** The section whose items a block stands in, if it stands in any. */
export function sectionOf(document: FormDocument, { parent }: Block): Block | undefined {
  const section = parent === undefined ? undefined : blockOf(document, parent)
  return section && repeatOf(section) ? section : undefined
}

/** By document, which stays what it is once it is published: each submission asks. */
const unaskedOf = new WeakMap<FormDocument, readonly Block[]>()

/** Questions that must be answered and cannot be asked: their kind is gone, or fails where an answer depends on it. */
export function unaskedIn({ document }: { document: FormDocument }): readonly Block[] {
  const known = unaskedOf.get(document)
  if (known) return known
  const blocks = document.blocks.filter((block) => readBlock(block, plugins.registry()).read.unasked)
  unaskedOf.set(document, blocks)
  return blocks
}

/** The ids of items among what a request names as such, each once. */
export function itemIds(named: readonly unknown[]): string[] {
  return [...new Set(named.filter((id) => typeof id === 'string').filter((id) => ITEM_ID.test(id)))]
}

/** The addresses of a block in a response: one, or in a section that repeats one in each item. */
export function pathsOf(document: FormDocument, block: Block, response: LiveResponse): string[] {
  const section = sectionOf(document, block)
  if (!section) return [block.id]
  return response.items(section.id).map((item) => `${section.id}.${item}.${block.id}`)
}

/** The address of the field (or section) that an address leads to, without a part of its answer. */
export function fieldPath(path: string): string {
  const [block = '', item, inner] = path.split('.')
  return inner === undefined ? block : `${block}.${item}.${inner}`
}

/** The block at the address of a field, if it stands there in this document: in items or by itself. */
export function blockAt(document: FormDocument, path: string): Block | undefined {
  const [outer = '', item, inner, ...rest] = path.split('.')
  const block = blockOf(document, inner ?? outer)
  if (!block || rest.length > 0) return undefined
  const section = sectionOf(document, block)?.id
  if (inner === undefined) return section === undefined && item === undefined ? block : undefined
  return section === outer && itemIds([item]).length > 0 ? block : undefined
}

/** An answer as it is stored, with its field and its address. */
export interface StoredField {
  path: string
  block: Block
  field: BoundField
  /** where it stands: of the submission, or of one item */
  answers: StoredAnswers
  answer: Json
}

/** The answered fields of a submission, in order, in each item where they repeat. */
export function storedFields(document: FormDocument, answers: StoredAnswers): StoredField[] {
  return document.blocks.flatMap((block) => {
    const field = fieldOf(block)
    if (!field) return []
    const { id } = block
    const section = sectionOf(document, block)
    const holders = section
      ? itemsIn(answers[section.id]).map((item) => ({
          path: `${section.id}.${item.id}.${id}`,
          answers: item.answers,
        }))
      : [{ path: id, answers }]
    return holders.flatMap((holder) => {
      const answer = holder.answers[id]
      return answer === undefined ? [] : [{ ...holder, block, field, answer }]
    })
  })
}
