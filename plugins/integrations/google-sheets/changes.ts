import { type Cell, type Column, type Row, STATUS, SUBMISSION } from './row.ts'
import { COLUMN_KEY, type Tab } from './sheet.ts'

const PATTERNS = { DATE: 'yyyy-mm-dd', TIME: 'hh:mm', DATE_TIME: 'yyyy-mm-dd hh:mm' }

/** What a submission is to be in the sheet after a batch of events. */
export interface Wanted {
  row: Row
  deleted: boolean
}

/** Where everything of ours stands. */
export interface Places {
  tab: Tab
  columns: Map<string, number>
  /** columns of the first row that are taken, ours or not */
  taken: number
  rows: ReadonlyMap<string, number>
}

/**
 * Requests that put columns where there are none yet: behind the last of ours, or behind what stands in the first row.
 * `places` is brought up to date.
 */
export function newColumns(wanted: readonly Column[], places: Places): object[] {
  const { tab, columns } = places
  const missing = wanted.filter(({ id }) => !columns.has(id))
  if (missing.length === 0) return []
  const isFirst = columns.size === 0
  const start = isFirst ? places.taken : Math.max(...columns.values()) + 1
  const range = { sheetId: tab.id, dimension: 'COLUMNS', startIndex: start, endIndex: start + missing.length }
  const lacking = start + missing.length - tab.columns
  const requests: object[] = []
  // inserted, so that what people keep to the right of ours moves on with its formulas
  if (!isFirst) requests.push({ insertDimension: { range, inheritFromBefore: false } })
  else if (lacking > 0)
    requests.push({ appendDimension: { sheetId: tab.id, dimension: 'COLUMNS', length: lacking } })
  for (const [index, column] of missing.entries()) {
    columns.set(column.id, start + index)
    requests.push(...columnRequests(tab, column, start + index))
  }
  if (isFirst) {
    const properties = { sheetId: tab.id, gridProperties: { frozenRowCount: 1 } }
    requests.push({ updateSheetProperties: { properties, fields: 'gridProperties.frozenRowCount' } })
  }
  return requests
}

function columnRequests(tab: Tab, { id, label, format }: Column, index: number): object[] {
  const range = { sheetId: tab.id, dimension: 'COLUMNS', startIndex: index, endIndex: index + 1 }
  const metadata = { metadataKey: COLUMN_KEY, metadataValue: id, visibility: 'PROJECT' }
  return [
    { createDeveloperMetadata: { developerMetadata: { ...metadata, location: { dimensionRange: range } } } },
    head(tab, index, label),
    ...(format
      ? [
          {
            repeatCell: {
              range: {
                sheetId: tab.id,
                startRowIndex: 1,
                startColumnIndex: index,
                endColumnIndex: index + 1,
              },
              cell: { userEnteredFormat: { numberFormat: { type: format, pattern: PATTERNS[format] } } },
              fields: 'userEnteredFormat.numberFormat',
            },
          },
        ]
      : []),
    ...(id === SUBMISSION
      ? [{ updateDimensionProperties: { range, properties: { hiddenByUser: true }, fields: 'hiddenByUser' } }]
      : []),
  ]
}

/** Names a column. */
export function head(tab: Tab, index: number, label: string): object {
  return cells(tab, 0, index, [label])
}

/** Requests for what is to be of each submission: changed where it stands, marked or removed, added at the end. */
export function rowChanges(wanted: readonly Wanted[], places: Places, deleted: 'mark' | 'remove'): object[] {
  const { tab, columns, rows } = places
  const updates: object[] = []
  const removed: number[] = []
  const added: object[] = []
  for (const { row, deleted: gone } of wanted) {
    const at = rows.get(row.submission)
    if (gone && deleted === 'remove') {
      if (at !== undefined) removed.push(at)
    } else if (at === undefined) {
      // a deleted one that never stood here leaves no row
      if (!gone) added.push({ values: valuesOf(row, columns) })
    } else {
      updates.push(...updatesOf(row, gone, at, places))
    }
  }
  return [
    ...updates,
    // from the end, so that the places of the others hold
    ...removed
      .sort((one, other) => other - one)
      .map((at) => ({
        deleteDimension: { range: { sheetId: tab.id, dimension: 'ROWS', startIndex: at, endIndex: at + 1 } },
      })),
    ...(added.length > 0
      ? [{ appendCells: { sheetId: tab.id, rows: added, fields: 'userEnteredValue' } }]
      : []),
  ]
}

function updatesOf(row: Row, gone: boolean, at: number, { tab, columns }: Places): object[] {
  const mark = columns.get(STATUS)
  if (gone) return mark === undefined ? [] : [cells(tab, at, mark, ['Deleted'])]
  // one that was deleted and is told of again was restored
  return [...row.columns, { id: STATUS, value: null }].flatMap(({ id, value }) => {
    const index = columns.get(id)
    return index === undefined ? [] : [cells(tab, at, index, [value])]
  })
}

function valuesOf(row: Row, columns: ReadonlyMap<string, number>): object[] {
  const known = row.columns.flatMap(({ id, value }): [number, Cell][] => {
    const index = columns.get(id)
    return index === undefined ? [] : [[index, value]]
  })
  const byIndex = new Map(known)
  const width = Math.max(...byIndex.keys()) + 1
  return Array.from({ length: width }, (_, index) => cell(byIndex.get(index) ?? null))
}

function cells(tab: Tab, row: number, column: number, values: readonly Cell[]): object {
  return {
    updateCells: {
      start: { sheetId: tab.id, rowIndex: row, columnIndex: column },
      rows: [{ values: values.map(cell) }],
      fields: 'userEnteredValue',
    },
  }
}

/** A value by its type: a text is a text, whatever it begins with. */
function cell(value: Cell): object {
  if (value === null) return {}
  if (typeof value === 'number') return { userEnteredValue: { numberValue: value } }
  if (typeof value === 'boolean') return { userEnteredValue: { boolValue: value } }
  return { userEnteredValue: { stringValue: value } }
}
