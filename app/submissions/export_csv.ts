import { setImmediate } from 'node:timers/promises'
import type { Cursor } from '#app/forms/cursor'
import { BOM, csvLine } from '#app/submissions/csv'
import type { Table } from '#app/submissions/columns'
import { filterSql } from '#app/submissions/filter_sql'
import { loadTable } from '#app/submissions/load_table'
import { readRows } from '#app/submissions/read_rows'
import type { StoredRow } from '#app/submissions/stored_rows'
import type { View } from '#app/submissions/view'
import { within } from '#app/workspaces/within'

/** The first line: the columns of the table between time and id. */
export function headings(table: Table): string[] {
  return ['Received', ...table.columns.map((column) => column.label), 'Submission']
}

/** The line of one submission. */
export function lineOf(table: Table, { at, version, answers, id }: StoredRow): string {
  return csvLine([new Date(at).toISOString(), ...table.cells(version, answers), id])
}

/** Signs that are sent at once: small pieces are gone before they cost memory. */
const PIECE = 64 * 1024

/**
 * Rows of one short transaction. Few enough to be written and forgotten while they are young: of 2,000 a good part
 * outlived the collector's first rounds, and memory grew twice as far.
 */
export const BATCH = 500

/**
 * The submissions of a view as CSV, newest first, in pieces: the columns of the table between time and id. Only what
 * was there at the start is written, read in short transactions; while one piece is being sent the next is read, and
 * no more than that is ever held.
 */
export async function* exportCsv(workspaceId: string, formId: string, view: View): AsyncGenerator<string> {
  const { table, filters, start } = await within(workspaceId, async (scope) => {
    const loaded = await loadTable(scope, formId)
    const { rows } = await scope.trx.rawQuery<{ rows: { start: string }[] }>(
      'select clock_timestamp()::text as start',
    )
    return { table: loaded, filters: filterSql(view.filters, loaded.comparable), start: rows[0].start }
  })
  const read = (after: Cursor | undefined) =>
    within(workspaceId, (scope) => readRows(scope, { formId, view, filters }, BATCH, after, start))

  yield BOM + csvLine(headings(table))
  let batch = read(undefined)
  for (;;) {
    const { rows, next } = await batch
    if (next) {
      batch = read(next)
      // Awaited in the next turn; if nobody takes that turn, its failure is nobody's business.
      batch.catch(() => {})
    }
    let piece = ''
    for (const row of rows) {
      piece += lineOf(table, row)
      if (piece.length < PIECE) continue
      yield piece
      piece = ''
      // What comes from the database is taken in between, so that it goes on reading while we write.
      await setImmediate()
    }
    if (piece !== '') yield piece
    if (!next) return
  }
}
