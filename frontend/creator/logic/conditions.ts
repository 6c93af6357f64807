import type { Comparison, Condition, Operand } from '../../../engine/document/document.ts'
import type { Referent } from '../../../engine/logic/linked.ts'
import type { Operator } from '@formwright/kit/value'

/** A field (or calculation) that conditions may compare, or a part of one, with what its kind allows. */
export interface Comparable {
  /** its address */
  id: string
  label: string
  type: Referent['type']
  operators: readonly Operator[]
  options?: readonly { id: string; label: string }[]
  /** the section that it counts the items of, or in all of whose items it stands */
  section?: string
}

/** Whether it has a value in each item of a section, not one. */
export function isList({ id, section }: Comparable): boolean {
  return section !== undefined && section !== id
}

/** The same with the key by which formulas name it: `trip.from`. */
export interface KeyedComparable extends Comparable {
  key: string
}

/** A question that cannot be asked: what it is or was called. */
export interface FormerName {
  label: string
  /** of one that is in the form still, and of a kind that is not installed */
  key?: string
}

/** What a question is called that is no longer in the form, or not installed; undefined when that is not known. */
export type FormerLabel = (id: string) => FormerName | undefined

/** A group of conditions as the builder shows it: `none` is `not` over `any`. */
export interface Group {
  mode: 'all' | 'any' | 'none'
  parts: Condition[]
}

const UNARY: ReadonlySet<Operator> = new Set(['is-empty', 'is-not-empty'])
const LISTS: ReadonlySet<Operator> = new Set(['is-any-of', 'is-none-of', 'contains-all', 'contains-any'])

/** Whether the operator compares with nothing. */
export function isUnary(op: Operator): boolean {
  return UNARY.has(op)
}

/** Whether the operator compares with a list of options. */
export function takesList(op: Operator): boolean {
  return LISTS.has(op)
}

/** Whether a condition is a group. */
export function groupOf(condition: Condition): Group | undefined {
  if ('all' in condition) return { mode: 'all', parts: condition.all }
  if ('any' in condition) return { mode: 'any', parts: condition.any }
  if ('not' in condition) {
    const inner = groupOf(condition.not)
    return inner?.mode === 'any'
      ? { mode: 'none', parts: inner.parts }
      : { mode: 'none', parts: [condition.not] }
  }
  return undefined
}

/** A condition from a group. */
export function conditionOf(group: Group): Condition {
  if (group.mode === 'all') return { all: group.parts }
  if (group.mode === 'any') return { any: group.parts }
  return { not: { any: group.parts } }
}

/** A condition that always stands as a group, so that the builder has something to add to. */
export function asGroup(condition: Condition | undefined): Group {
  if (!condition) return { mode: 'all', parts: [] }
  return groupOf(condition) ?? { mode: 'all', parts: [condition] }
}

/** A first comparison with a field. */
export function comparisonOf(field: Comparable): Comparison {
  return withOperator(
    { left: { field: field.id }, op: field.operators[0] ?? 'is-not-empty' },
    field,
    field.operators[0] ?? 'is-not-empty',
  )
}

/** The comparison with another operator; what it is compared with stays if it still fits. */
export function withOperator(comparison: Comparison, field: Comparable, op: Operator): Comparison {
  const { left } = comparison
  if (isUnary(op)) return { left, op }
  const old = comparison.right
  const keeps =
    old !== undefined &&
    !isUnary(comparison.op) &&
    takesList(comparison.op) === takesList(op) &&
    (op !== 'matches' || 'value' in old)
  const right = keeps ? old : startOperand(field, op)
  return op === 'between'
    ? { left, op, right, to: comparison.to ?? startOperand(field, op) }
    : { left, op, right }
}

/** What an operator compares with at first. */
export function startOperand(field: Comparable, op: Operator): Operand {
  if (takesList(op)) return { value: [] }
  if (field.type === 'number') return { value: null }
  if (field.type === 'boolean') return { value: true }
  if (field.type === 'choice') return { value: field.options?.[0]?.id ?? '' }
  return { value: '' }
}

/** Whether something of a condition is still to be filled in. */
export function isUnfinished(condition: Condition): boolean {
  const group = groupOf(condition)
  if (group) return group.parts.some(isUnfinished)
  if ('formula' in condition) return condition.formula.trim() === ''
  if (!('left' in condition)) return false
  const { left, op, right, to } = condition
  if (isOpen(left)) return true
  return !isUnary(op) && (isOpen(right) || (op === 'between' && isOpen(to)))
}

/** Whether a side of a comparison is still to be filled in. */
export function isOpen(operand: Operand | undefined): boolean {
  if (operand === undefined) return true
  if ('param' in operand) return operand.param.trim() === ''
  if (!('value' in operand)) return false
  const { value } = operand
  return value === '' || value === null || (Array.isArray(value) && value.length === 0)
}

/** Whether a condition asks for nothing. */
export function isEmpty(condition: Condition | undefined): boolean {
  return condition === undefined || (!('formula' in condition) && asGroup(condition).parts.length === 0)
}
