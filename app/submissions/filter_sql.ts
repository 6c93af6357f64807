import { type Meaning, meaningOf, refused } from '#app/submissions/comparisons'
import { receivedWhen } from '#app/submissions/received_filter'
import { segmentFilter, type SegmentFilter } from '#app/submissions/segment_filter'
import { OF_ITEM, rowValue } from '#app/submissions/row_value'
import { not, raw, sql, type Sql } from '#app/submissions/sql'
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
  /** the value is no answer: it is in this column of a submission, and `path` is empty */
  column?: 'version' | 'received_at'
  /** the section in whose items it lies: something holds where it holds in any of them */
  inItems?: string
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
    if (!field)
      throw refused(`There is no question “${filter.field}” to filter by. Give the key or the id of a field.`)
    const { type, operators, path, measure, inItems, column } = field
    if (!operators.includes(filter.op))
      throw refused(`“${filter.op}” does not fit “${filter.field}”. Use one of: ${operators.join(', ')}.`)
    // no segment has what stands in a column
    if (column === 'received_at') return { rows: receivedWhen(filter) }
    const meaning = meaningOf(filter, type)
    if (column === 'version') return { rows: ofVersion(meaning) }
    const holds = meaning.holds(rowValue(path, measure, inItems === undefined ? undefined : OF_ITEM))
    const rows = meaning.negated ? not(holds) : holds
    // segments hold the items of a section as a whole
    if (inItems !== undefined) return { rows: inAnyItem(inItems, rows) }
    return {
      rows,
      segments: segmentFilter(meaning, path, measure, index),
    }
  })
}

/** Where something holds for the number of the version, which every submission has. */
function ofVersion({ holds, negated }: Meaning): Sql {
  const value = { ...rowValue([]), present: raw('true'), number: raw('s.version::float8') }
  return negated ? not(holds(value)) : holds(value)
}

/** Where something holds for the answers of one item of a section. */
function inAnyItem(section: string, holds: Sql): Sql {
  return sql`exists (select from jsonb_array_elements(
      case when jsonb_typeof(s.answers -> ${section}) = 'array' then s.answers -> ${section} else '[]' end
    ) as items (entry) where ${holds})`
}
