import type { SubmissionPage, SubmissionRow } from '../../../../api_types/submissions.ts'

/** A text that somebody wrote, and where. */
export interface WrittenText {
  submission: string
  text: string
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
    for (const { id, cells } of at < 0 ? [] : rows) {
      const cell = cells[at]
      if (typeof cell === 'string' && cell.trim() !== '') found.push({ submission: id, text: cell })
      if (found.length === SHOWN) break
    }
    return found
  }
}
