/** A request that the service refuses. */
export class RequestError extends Error {}

type Value = string | number | boolean | null

interface Metadata {
  key: string
  value: string
  column: number
}

/** A tab: cells by row and column, what is written about columns, and how large the grid is. */
interface Tab {
  id: number
  title: string
  cells: Value[][]
  rows: number
  columns: number
  metadata: Metadata[]
  hidden: number[]
  formats: Record<number, string>
  frozen: number
}

interface Range {
  sheetId: number
  dimension: 'ROWS' | 'COLUMNS'
  startIndex: number
  endIndex: number
}

const LONGEST_CELL = 50_000

/** A spreadsheet as the Sheets API has it, with what people do to one by hand. */
export class Spreadsheet {
  readonly title: string
  #tabs: Tab[] = [newTab(0, 'Sheet1')]

  constructor(title: string) {
    this.title = title
  }

  /** What people see: every row up to the last that holds something. */
  values(tab = 0): Value[][] {
    return (this.#tabs[tab]?.cells ?? []).map((row) => [...row])
  }

  /** The rows below the head by the names of their columns. */
  records(tab = 0): Record<string, Value>[] {
    const [head = [], ...rows] = this.values(tab)
    return rows.map((row) =>
      Object.fromEntries(head.map((name, index) => [String(name), row[index] ?? null])),
    )
  }

  hidden(tab = 0): number[] {
    return this.#tabs[tab]?.hidden ?? []
  }

  /** Somebody inserts a column of their own. */
  insertColumn(at: number, head: string): void {
    const tab = this.#tab(0)
    insertColumns(tab, at, 1)
    put(tab, 0, at, head)
  }

  /** Somebody inserts rows that hold nothing. */
  insertRows(at: number, count: number): void {
    const tab = this.#tab(0)
    tab.cells.splice(at, 0, ...Array.from({ length: count }, () => []))
    tab.rows += count
  }

  /** Somebody drags a column elsewhere; what is written about it goes with it. */
  moveColumn(from: number, to: number): void {
    const tab = this.#tab(0)
    const moved = (index: number) => {
      if (index === from) return to
      if (from < to) return index > from && index <= to ? index - 1 : index
      return index >= to && index < from ? index + 1 : index
    }
    tab.cells = tab.cells.map((row) => {
      const next: Value[] = []
      for (const [index, value] of padded(row, tab.columns).entries()) next[moved(index)] = value
      return next
    })
    for (const one of tab.metadata) one.column = moved(one.column)
    tab.hidden = tab.hidden.map(moved)
  }

  /** Somebody sorts the rows by a column. */
  sort(column: number): void {
    const tab = this.#tab(0)
    const [head = [], ...rows] = tab.cells
    tab.cells = [head, ...rows.sort((one, other) => (String(one[column]) < String(other[column]) ? -1 : 1))]
  }

  write(row: number, column: number, value: Value): void {
    put(this.#tab(0), row, column, value)
  }

  removeTabs(): void {
    this.#tabs = [newTab(99, 'Another')]
  }

  properties(): object[] {
    return this.#tabs.map(({ id, title, rows, columns }) => ({
      properties: { sheetId: id, title, gridProperties: { rowCount: rows, columnCount: columns } },
    }))
  }

  searchMetadata(body: Record<string, unknown>): object {
    const { dataFilters } = only(body, ['dataFilters'])
    const [filter] = list(dataFilters)
    const { developerMetadataLookup } = only(filter, ['developerMetadataLookup'])
    const { metadataKey } = only(developerMetadataLookup, ['metadataKey', 'visibility'])
    const matched = this.#tabs.flatMap((tab) =>
      tab.metadata
        .filter(({ key }) => key === metadataKey)
        .map(({ key, value, column }) => ({
          developerMetadata: {
            metadataKey: key,
            metadataValue: value,
            visibility: 'PROJECT',
            location: {
              locationType: 'COLUMN',
              dimensionRange: {
                sheetId: tab.id,
                dimension: 'COLUMNS',
                startIndex: column,
                endIndex: column + 1,
              },
            },
          },
        })),
    )
    return matched.length > 0 ? { matchedDeveloperMetadata: matched } : { matchedDeveloperMetadata: [] }
  }

  read(body: Record<string, unknown>): object {
    const { dataFilters, majorDimension } = only(body, ['dataFilters', 'majorDimension'])
    const [filter] = list(dataFilters)
    const { gridRange } = only(filter, ['gridRange'])
    const range = only(gridRange, [
      'sheetId',
      'startRowIndex',
      'endRowIndex',
      'startColumnIndex',
      'endColumnIndex',
    ])
    const tab = this.#tab(range.sheetId)
    const [top, bottom] = bounds(range.startRowIndex, range.endRowIndex, tab.rows)
    const [left, right] = bounds(range.startColumnIndex, range.endColumnIndex, tab.columns)
    const rows = Array.from({ length: bottom - top }, (_, row) =>
      Array.from({ length: right - left }, (_, column) => tab.cells[top + row]?.[left + column] ?? ''),
    )
    const lines = majorDimension === 'COLUMNS' ? transposed(rows, right - left) : rows
    // empty ends are left out
    const values = trimmed(
      lines.map((line) => trimmed(line, (value) => value === '')),
      (line) => line.length === 0,
    )
    return {
      valueRanges: [{ valueRange: { range: 'A1', majorDimension, ...(values.length > 0 && { values }) } }],
    }
  }

  /** Everything, or nothing where one of the requests is refused. */
  batchUpdate(body: Record<string, unknown>): object[] {
    const { requests } = only(body, ['requests'])
    const before = structuredClone(this.#tabs)
    try {
      return list(requests).map((request) => {
        const [[name, given] = ['', {}], ...more] = Object.entries(Object(request))
        if (more.length > 0) throw new RequestError('one kind of request each')
        return this.#apply(name, given)
      })
    } catch (error) {
      this.#tabs = before
      throw error
    }
  }

  #apply(name: string, given: unknown): object {
    switch (name) {
      case 'addSheet': {
        const { properties } = only(given, ['properties'])
        const tab = newTab(1_000 + this.#tabs.length, String(only(properties, ['title']).title))
        this.#tabs.push(tab)
        return { addSheet: { properties: { sheetId: tab.id, title: tab.title } } }
      }
      case 'appendDimension': {
        const { sheetId, dimension, length } = only(given, ['sheetId', 'dimension', 'length'])
        if (dimension !== 'COLUMNS' || !(Number(length) > 0)) throw new RequestError('appendDimension')
        this.#tab(sheetId).columns += Number(length)
        return {}
      }
      case 'insertDimension': {
        const { sheetId, startIndex, endIndex } = rangeIn(only(given, ['range', 'inheritFromBefore']).range)
        const tab = this.#tab(sheetId)
        if (startIndex > tab.columns) throw new RequestError('insertDimension beyond the grid')
        insertColumns(tab, startIndex, endIndex - startIndex)
        return {}
      }
      case 'deleteDimension': {
        const { sheetId, dimension, startIndex, endIndex } = rangeIn(only(given, ['range']).range)
        const tab = this.#tab(sheetId)
        if (dimension !== 'ROWS' || endIndex > tab.rows) throw new RequestError('deleteDimension')
        tab.cells.splice(startIndex, endIndex - startIndex)
        tab.rows -= endIndex - startIndex
        return {}
      }
      case 'createDeveloperMetadata':
        return this.#createMetadata(given)
      case 'updateDimensionProperties': {
        const { range, properties, fields } = only(given, ['range', 'properties', 'fields'])
        const { sheetId, startIndex } = rangeIn(range)
        if (fields !== 'hiddenByUser') throw new RequestError('fields')
        if (only(properties, ['hiddenByUser']).hiddenByUser === true)
          this.#tab(sheetId).hidden.push(startIndex)
        return {}
      }
      case 'updateSheetProperties': {
        const { properties, fields } = only(given, ['properties', 'fields'])
        const { sheetId, gridProperties } = only(properties, ['sheetId', 'gridProperties'])
        if (fields !== 'gridProperties.frozenRowCount') throw new RequestError('fields')
        this.#tab(sheetId).frozen = Number(only(gridProperties, ['frozenRowCount']).frozenRowCount)
        return {}
      }
      case 'repeatCell': {
        const { range, cell, fields } = only(given, ['range', 'cell', 'fields'])
        const { sheetId, startColumnIndex, endColumnIndex } = only(range, [
          ...['sheetId', 'startRowIndex', 'startColumnIndex', 'endColumnIndex'],
        ])
        const tab = this.#tab(sheetId)
        const [left] = bounds(startColumnIndex, endColumnIndex, tab.columns)
        const { userEnteredFormat } = only(cell, ['userEnteredFormat'])
        const { type } = only(only(userEnteredFormat, ['numberFormat']).numberFormat, ['type', 'pattern'])
        if (fields !== 'userEnteredFormat.numberFormat') throw new RequestError('fields')
        tab.formats[left] = String(type)
        return {}
      }
      case 'updateCells': {
        const { start, rows, fields } = only(given, ['start', 'rows', 'fields'])
        const { sheetId, rowIndex, columnIndex } = only(start, ['sheetId', 'rowIndex', 'columnIndex'])
        if (fields !== 'userEnteredValue') throw new RequestError('fields')
        this.#write(this.#tab(sheetId), Number(rowIndex), Number(columnIndex), rows)
        return {}
      }
      case 'appendCells': {
        const { sheetId, rows, fields } = only(given, ['sheetId', 'rows', 'fields'])
        if (fields !== 'userEnteredValue') throw new RequestError('fields')
        const tab = this.#tab(sheetId)
        const end = tab.cells.findLastIndex((row) => row.some((value) => value !== null && value !== '')) + 1
        tab.rows = Math.max(tab.rows, end + list(rows).length)
        this.#write(tab, end, 0, rows)
        return {}
      }
    }
    throw new RequestError(`Unknown name "${name}"`)
  }

  #createMetadata(given: unknown): object {
    const { developerMetadata } = only(given, ['developerMetadata'])
    const { metadataKey, metadataValue, visibility, location } = only(developerMetadata, [
      ...['metadataKey', 'metadataValue', 'visibility', 'location'],
    ])
    const { sheetId, startIndex, endIndex } = rangeIn(only(location, ['dimensionRange']).dimensionRange)
    const tab = this.#tab(sheetId)
    if (endIndex - startIndex !== 1 || endIndex > tab.columns || visibility !== 'PROJECT')
      throw new RequestError('metadata of one column')
    tab.metadata.push({ key: String(metadataKey), value: String(metadataValue), column: startIndex })
    return {}
  }

  #write(tab: Tab, row: number, column: number, rows: unknown): void {
    for (const [down, line] of list(rows).entries()) {
      for (const [across, cell] of list(only(line, ['values']).values).entries()) {
        if (row + down >= tab.rows || column + across >= tab.columns)
          throw new RequestError('beyond the grid')
        const { userEnteredValue } = only(cell, ['userEnteredValue'])
        put(tab, row + down, column + across, valueIn(userEnteredValue))
      }
    }
  }

  #tab(id: unknown): Tab {
    const found = this.#tabs.find((tab) => tab.id === id)
    if (!found) throw new RequestError(`No grid with id: ${String(id)}`)
    return found
  }
}

function newTab(id: number, title: string): Tab {
  return { id, title, cells: [], rows: 1_000, columns: 26, metadata: [], hidden: [], formats: {}, frozen: 0 }
}

function valueIn(given: unknown): Value {
  if (given === undefined) return null
  // formulas are refused: nothing of ours is one
  const { stringValue, numberValue, boolValue } = only(given, ['stringValue', 'numberValue', 'boolValue'])
  if (typeof stringValue === 'string') {
    if (stringValue.length > LONGEST_CELL) throw new RequestError('more than 50000 characters in a cell')
    return stringValue
  }
  if (typeof numberValue === 'number' && Number.isFinite(numberValue)) return numberValue
  if (typeof boolValue === 'boolean') return boolValue
  throw new RequestError('no value')
}

function put(tab: Tab, row: number, column: number, value: Value): void {
  while (tab.cells.length <= row) tab.cells.push([])
  const line = tab.cells[row] ?? []
  while (line.length <= column) line.push(null)
  line[column] = value
}

function insertColumns(tab: Tab, at: number, count: number): void {
  for (const row of tab.cells) if (row.length > at) row.splice(at, 0, ...Array<Value>(count).fill(null))
  for (const one of tab.metadata) if (one.column >= at) one.column += count
  tab.hidden = tab.hidden.map((column) => (column >= at ? column + count : column))
  tab.columns += count
}

function padded(row: Value[], length: number): Value[] {
  return Array.from({ length }, (_, index) => row[index] ?? null)
}

/** The members of an object; others are refused. */
function only(value: unknown, members: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new RequestError('an object is missing')
  const unknown = Object.keys(value).find((name) => !members.includes(name))
  if (unknown !== undefined) throw new RequestError(`Unknown name "${unknown}"`)
  return { ...value }
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new RequestError('a list is missing')
  return value
}

function rangeIn(value: unknown): Range {
  const { sheetId, dimension, startIndex, endIndex } = only(value, [
    'sheetId',
    'dimension',
    'startIndex',
    'endIndex',
  ])
  if (dimension !== 'ROWS' && dimension !== 'COLUMNS') throw new RequestError('dimension')
  const [start, end] = bounds(startIndex, endIndex, Infinity)
  return { sheetId: Number(sheetId), dimension, startIndex: start, endIndex: end }
}

function bounds(start: unknown, end: unknown, most: number): [number, number] {
  if (typeof start !== 'number' || typeof end !== 'number' || start < 0 || end <= start || end > most)
    throw new RequestError('exceeds grid limits')
  return [start, end]
}

function transposed(rows: readonly Value[][], width: number): Value[][] {
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? ''))
}

function trimmed<T>(values: readonly T[], isEmpty: (value: T) => boolean): T[] {
  return values.slice(0, values.findLastIndex((value) => !isEmpty(value)) + 1)
}
