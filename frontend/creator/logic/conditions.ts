import type { Comparison, Condition, Operand } from '../../../engine/document/document.ts'
import { shortened } from '../../../engine/document/names.ts'
import { OPERATOR_WORDS } from '../../../engine/logic/operator_words.ts'
import type { Referent } from '../../../engine/logic/linked.ts'
import { blockOf, partsOf } from '../../../engine/logic/references.ts'
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

/** What a question was called that is no longer in the form; undefined when that is not known. */
export type FormerLabel = (id: string) => string | undefined

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
  if (field.type === 'number') return { value: 0 }
  if (field.type === 'boolean') return { value: true }
  if (field.type === 'choice') return { value: field.options?.[0]?.id ?? '' }
  return { value: '' }
}

/** What a field goes by that is no longer in the form: its former label, when that is known. */
export function removedField(id: string, formerLabel: FormerLabel): string | undefined {
  const label = formerLabel(blockOf(id))
  return label && `“${shortened(label)}” (removed)`
}

/** A condition as a person would say it. */
export function sentence(
  condition: Condition,
  fieldOf: (id: string) => Comparable | undefined,
  formerLabel: FormerLabel = () => undefined,
): string {
  const labelOf = (id: string) => fieldOf(id)?.label ?? removedField(id, formerLabel) ?? 'a removed question'
  const group = groupOf(condition)
  if (group) {
    const parts = group.parts.map((part) => {
      const words = sentence(part, fieldOf, formerLabel)
      return groupOf(part) ? `(${words})` : words
    })
    if (parts.length === 0) return group.mode === 'all' ? 'always' : group.mode === 'any' ? 'never' : 'always'
    if (group.mode === 'none') return `none of: ${parts.join(', ')}`
    return parts.join(group.mode === 'all' ? ' and ' : ' or ')
  }
  if ('formula' in condition) return formulaWords(condition.formula, labelOf)
  if (!('left' in condition)) return ''
  const [field, other] = [condition.left, condition.right].map((side) =>
    side && 'field' in side ? fieldOf(side.field) : undefined,
  )
  const left = operandWords(condition.left, other, labelOf)
  const words = `${left} ${OPERATOR_WORDS[condition.op]}`
  if (isUnary(condition.op)) return words
  const right = operandWords(condition.right, field, labelOf)
  return condition.op === 'between'
    ? `${words} ${right} and ${operandWords(condition.to, field, labelOf)}`
    : `${words} ${right}`
}

function formulaWords(formula: string, labelOf: (id: string) => string): string {
  if (formula.trim() === '') return '…'
  return partsOf(formula)
    .map((part) => ('text' in part ? part.text : labelOf(part.address)))
    .join('')
}

function operandWords(
  operand: Operand | undefined,
  field: Comparable | undefined,
  labelOf: (id: string) => string,
): string {
  if (operand === undefined) return '…'
  if ('field' in operand) return labelOf(operand.field)
  if ('param' in operand) return `the parameter "${operand.param}"`
  if ('now' in operand) return field?.type === 'date' ? 'today' : 'now'
  const { value } = operand
  const name = (id: unknown) => field?.options?.find((option) => option.id === id)?.label ?? String(id)
  if (Array.isArray(value)) return value.length === 0 ? '…' : value.map(name).join(', ')
  if (value === true) return 'yes'
  if (value === false) return 'no'
  return value === '' || value === null ? '…' : name(value)
}
