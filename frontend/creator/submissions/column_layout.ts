import type { SubmissionColumn } from '../../../api_types/submissions.ts'

/** How somebody wants the columns of one form: what is not named stands as it comes. Kept on the device. */
export interface ColumnLayout {
  order: readonly string[]
  hidden: readonly string[]
  widths: Readonly<Record<string, number>>
}

/** A column where it is shown. `index` is its place among the cells of a row. */
export interface PlacedColumn {
  id: string
  index: number
  column: SubmissionColumn
  width: number
  shown: boolean
}

export const NO_LAYOUT: ColumnLayout = { order: [], hidden: [], widths: {} }

const WIDTHS: Record<SubmissionColumn['type'], number> = {
  text: 220,
  number: 130,
  boolean: 110,
  date: 150,
  time: 110,
  datetime: 190,
}
/** How narrow and how wide a column may be made. */
export const NARROWEST = 72
export const WIDEST = 800

/** All columns in the order that is wanted; new ones come where the form has them, after the one before them. */
export function placeColumns(columns: readonly SubmissionColumn[], layout: ColumnLayout): PlacedColumn[] {
  const placed = columns.map((column, index): PlacedColumn => {
    const id = `${column.block} ${column.kind} ${column.part}`
    const width = layout.widths[id] ?? WIDTHS[column.type]
    return { id, index, column, width, shown: !layout.hidden.includes(id) }
  })
  const ordered = layout.order.flatMap((id) => placed.find((one) => one.id === id) ?? [])
  for (const [index, one] of placed.entries()) {
    if (ordered.includes(one)) continue
    const before = placed[index - 1]
    ordered.splice(before ? ordered.indexOf(before) + 1 : 0, 0, one)
  }
  return ordered
}

/** The layout with one column as wide as asked, within reason; without a width it is as wide as its kind asks. */
export function withWidth(layout: ColumnLayout, id: string, width: number | undefined): ColumnLayout {
  if (width === undefined) {
    const { [id]: _, ...widths } = layout.widths
    return { ...layout, widths }
  }
  const whole = Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)))
  return { ...layout, widths: { ...layout.widths, [id]: whole } }
}

/** The layout with one column shown or hidden. */
export function withShown(layout: ColumnLayout, id: string, shown: boolean): ColumnLayout {
  const hidden = layout.hidden.filter((one) => one !== id)
  return { ...layout, hidden: shown ? hidden : [...hidden, id] }
}

/** The layout with one column at another place, counted from 0. */
export function withMoved(
  layout: ColumnLayout,
  placed: readonly PlacedColumn[],
  id: string,
  to: number,
): ColumnLayout {
  const order = placed.map((one) => one.id)
  const from = order.indexOf(id)
  if (from < 0 || to < 0 || to >= order.length) return layout
  order.splice(to, 0, ...order.splice(from, 1))
  return { ...layout, order }
}

/** What was kept, if it still is a layout. */
export function readLayout(text: string | undefined): ColumnLayout {
  try {
    const kept: unknown = JSON.parse(text ?? '')
    if (typeof kept !== 'object' || kept === null) return NO_LAYOUT
    return {
      order: 'order' in kept ? texts(kept.order) : [],
      hidden: 'hidden' in kept ? texts(kept.hidden) : [],
      widths: 'widths' in kept ? numbers(kept.widths) : {},
    }
  } catch {
    return NO_LAYOUT
  }
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

function numbers(value: unknown): Record<string, number> {
  const found: Record<string, number> = {}
  if (typeof value !== 'object' || value === null) return found
  for (const [key, one] of Object.entries(value)) if (typeof one === 'number') found[key] = one
  return found
}
