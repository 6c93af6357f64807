/** What joins the ids of a row and a column to that of the part for their cell. */
export const JOINT = '--'

/** How the cell of a row and a column is called among the parts. */
export function cellId(row: string, column: string): string {
  return row + JOINT + column
}

/** What a cell is called: by its row and column. */
export function cellLabel(row: { id: string; label: string }, column: { id: string; label: string }): string {
  return [row, column].map(({ id, label }) => (label.trim() === '' ? id : label)).join(', ')
}
