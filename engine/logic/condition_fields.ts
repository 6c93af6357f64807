import type { Condition, Operand } from '../document/document.ts'
import { addressesIn, blockOf } from './references.ts'

/** Ids of the fields that a condition asks, each once, in order: those it compares, and those in its formulas. */
export function fieldsOf(condition: Condition): string[] {
  return [...new Set(addressesOf(condition).map(blockOf))]
}

/** Addresses of what a condition asks, in order. */
export function addressesOf(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(addressesOf)
  if ('any' in condition) return condition.any.flatMap(addressesOf)
  if ('not' in condition) return addressesOf(condition.not)
  if ('formula' in condition) return addressesIn(condition.formula)
  const operands: (Operand | undefined)[] = [condition.left, condition.right, condition.to]
  return operands.flatMap((operand) => (operand && 'field' in operand ? [operand.field] : []))
}
