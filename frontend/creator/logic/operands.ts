import { operatorsOf, type Operator } from '@formwright/kit/value'
import type { Comparison, Operand } from '../../../engine/document/document.ts'
import { comparedAs } from '../../../engine/logic/linked.ts'
import { comparisonOf, isList, isUnary, takesList, type Comparable } from './conditions.ts'

/** What a side of a comparison can be: written out, another answer, today or now, a parameter of the link. */
export type Source = 'value' | 'field' | 'now' | 'param'

/** What the left side is when it is no answer: its id is none of an answer. */
export const NOW: Comparable = {
  id: '#now',
  label: 'Now',
  type: 'datetime',
  operators: operatorsOf.datetime.filter((op) => !isUnary(op)),
}
/** A parameter has no type of its own: it is read as what it is compared with. */
export const PARAM: Comparable = {
  id: '#param',
  label: 'A link parameter',
  type: 'text',
  operators: [
    'is',
    'is-not',
    'contains',
    'not-contains',
    'starts-with',
    'ends-with',
    'lt',
    'lte',
    'gt',
    'gte',
    'is-empty',
    'is-not-empty',
  ],
}

const NUMERIC: ReadonlySet<Operator> = new Set(['lt', 'lte', 'gt', 'gte'])

/** Which of these an operand is. */
export function sourceOf(operand: Operand | undefined): Source {
  if (operand === undefined || 'value' in operand) return 'value'
  return 'field' in operand ? 'field' : 'now' in operand ? 'now' : 'param'
}

/** What the left side of a comparison is, as what can be compared; undefined for a field that is gone. */
export function leftOf({ left, op }: Comparison, fields: readonly Comparable[]): Comparable | undefined {
  if ('field' in left) return fields.find(({ id }) => id === left.field)
  if ('now' in left) return NOW
  return NUMERIC.has(op) ? { ...PARAM, type: 'number' } : PARAM
}

/** A first comparison with what was chosen for the left side. */
export function comparisonWith(left: Comparable): Comparison {
  const comparison = comparisonOf(left)
  if (left.id === NOW.id) return { ...comparison, left: { now: true } }
  return left.id === PARAM.id ? { ...comparison, left: { param: '' } } : comparison
}

/** What the right side can be, of what is offered here: what the kind's operator compares, and no more. */
export function sourcesFor(
  left: Comparable,
  op: Operator,
  fields: readonly Comparable[],
  offered: readonly Source[],
): Source[] {
  return offered.filter((source) => {
    if (source === 'value') return true
    if (op === 'matches') return false
    if (source === 'field') return fieldsBeside(left, op, fields).length > 0
    if (source === 'now') return left.id !== NOW.id && (left.type === 'date' || left.type === 'datetime')
    return !takesList(op) && left.id !== PARAM.id
  })
}

/** The answers, calculations and parts that an operator compares with the left side. */
export function fieldsBeside(left: Comparable, op: Operator, fields: readonly Comparable[]): Comparable[] {
  const type = comparedAs(left.type)
  return fields.filter((field) => {
    if (field.id === left.id || field.type === 'whole' || isList(field)) return false
    if (takesList(op)) return field.type === 'choice' || field.type === 'choices'
    return left.id === PARAM.id ? field.type !== 'choices' : comparedAs(field.type) === type
  })
}

/** The first operand of a source, to be filled in; undefined for a value, of which the operator has its own. */
export function operandOf(
  source: Source,
  left: Comparable,
  op: Operator,
  fields: readonly Comparable[],
): Operand | undefined {
  if (source === 'now') return { now: true }
  if (source === 'param') return { param: '' }
  const [first] = source === 'field' ? fieldsBeside(left, op, fields) : []
  return first && { field: first.id }
}
