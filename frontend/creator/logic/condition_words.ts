import type { Comparison, Condition, Operand } from '../../../engine/document/document.ts'
import { shortened } from '../../../engine/document/names.ts'
import { OPERATOR_WORDS } from '../../../engine/logic/operator_words.ts'
import { blockOf, partsOf } from '../../../engine/logic/references.ts'
import { shownMoment } from '@formwright/kit/day'
import { groupOf, isOpen, isUnary, type Comparable, type FormerLabel, type Group } from './conditions.ts'

/** What stands where something is still to be filled in. */
export const OPEN = '…'

/** How a group joins its parts. */
export const JOINS: Record<Group['mode'], string> = { all: 'and', any: 'or', none: 'nor' }

/** By what a condition finds what it speaks of. */
export interface Names {
  fieldOf: (id: string) => Comparable | undefined
  formerLabel?: FormerLabel
}

/** A condition as a person would say it. */
export function sentence(condition: Condition, names: Names): string {
  const group = groupOf(condition)
  if (group) return groupWords(group, names)
  if ('formula' in condition) return formulaWords(condition.formula, names)
  return 'left' in condition ? comparisonSentence(condition, names) : ''
}

/** A sentence with its full stop; one that waits for an end has none. */
export function ended(words: string): string {
  return words.endsWith(OPEN) ? words : `${words}.`
}

/** What stands before the parts of a group. */
export function groupOpening({ mode, parts }: Group): string | undefined {
  if (mode !== 'none' || parts.length === 0) return undefined
  return parts.length === 1 ? 'not' : 'neither'
}

function groupWords(group: Group, names: Names): string {
  const { mode, parts } = group
  if (parts.length === 0) return mode === 'any' ? 'never' : 'always'
  const words = parts.map((part) => {
    const inner = sentence(part, names)
    return groupOf(part) ? `(${inner})` : inner
  })
  const opening = groupOpening(group)
  return `${opening === undefined ? '' : `${opening} `}${words.join(` ${JOINS[mode]} `)}`
}

function formulaWords(formula: string, names: Names): string {
  if (formula.trim() === '') return OPEN
  return partsOf(formula)
    .map((part) => ('text' in part ? part.text : labelOf(part.address, names)))
    .join('')
}

function comparisonSentence(comparison: Comparison, names: Names): string {
  const { left, op, right, to } = comparisonWords(comparison, names)
  return [left, op, right, to && 'and', to].filter((word) => word !== undefined).join(' ')
}

/** The words of a comparison, one by one: as many as its operator has. */
export function comparisonWords(
  { left, op, right, to }: Comparison,
  names: Names,
): { left: string; op: string; right?: string; to?: string } {
  const [field, other] = [left, right].map((side) =>
    side && 'field' in side ? names.fieldOf(side.field) : undefined,
  )
  const words = { left: operandWords(left, other, names), op: OPERATOR_WORDS[op] }
  if (isUnary(op)) return words
  const compared = { ...words, right: operandWords(right, field, names) }
  return op === 'between' ? { ...compared, to: operandWords(to, field, names) } : compared
}

/** What is written the way its reader writes days and times. */
const MOMENTS: ReadonlySet<Comparable['type']> = new Set(['date', 'time', 'datetime'])

function operandWords(operand: Operand | undefined, field: Comparable | undefined, names: Names): string {
  if (operand === undefined) return OPEN
  if ('field' in operand) return labelOf(operand.field, names)
  if ('param' in operand) return `the parameter ${isOpen(operand) ? OPEN : `"${operand.param}"`}`
  if ('now' in operand) return field?.type === 'date' ? 'today' : 'now'
  if (isOpen(operand)) return OPEN
  const { value } = operand
  const name = (id: unknown) => field?.options?.find((option) => option.id === id)?.label ?? String(id)
  if (Array.isArray(value)) return value.map(name).join(', ')
  if (value === true) return 'yes'
  if (value === false) return 'no'
  const isMoment = field && MOMENTS.has(field.type) && /^(\d{4}-\d\d-\d\d|\d\d:\d\d)/.test(String(value))
  return isMoment ? shownMoment(String(value), undefined) : name(value)
}

/** What a field is called; one that is no longer in the form by its former label, when that is known. */
function labelOf(id: string, { fieldOf, formerLabel }: Names): string {
  const field = fieldOf(id)
  if (field) return field.label
  const former = formerLabel?.(blockOf(id))
  if (!former) return 'a removed question'
  return `“${shortened(former.label)}” (${former.key === undefined ? 'removed' : 'not installed'})`
}
