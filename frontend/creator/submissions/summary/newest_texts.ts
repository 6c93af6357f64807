import type { SubmissionColumn, SubmissionPage, SubmissionRow } from '../../../../api_types/submissions.ts'

/** A cell with a text that somebody wrote. */
export interface WrittenText {
  row: SubmissionRow
  column: SubmissionColumn
  /** where the column stands among all */
  index: number
}

/** So many are shown of a question. */
const SHOWN = 5

/** The newest texts that were written to a question, among the rows that are loaded. */
export function newestTexts(
  pages: readonly SubmissionPage[] | undefined,
  rows: readonly SubmissionRow[],
): (block: string, kind: string) => WrittenText[] {
  const columns = pages?.[0]?.data.columns ?? []
  return (block, kind) => {
    const at = columns.findIndex((column) => {
      return column.block === block && column.kind === kind && column.part === '' && column.type === 'text'
    })
    const found: WrittenText[] = []
    for (const row of at < 0 ? [] : rows) {
      const cell = row.cells[at]
      if (typeof cell === 'string' && cell.trim() !== '') found.push({ row, column: columns[at], index: at })
      if (found.length === SHOWN) break
    }
    return found
  }
}
