/** What conditions and formulas work on. Empty is `null`; a list is several choices or the rows of a repeating section. */
export type Value = string | number | boolean | null | Value[]

/**
 * The type of a value in logic. `choice` and `choices` hold option ids; `date` is an ISO calendar day (`2024-02-29`),
 * `time` a time of day (`17:30` or `17:30:05`), `datetime` a local date-time of the two with `T` between; `file` is a list
 * of file ids.
 */
export type ValueType =
  'text' | 'number' | 'boolean' | 'date' | 'time' | 'datetime' | 'choice' | 'choices' | 'file'

/** The comparisons the engine knows. A kind lists those that make sense for it. */
export type Operator =
  | 'is'
  | 'is-not'
  | 'contains'
  | 'not-contains'
  | 'starts-with'
  | 'ends-with'
  | 'matches'
  | 'eq'
  | 'neq'
  | 'lt'
  | 'lte'
  | 'gt'
  | 'gte'
  | 'between'
  | 'before'
  | 'after'
  | 'is-any-of'
  | 'is-none-of'
  | 'contains-all'
  | 'contains-any'
  | 'is-empty'
  | 'is-not-empty'

const OF_TIMES: readonly Operator[] = ['eq', 'neq', 'before', 'after', 'between', 'is-empty', 'is-not-empty']

/** Operators that fit each value type, for kinds that have no reason to differ. */
export const operatorsOf: Record<ValueType, readonly Operator[]> = {
  text: [
    'is',
    'is-not',
    'contains',
    'not-contains',
    'starts-with',
    'ends-with',
    'matches',
    'is-empty',
    'is-not-empty',
  ],
  number: ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'between', 'is-empty', 'is-not-empty'],
  boolean: ['is', 'is-not', 'is-empty', 'is-not-empty'],
  date: OF_TIMES,
  time: OF_TIMES,
  datetime: OF_TIMES,
  choice: ['is', 'is-not', 'is-any-of', 'is-none-of', 'is-empty', 'is-not-empty'],
  choices: ['contains-all', 'contains-any', 'is-none-of', 'is-empty', 'is-not-empty'],
  file: ['is-empty', 'is-not-empty'],
}
