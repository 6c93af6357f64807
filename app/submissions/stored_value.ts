import { sql, type Sql } from '#app/submissions/sql'

/**
 * One stored value as comparisons read it, wherever it lies: in the row of a submission or in a packed segment. What is
 * of another type is no value: the SQL is null then.
 */
export interface StoredValue {
  /** whether there is anything, of any type */
  present: Sql
  text: Sql
  folded: Sql
  number: Sql
  /** a day or a local time, in the order of its bytes */
  date: Sql
  /** `true` or `false` */
  boolean: Sql
  /**
   * Whether it names an option. A choice is stored as the option's id, or as an object with one text whose key is the
   * id (an answer of one's own); several choices are a list of those.
   */
  has(option: string): Sql
  /** Whether a text occurs in the folded one, in whole characters (docs/semantics.md: Text). */
  occurs(where: Place, text: string): Sql
}

/** The number of what a list holds: `length` where there is a list, `items` of a section, which has none without one. */
export type Measure = 'length' | 'items'

/** The number that is measured, from the length of the list: null where there is none. */
export function counted(measure: Measure, length: Sql): Sql {
  return measure === 'items' ? sql`coalesce(${length}, 0)` : length
}

export type Place = 'start' | 'end' | 'anywhere'

/** What is taken apart: presence, texts as they are compared, texts, JSON, numbers. */
export type Reading = 'any' | 'folded' | 'text' | 'json' | 'number'

/** What a segment says of all its values together. */
export interface SegmentValue {
  rows: Sql
  /** all texts in one, as they are and as they are compared, each after the separator but the first */
  texts: Sql
  folded: Sql
  separator: Sql
  textNumbers: Sql
  /** the different numbers, in order */
  sorted: Sql
  /** whether anybody gave a value, or anybody none */
  some: Sql
  someNone: Sql
  /** Whether the condition holds for one of the few different values; where there are many, what else says it. */
  few(holds: (value: StoredValue) => Sql, many: Sql): Sql
  /** A condition on the different values in order, of which days are always listed. */
  fewSorted(condition: (few: Sql) => Sql): Sql
  /** whether an option may be named at all */
  mentions(option: string): Sql
}

/** A text that is asked for, as comparisons see it. */
export function fold(asked: string): Sql {
  return sql`fold_text(${asked})`
}

/** Whether a folded text occurs, code point by code point. */
export const OCCURS: Readonly<Record<Place, (text: Sql, part: Sql) => Sql>> = {
  start: (text, part) => sql`starts_with(${text}, ${part})`,
  end: (text, part) => sql`right(${text}, length(${part})) = ${part}`,
  anywhere: (text, part) => sql`strpos(${text}, ${part}) > 0`,
}
