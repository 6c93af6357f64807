import { readable } from '@formwright/kit/text'

/** What joins the ids of a row and a column to that of the part for their cell. */
export const JOINT = '--'

/** How the cell of a row and a column is called among the parts. */
export function cellId(row: string, column: string): string {
  return row + JOINT + column
}

interface Line {
  id: string
  label: string
}

/** What a row or a column is called. */
export function nameOf({ id, label }: Line): string {
  return label.trim() === '' ? id : label
}

/** What a cell is called: by its row and column. */
export function cellLabel(row: Line, column: Line, locale?: string): string {
  return readable([nameOf(row), nameOf(column)], locale)
}
