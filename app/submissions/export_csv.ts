import { setImmediate } from 'node:timers/promises'
import type { Cursor } from '#app/http/cursor'
import { goOn } from '#app/http/load_shedding'
import { BOM, csvLine } from '#app/submissions/csv'
import type { StoredAnswers, Table } from '#app/submissions/columns'
import { filterSql } from '#app/submissions/filter_sql'
import { withTable } from '#app/submissions/load_table'
import { withReadPlace } from '#app/submissions/read_places'
import { readRows } from '#app/submissions/read_rows'
import type { StoredRow } from '#app/submissions/stored_rows'
import type { View } from '#app/submissions/view'
import { within } from '#app/workspaces/within'

/**
 * The first lines of the files of an export: the columns of the table between time and id, and for each section that
 * repeats those of its items behind the submission's id and the item's number.
 */
export function firstLines(table: Table): string[] {
  const labels = (columns: Table['columns']) => columns.map((column) => column.label)
  const main = csvLine(['Received', ...labels(table.columns), 'Submission'])
  const sections = table.sections.map(({ columns }) => csvLine(['Submission', 'Item', ...labels(columns)]))
  return [main, ...sections].map((line) => BOM + line)
}

/** The lines of one submission, for each file. */
function linesOf(table: Table, { at, version, answers, id }: StoredRow): string[] {
  const given: StoredAnswers = JSON.parse(answers)
  const main = csvLine([new Date(at).toISOString(), ...table.cells(version, given), id])
  if (table.sections.length === 0) return [main]
  const sections = table
    .items(version, given)
    .map((items) => items.map((cells, index) => csvLine([id, index + 1, ...cells])).join(''))
  return [main, ...sections]
}

/** Characters that are written at once: small pieces are gone before they cost memory. */
const PIECE = 64 * 1024
/**
 * And that are sent at once. Between two of these the database is heard: what it sends for the next rows comes in 64 kB at
 * a time. With pieces of 64 kB a download took 15% longer, and more beside other work.
 */
const PIECE_SENT = 8 * 1024

/** The lines of these submissions, for each file, piece by piece. */
export function* piecesOf(
  table: Table,
  rows: readonly StoredRow[],
  size = PIECE,
): Generator<readonly string[]> {
  const none = ['', ...table.sections.map(() => '')]
  let pieces = none
  for (const row of rows) {
    const lines = linesOf(table, row)
    pieces = pieces.map((piece, index) => piece + lines[index])
    if (pieces.every((piece) => piece.length < size)) continue
    yield pieces
    pieces = none
  }
  if (pieces !== none) yield pieces
}

/**
 * Rows of one short transaction. Few enough to be written and forgotten while they are young: of 2,000 a good part
 * outlived the collector's first rounds, and memory grew twice as far.
 */
const BATCH = 500
/** Characters of answers in a batch, about: of 1,000,000 a good part outlived the collector too. */
const BATCH_SIZE = 512 * 1024

/** How many rows to read after these: fewer where each says much. Sections can, so the first of these are few. */
export function batchAfter(table: Table, rows?: readonly StoredRow[]): number {
  if (rows === undefined) return table.sections.length > 0 ? BATCH / 10 : BATCH
  const size = rows.reduce((sum, { answers }) => sum + answers.length, 0)
  return size === 0 ? BATCH : Math.max(1, Math.min(BATCH, Math.floor((rows.length * BATCH_SIZE) / size)))
}

/**
 * The submissions of a view, newest first, in pieces: lines for each file of the export. Only what was there at the
 * start is written, read in short transactions; while one piece is being sent the next is read, and no more than that is
 * ever held.
 */
export async function* exportPieces(
  workspaceId: string,
  formId: string,
  view: View,
): AsyncGenerator<readonly string[]> {
  const { table, filters, start } = await goOn(() =>
    withTable(workspaceId, formId, async (scope, loaded) => {
      const { rows } = await scope.trx.rawQuery<{ rows: { start: string }[] }>(
        'select clock_timestamp()::text as start',
      )
      return { table: loaded, filters: filterSql(view.filters, loaded.comparable), start: rows[0].start }
    }),
  )
  const read = (limit: number, after?: Cursor) =>
    goOn(() =>
      withReadPlace(
        workspaceId,
        view,
        () => within(workspaceId, (scope) => readRows(scope, { formId, view, filters }, limit, after, start)),
        'download',
      ),
    )

  yield firstLines(table)
  let batch = read(batchAfter(table))
  for (;;) {
    const { rows, next } = await batch
    if (next) {
      batch = read(batchAfter(table, rows), next)
      // Awaited in the next turn; if nobody takes that turn, its failure is nobody's business.
      batch.catch(() => {})
    }
    for (const pieces of piecesOf(table, rows, PIECE_SENT)) {
      yield pieces
      // What comes from the database is taken in between, so that it goes on reading while we write.
      await setImmediate()
    }
    if (!next) return
  }
}

/** The main file of the export alone, for forms in which no section repeats. */
export async function* exportCsv(workspaceId: string, formId: string, view: View): AsyncGenerator<string> {
  for await (const [main] of exportPieces(workspaceId, formId, view)) yield main
}
