import type { Table } from '#app/submissions/columns'
import { refused } from '#app/submissions/comparisons'
import { type Comparison, filterSql } from '#app/submissions/filter_sql'
import type { View } from '#app/submissions/view'
import type { Scope } from '#app/workspaces/within'

/**
 * The comparisons a view asks for, before anything is looked for: what its fields do not offer is refused, and
 * expressions that JavaScript reads and the database does not.
 */
export async function checkedFilters({ trx }: Scope, view: View, table: Table): Promise<Comparison[]> {
  const comparisons = filterSql(view.filters, table.comparable)
  const patterns = view.filters.filter(({ op }) => op === 'matches').map(({ value }) => String(value))
  if (patterns.length === 0) return comparisons
  try {
    await trx.rawQuery(`select count(*) from unnest(?::text[]) pattern where '' ~ pattern`, [patterns])
  } catch (error) {
    if (isUnreadable(error))
      throw refused('This regular expression cannot be used in a filter. Enter a simpler one.')
    throw error
  }
  return comparisons
}

function isUnreadable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '2201B'
}
