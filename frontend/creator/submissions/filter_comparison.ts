import type { Filter } from '../../../api_types/submissions.ts'
import type { Comparison, Json, Operand } from '../../../engine/document/document.ts'
import { RECEIVED_ADDRESS } from '../../../engine/document/submission_addresses.ts'
import { isUnary } from '../logic/conditions.ts'

/** The days of whoever looks are meant. */
const HERE = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** A filter as the condition builder's comparison. */
export function comparisonFrom(filter: Filter): Comparison {
  const comparison: Comparison = { left: { field: filter.field }, op: filter.op }
  if (filter.value !== undefined) comparison.right = { value: filter.value }
  if (filter.to !== undefined) comparison.to = { value: filter.to }
  return comparison
}

/** The filter that a comparison stands for; undefined while a value is still to be given. */
export function filterFrom(comparison: Comparison): Filter | undefined {
  const { left, op, right, to } = comparison
  if (!('field' in left)) return undefined
  const filter: Filter = { field: left.field, op, ...(left.field === RECEIVED_ADDRESS && { zone: HERE }) }
  if (isUnary(op)) return filter
  const value = given(right)
  if (value === undefined) return undefined
  filter.value = value
  if (op !== 'between') return filter
  const upper = given(to)
  return upper === undefined ? undefined : { ...filter, to: upper }
}

function given(operand: Operand | undefined): Json | undefined {
  if (!operand || !('value' in operand)) return undefined
  const { value } = operand
  const empty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
  return empty ? undefined : value
}
