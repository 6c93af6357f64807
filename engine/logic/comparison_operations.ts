import type { Operator } from '@formwright/kit/value'
import type { Expression } from './interpreter/expression.ts'
import type { Type } from './signatures.ts'

const EQUAL: Readonly<Record<Type, string>> = {
  text: '?text-is',
  number: '?eq',
  boolean: '?same',
  date: '?date-eq',
  time: '?date-eq',
  datetime: '?date-eq',
  choice: '?same',
  choices: '?any-of',
  file: '?same',
  empty: '?same',
  whole: '?same',
}

/**
 * The operation of a comparison on two sides of a type; null when it does not fit them. *Is not*, *none of* and the like are
 * exact negations: they hold where a side is empty.
 */
export function operationOf(op: Operator, type: Type, a: Expression, b: Expression): Expression | null {
  switch (op) {
    case 'is':
    case 'eq':
      return [EQUAL[type], a, b]
    case 'is-not':
    case 'neq':
      return ['?not', [EQUAL[type], a, b]]
    case 'contains':
      return type === 'choices' ? ['?any-of', a, b] : ['?contains', a, b]
    case 'not-contains':
      return ['?not', type === 'choices' ? ['?any-of', a, b] : ['?contains', a, b]]
    case 'starts-with':
      return ['?starts', a, b]
    case 'ends-with':
      return ['?ends', a, b]
    case 'is-any-of':
    case 'contains-any':
      return ['?any-of', a, b]
    case 'is-none-of':
      return ['?not', ['?any-of', a, b]]
    case 'contains-all':
      return ['?all-of', a, b]
  }
  if (isMoment(type)) return ordered(DATES, op, a, b)
  return type === 'number' ? ordered(NUMBERS, op, a, b) : null
}

function ordered(
  operations: Readonly<Partial<Record<Operator, string>>>,
  op: Operator,
  a: Expression,
  b: Expression,
) {
  const operation = operations[op]
  return operation === undefined ? null : [operation, a, b]
}

const NUMBERS: Readonly<Partial<Record<Operator, string>>> = {
  lt: '?lt',
  lte: '?lte',
  gt: '?gt',
  gte: '?gte',
}
const DATES: Readonly<Partial<Record<Operator, string>>> = {
  before: '?before',
  after: '?after',
  lt: '?before',
  lte: '?not-after',
  gt: '?after',
  gte: '?not-before',
}

/** Whether values of a type come before and after each other in time. */
export function isMoment(type: Type | undefined): type is 'date' | 'time' {
  return type === 'date' || type === 'time'
}
