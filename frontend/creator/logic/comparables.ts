import type { BoundField } from '../../../engine/bound/bound_field.ts'
import { addressText } from '@formwright/kit/address'
import { operatorsOf } from '@formwright/kit/value'
import type { KeyedComparable } from './conditions.ts'

/** A field of a form, or a section that repeats, with what people and programs call it. */
export interface NamedBlock {
  id: string
  key: string
  label: string
  /** of a field */
  field?: BoundField
  /** the section that repeats in which it stands */
  section?: string
}

/**
 * What logic and texts may speak of: in an item of a section (`inside`) its own fields as they are; from elsewhere a
 * section as the number of its items, and its fields as they are in all of them.
 */
export function comparablesFrom(
  blocks: readonly NamedBlock[],
  inside: string | undefined,
): KeyedComparable[] {
  const sections = new Map(blocks.filter(({ field }) => !field).map((block) => [block.id, block]))
  return blocks.flatMap((block) => {
    const { field } = block
    if (!field) return [numberOfItems(block)]
    const section = block.section === inside ? undefined : sections.get(block.section ?? '')
    if (!section) return comparablesOf(block, field)
    return comparablesOf(inItems(section, block), field).map((one) => ({ ...one, section: section.id }))
  })
}

function numberOfItems({ id, key, label }: NamedBlock): KeyedComparable {
  return {
    id,
    key,
    label: labelWithin(label, NUMBER_OF_ITEMS),
    type: 'number',
    operators: operatorsOf.number,
    section: id,
  }
}

/** What a section stands for: the number of its items. */
export const NUMBER_OF_ITEMS = 'number of items'

/** The names of a block as it is in all items of a section. */
function inItems(section: NamedBlock, { id, key, label }: NamedBlock): NamedBlock {
  return {
    id: `${section.id}.${id}`,
    key: `${section.key}.${key}`,
    label: labelWithin(section.label, label),
  }
}

/** What logic may speak of in a field: its parts, and the whole answer where it has parts only. */
function comparablesOf({ id: block, key, label }: NamedBlock, field: BoundField): KeyedComparable[] {
  const parts = field.parts.map((part): KeyedComparable => {
    const { id, type, operators, options } = part
    return {
      id: addressText({ block, part: id }),
      key: id === '' ? key : `${key}.${id}`,
      label: part.label === undefined ? label : labelOfPart(label, part.label),
      type,
      operators,
      ...(options && { options }),
    }
  })
  if (field.partOf('') !== undefined) return parts
  return [{ id: block, key, label, type: 'whole', operators: ['is-not-empty', 'is-empty'] }, ...parts]
}

/** What a part of a field is called, as in the table and in CSV. */
export function labelOfPart(label: string, part: string): string {
  return `${label} (${part})`
}

/** What is said of a field that stands in a section. */
export function labelWithin(section: string, label: string): string {
  return `${section} → ${label}`
}
