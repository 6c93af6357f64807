import type { ConnectionPower, OutboundResponse } from '@formwright/kit/integration'
import { callWithJson } from '@formwright/kit/json_call'
import { objectIn } from '@formwright/kit/service'

const SHEETS = 'https://sheets.googleapis.com/v4/spreadsheets'

/** Metadata of a column says which one of ours it is; it moves with the column. */
export const COLUMN_KEY = 'formwright-column'

/** So many ids are read at a time, and so often: 40,000 rows from the end. */
const IDS_AT_ONCE = 1_000
const MOST_READS = 40

/** Google said no, or something that cannot be read. */
export class SheetAnswerError extends Error {
  readonly answer: OutboundResponse

  constructor(answer: OutboundResponse) {
    super(`Google answered ${answer.status}.`)
    this.answer = answer
  }
}

/** The tab is not there. */
export class TabGoneError extends Error {}

/** A tab as it is now. */
export interface Tab {
  id: number
  title: string
  rows: number
  columns: number
}

/** One call to the Sheets API: what it answered. */
export async function call(
  connection: ConnectionPower,
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const url = `${SHEETS}${path}${path.includes('?') ? '&' : '?'}prettyPrint=false`
  const answer = await callWithJson(connection, body === undefined ? 'GET' : 'POST', url, { body })
  const said = objectIn(answer.body)
  if (answer.status !== 200 || Object.keys(said).length === 0) throw new SheetAnswerError(answer)
  return said
}

/** The tabs of a spreadsheet, in order. */
export async function tabsOf(connection: ConnectionPower, spreadsheet: string): Promise<Tab[]> {
  const fields = 'sheets.properties(sheetId,title,gridProperties(rowCount,columnCount))'
  const said = await call(connection, `/${encodeURIComponent(spreadsheet)}?fields=${fields}`)
  return listIn(said.sheets).flatMap((sheet) => {
    const { sheetId = 0, title, gridProperties } = record(record(sheet).properties)
    const { rowCount, columnCount } = record(gridProperties)
    if (typeof title !== 'string' || typeof sheetId !== 'number') return []
    return { id: sheetId, title, rows: Number(rowCount ?? 0), columns: Number(columnCount ?? 0) }
  })
}

/** The tab that was chosen, or the first one. Throws where there is none. */
export async function tabOf(connection: ConnectionPower, spreadsheet: string, chosen: string): Promise<Tab> {
  const tabs = await tabsOf(connection, spreadsheet)
  const found = chosen === '' ? tabs[0] : tabs.find(({ id }) => String(id) === chosen)
  if (!found) throw new TabGoneError('The tab was deleted in the spreadsheet. Choose another one.')
  return found
}

/** Where our columns stand in a tab, by id. */
export async function columnsIn(
  connection: ConnectionPower,
  spreadsheet: string,
  tab: Tab,
): Promise<Map<string, number>> {
  const lookup = { metadataKey: COLUMN_KEY, visibility: 'PROJECT' }
  const said = await call(connection, `/${encodeURIComponent(spreadsheet)}/developerMetadata:search`, {
    dataFilters: [{ developerMetadataLookup: lookup }],
  })
  const found = listIn(said.matchedDeveloperMetadata).flatMap((match): [string, number][] => {
    const { metadataValue, location } = record(record(match).developerMetadata)
    const { sheetId = 0, startIndex = 0 } = record(record(location).dimensionRange)
    if (sheetId !== tab.id || typeof metadataValue !== 'string' || typeof startIndex !== 'number') return []
    return [[metadataValue, startIndex]]
  })
  // somebody may have copied a column: the first one is meant
  return new Map(found.sort(([, one], [, other]) => other - one))
}

/** How many columns of the first row are taken. */
export async function headLength(
  connection: ConnectionPower,
  spreadsheet: string,
  tab: Tab,
): Promise<number> {
  const [head] = await read(connection, spreadsheet, {
    ...{
      sheetId: tab.id,
      startRowIndex: 0,
      endRowIndex: 1,
      startColumnIndex: 0,
      endColumnIndex: tab.columns,
    },
    majorDimension: 'ROWS',
  })
  return head?.length ?? 0
}

/** Rows that were looked for, from 0, by submission. */
export interface FoundRows {
  rows: ReadonlyMap<string, number>
  /** whether the whole tab was looked through */
  whole: boolean
}

/** In which row each of these submissions stands; looked for from the end. */
export async function rowsOf(
  connection: ConnectionPower,
  spreadsheet: string,
  tab: Tab,
  column: number,
  submissions: ReadonlySet<string>,
): Promise<FoundRows> {
  const found = new Map<string, number>()
  let end = tab.rows
  for (let reads = 0; reads < MOST_READS && end > 1 && found.size < submissions.size; reads++) {
    const start = Math.max(1, end - IDS_AT_ONCE)
    const [ids = []] = await read(connection, spreadsheet, {
      ...{ sheetId: tab.id, startRowIndex: start, endRowIndex: end },
      ...{ startColumnIndex: column, endColumnIndex: column + 1, majorDimension: 'COLUMNS' },
    })
    for (const [index, id] of ids.entries())
      if (typeof id === 'string' && submissions.has(id) && !found.has(id)) found.set(id, start + index)
    end = start
  }
  return { rows: found, whole: end <= 1 }
}

/** Changes a spreadsheet: everything or nothing. */
export async function change(
  connection: ConnectionPower,
  spreadsheet: string,
  requests: readonly object[],
): Promise<Record<string, unknown>> {
  return call(connection, `/${encodeURIComponent(spreadsheet)}:batchUpdate`, { requests })
}

async function read(
  connection: ConnectionPower,
  spreadsheet: string,
  { majorDimension, ...gridRange }: Record<string, unknown>,
): Promise<unknown[][]> {
  const said = await call(connection, `/${encodeURIComponent(spreadsheet)}/values:batchGetByDataFilter`, {
    dataFilters: [{ gridRange }],
    majorDimension,
  })
  const [first] = listIn(said.valueRanges)
  return listIn(record(record(first).valueRange).values).map(listIn)
}

function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
