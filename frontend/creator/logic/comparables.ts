import type { BoundField } from '../../../engine/bound/bound_field.ts'
import { addressText } from '@formwright/kit/address'
import type { KeyedComparable } from './conditions.ts'

/** What logic may speak of in a field: its parts, and the whole answer where it has parts only. */
export function comparablesOf(
  { id: block, key, label }: { id: string; key: string; label: string },
  field: BoundField,
): KeyedComparable[] {
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

/** What a part is called besides its field. */
export function labelOfPart(label: string, part: string): string {
  return `${label} → ${part}`
}
