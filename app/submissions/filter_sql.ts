import { meaningOf, refused } from '#app/submissions/comparisons'
import { segmentFilter, type SegmentFilter } from '#app/submissions/segment_filter'
import { rowValue } from '#app/submissions/row_value'
import { not, type Sql } from '#app/submissions/sql'
import type { Measure } from '#app/submissions/stored_value'
import type { Filter } from '#api_types/submissions'
import type { Operator, ValueType } from '@formwright/kit/value'

/** One comparison: the condition on rows of `submissions s`, and what it asks of packed segments. */
export interface Comparison {
  rows: Sql
  segments?: SegmentFilter
}

/** What logic knows of a value: its type, the comparisons its kind offers, and where it lies. */
export interface Comparable {
  type: ValueType
  operators: readonly Operator[]
  /** in the stored answers: the block, then members of its answer */
  path: readonly string[]
  /** the value is a number: see `Measure` */
  measure?: Measure
}

/**
 * The SQL of filters, from the one table of comparisons: once over the answers of rows, once over what segments hold of
 * them.
 */
export function filterSql(
  filters: readonly Filter[],
  comparableOf: (address: string) => Comparable | undefined,
): Comparison[] {
  return filters.map((filter, index) => {
    const field = comparableOf(filter.field)
    if (!field) throw refused(`There is no field ${filter.field} to filter by.`)
    const { type, operators, path, measure } = field
    if (!operators.includes(filter.op)) throw refused(`“${filter.op}” does not fit this field.`)
    const meaning = meaningOf(filter, type)
    const holds = meaning.holds(rowValue(path, measure))
    return {
      rows: meaning.negated ? not(holds) : holds,
      segments: segmentFilter(meaning, path, measure, index),
    }
  })
}
