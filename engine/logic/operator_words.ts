import type { Operator } from '@formwright/kit/value'

/** What each operator is called between a field and a value. */
export const OPERATOR_WORDS: Record<Operator, string> = {
  is: 'is',
  'is-not': 'is not',
  contains: 'contains',
  'not-contains': 'does not contain',
  'starts-with': 'starts with',
  'ends-with': 'ends with',
  matches: 'matches the pattern',
  eq: 'is',
  neq: 'is not',
  lt: 'is less than',
  lte: 'is at most',
  gt: 'is more than',
  gte: 'is at least',
  between: 'is between',
  before: 'is before',
  after: 'is after',
  'is-any-of': 'is any of',
  'is-none-of': 'is none of',
  'contains-all': 'includes all of',
  'contains-any': 'includes any of',
  'is-empty': 'is empty',
  'is-not-empty': 'is not empty',
}
