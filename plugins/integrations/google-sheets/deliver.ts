import type {
  Choice,
  ChoiceProblem,
  ChoicePowers,
  Choices,
  ConnectionPower,
  Deliver,
  Delivery,
  Outcome,
  OutboundResponse,
  Powers,
} from '@formwright/kit/integration'
import { secondsToWait } from '@formwright/kit/retry_after'
import { objectIn } from '@formwright/kit/service'
import { head, newColumns, type Places, rowChanges, type Wanted } from './changes.ts'
import type { SheetSettings } from './integration.ts'
import { type Column, drawn, type Row, rowOf, STATUS, SUBMISSION } from './row.ts'
import {
  call,
  change,
  columnsIn,
  type FoundRows,
  headLength,
  rowsOf,
  SheetAnswerError,
  TabGoneError,
  tabOf,
  tabsOf,
} from './sheet.ts'

const DRIVE = 'https://www.googleapis.com/drive/v3/files'
const SPREADSHEET = 'application/vnd.google-apps.spreadsheet'
const PAGE = 50
/** Quotas are per minute. */
const QUOTA_SECONDS = 60
/** Google advises at most 2 MB for a request: a fifth of it, as cells are wordy. */
const LARGEST_REQUEST = 1_500_000

/** What is remembered of heads: which version of the form named them, and how. */
interface Heads {
  /** in which tab */
  sheet: string
  version: number
  labels: Record<string, string>
  /** when we came to a tab in which another integration had written, in milliseconds: what came in earlier may be there */
  since?: number
}

const TOO_FAR =
  'The row is not among the last 40,000 of the tab, and was not changed. Change it there by hand, or choose an empty tab.'

/** Keeps a row for each submission in a sheet of Google. */
const sheets: Deliver<SheetSettings> = {
  body: (event) => JSON.stringify(rowOf(event)),
  preview: (event) => ({ format: 'code', text: drawn(rowOf(event)) }),
  async deliver(delivery, powers) {
    const [outcome] = await write([delivery], powers)
    return outcome ?? { result: 'failed', reason: 'Nothing was written.' }
  },
  deliverBatch: write,

  choices(name, { settings, search, cursor }, { connection }) {
    return answered(() =>
      name === 'tab'
        ? tabChoices(settings, search, connection)
        : spreadsheetChoices(search, cursor, connection),
    )
  },
  createChoice(name, { label, settings }, { connection }) {
    return answered(() =>
      name === 'tab' ? addTab(settings, label, connection) : addSpreadsheet(label, connection),
    )
  },
}
export default sheets

/** Writes a batch: what it comes to for each submission, in one request that is done wholly or not at all. */
async function write(deliveries: readonly Delivery<SheetSettings>[], powers: Powers): Promise<Outcome[]> {
  const settings = deliveries[0]?.settings
  const most = deliveries.findIndex((_, index) => sizeOf(deliveries.slice(0, index + 1)) > LARGEST_REQUEST)
  const taken = most > 0 ? deliveries.slice(0, most) : deliveries
  if (!settings) return []
  try {
    const { link, lost } = await writeRows(taken, settings, powers)
    return deliveries.map(({ body }, index): Outcome => {
      if (index >= taken.length)
        return { result: 'retry', reason: 'There was no room for it in this request.' }
      if (lost.has(readRow(body).submission)) return { result: 'failed', reason: TOO_FAR }
      return { result: 'delivered', link, state: { written: true } }
    })
  } catch (error) {
    if (error instanceof TabGoneError)
      return deliveries.map(() => ({ result: 'gone', reason: error.message }))
    if (!(error instanceof SheetAnswerError)) throw error
    const outcome = outcomeOf(error.answer, powers.now)
    return deliveries.map(() => outcome)
  }
}

/** Answers where the tab is, and the submissions whose rows stand too far up to be found. */
async function writeRows(
  deliveries: readonly Delivery<SheetSettings>[],
  settings: SheetSettings,
  { connection, state, now }: Powers,
): Promise<{ link: string; lost: ReadonlySet<string> }> {
  const { spreadsheet, tab: chosen, deleted } = settings
  const tab = await tabOf(connection, spreadsheet.id, chosen.id)
  const columns = await columnsIn(connection, spreadsheet.id, tab)
  const before = headsIn(await state.read(), `${spreadsheet.id} ${tab.id}`)
  if (before.version === 0 && columns.size > 0) before.since ??= now
  const at = columns.get(SUBMISSION)
  const repeated = repeatedOf(deliveries, before.since)
  const { rows, whole }: FoundRows =
    at === undefined || repeated.size === 0
      ? { rows: new Map(), whole: true }
      : await rowsOf(connection, spreadsheet.id, tab, at, repeated)
  const places: Places = {
    tab,
    columns,
    taken: columns.size === 0 ? await headLength(connection, spreadsheet.id, tab) : 0,
    rows,
  }
  const lost = whole ? new Set<string>() : changedOnly(deliveries, rows)
  const wanted = wantedOf(deliveries).filter(({ row }) => !lost.has(row.submission))
  const marks =
    deleted === 'mark' && wanted.some(({ row, deleted: gone }) => gone && places.rows.has(row.submission))
  const named = [...columnsOf(wanted), ...(marks ? [{ id: STATUS, label: 'Status' }] : [])]
  const known = new Set(columns.keys())
  const version = Math.max(0, ...wanted.map(({ row }) => row.version))
  const requests = [
    ...newColumns(named, places),
    ...renamed(named, known, places, version >= before.version ? before : undefined),
    ...rowChanges(wanted, places, deleted),
  ]
  if (requests.length > 0) await change(connection, spreadsheet.id, requests)
  if (version >= before.version) await keepHeads(named, before, version, state)
  const link = `https://docs.google.com/spreadsheets/d/${encodeURIComponent(spreadsheet.id)}/edit#gid=${tab.id}`
  return { link, lost }
}

/** What each submission is in the end, in the order in which they were first told of. */
function wantedOf(deliveries: readonly Delivery<SheetSettings>[]): Wanted[] {
  const wanted = new Map<string, Wanted>()
  for (const { body } of deliveries) {
    const row = readRow(body)
    const before = wanted.get(row.submission)
    wanted.set(row.submission, {
      // a deletion tells no answers
      row: row.deleted && before ? before.row : row,
      deleted: row.deleted || before?.deleted === true,
    })
  }
  return [...wanted.values()]
}

/**
 * Submissions that may stand in the sheet already: told of before, by an attempt of which nobody knows, or by another
 * integration that wrote there before we did.
 */
function repeatedOf(deliveries: readonly Delivery<SheetSettings>[], since = -Infinity): Set<string> {
  const repeated = deliveries.flatMap(({ body, attempt, state }) => {
    const row = readRow(body)
    const isKnown = attempt > 1 || state !== undefined || row.deleted || row.edited
    return isKnown || Date.parse(row.receivedAt) < since ? [row.submission] : []
  })
  return new Set(repeated)
}

/** Submissions that were not found, and of which nothing but changes is told. */
function changedOnly(
  deliveries: readonly Delivery<SheetSettings>[],
  found: ReadonlyMap<string, number>,
): ReadonlySet<string> {
  const told = deliveries.map(({ body }) => readRow(body))
  const begun = new Set(
    told.filter(({ edited, deleted }) => !edited && !deleted).map(({ submission }) => submission),
  )
  const changed = told.map(({ submission }) => submission)
  return new Set(changed.filter((submission) => !begun.has(submission) && !found.has(submission)))
}

function readRow(body: string): Row {
  return JSON.parse(body)
}

/** The columns of all rows; of two versions of the form the labels of the later one. */
function columnsOf(wanted: readonly Wanted[]): Column[] {
  const columns = new Map<string, Column>()
  const rows = wanted.map(({ row }) => row).sort((one, other) => one.version - other.version)
  for (const { id, label, format } of rows.filter(({ deleted }) => !deleted).flatMap((row) => row.columns))
    columns.set(id, { id, label, ...(format && { format }) })
  return [...columns.values()]
}

/** Heads of columns whose labels are others than those we wrote. What people wrote there stays until then. */
function renamed(
  named: readonly Column[],
  known: ReadonlySet<string>,
  { tab, columns }: Places,
  before: Heads | undefined,
): object[] {
  return named.flatMap(({ id, label }) => {
    const index = columns.get(id)
    const old = before?.labels[id]
    if (!known.has(id) || index === undefined || old === undefined || old === short(label)) return []
    return [head(tab, index, label)]
  })
}

async function keepHeads(
  named: readonly Column[],
  before: Heads,
  version: number,
  state: Powers['state'],
): Promise<void> {
  const labels = { ...before.labels, ...Object.fromEntries(named.map(({ id, label }) => [id, short(label)])) }
  const { sheet, since } = before
  const kept: Heads = { sheet, version, labels, ...(since !== undefined && { since }) }
  // of very many columns the heads are not renamed
  if (JSON.stringify(kept) === JSON.stringify(before) || JSON.stringify(kept).length > 15_000) return
  await state.change(() => kept)
}

/** What is remembered of this very tab. */
function headsIn(state: unknown, sheet: string): Heads {
  const { version, labels, since, ...of }: Record<string, unknown> = Object(state)
  if (of.sheet !== sheet || typeof version !== 'number') return { sheet, version: 0, labels: {} }
  const entries = Object.entries(Object(labels)).map(([id, label]) => [id, String(label)])
  return {
    ...{ sheet, version, labels: Object.fromEntries(entries) },
    ...(typeof since === 'number' && { since }),
  }
}

/** Enough of a label to know it again. */
function short(label: string): string {
  let sum = 0
  for (const char of label) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 0x7fffffff
  return sum.toString(36)
}

function sizeOf(deliveries: readonly Delivery<SheetSettings>[]): number {
  return deliveries.reduce((sum, { body }) => sum + body.length, 0)
}

/** What follows from an answer that is no success. */
function outcomeOf({ status, headers, body }: OutboundResponse, now: number): Outcome {
  const { status: code, message }: Record<string, unknown> = Object(objectIn(body).error)
  if (status === 200) return { result: 'retry', reason: 'Google answered something that cannot be read.' }
  if (status === 429) {
    const retryAfter = secondsToWait(headers['retry-after'], now) ?? QUOTA_SECONDS
    return { result: 'retry', reason: 'Google asks to wait: its quota of a minute is used up.', retryAfter }
  }
  if (status >= 500) return { result: 'retry', reason: `Google answered ${status}.` }
  if (status === 401)
    return { result: 'reconnect', reason: 'Google does not accept the connection any more.' }
  if (status === 404 || status === 410)
    return {
      result: 'gone',
      reason: 'The spreadsheet is not there any more, or no longer shared with this account.',
    }
  if (status === 403 && /insufficient.*scope/i.test(String(message)))
    return { result: 'reconnect', reason: 'Google asks for more rights than were granted. Connect again.' }
  const said = typeof code === 'string' && /^\w{1,60}$/.test(code) ? ` (${code})` : ''
  if (/10000000 cells|above the limit/i.test(String(message)))
    return {
      result: 'failed',
      reason: 'The spreadsheet is full: Google allows 10,000,000 cells. Choose another one.',
    }
  return { result: 'failed', reason: `Google refused the rows: ${status}${said}.` }
}

async function answered<T>(ask: () => Promise<T>): Promise<T | ChoiceProblem> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof SheetAnswerError)) throw error
    const { status } = error.answer
    if (status === 404) return { problem: 'The spreadsheet is not there any more. Choose another one.' }
    return { problem: `Google does not answer that now (${status}). Try again in a moment.` }
  }
}

async function spreadsheetChoices(
  search: string,
  cursor: string | undefined,
  connection: ConnectionPower,
): Promise<Choices> {
  const named = search === '' ? '' : ` and name contains '${search.replace(/['\\]/g, '\\$&')}'`
  const query = new URLSearchParams({
    q: `mimeType='${SPREADSHEET}' and trashed=false${named}`,
    orderBy: 'modifiedTime desc',
    pageSize: String(PAGE),
    fields: 'files(id,name),nextPageToken',
    ...(cursor !== undefined && { pageToken: cursor }),
  })
  const answer = await connection.request({ method: 'GET', url: `${DRIVE}?${query}`, headers: {}, body: '' })
  const { files, nextPageToken: next } = objectIn(answer.body)
  if (answer.status !== 200 || !Array.isArray(files)) throw new SheetAnswerError(answer)
  return {
    choices: files.flatMap((file: unknown): Choice[] => {
      const { id, name }: Record<string, unknown> = Object(file)
      return typeof id === 'string' && typeof name === 'string' ? [{ id, label: name }] : []
    }),
    creates: true,
    ...(typeof next === 'string' && { cursor: next }),
  }
}

async function tabChoices(
  { spreadsheet }: SheetSettings,
  search: string,
  connection: ConnectionPower,
): Promise<Choices> {
  if (spreadsheet.id === '') return { choices: [] }
  const tabs = await tabsOf(connection, spreadsheet.id)
  const found = tabs.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()))
  return { choices: found.map(({ id, title }) => ({ id: String(id), label: title })), creates: true }
}

async function addSpreadsheet(
  title: string,
  connection: ChoicePowers['connection'],
): Promise<Choice | ChoiceProblem> {
  const { spreadsheetId: id } = await call(connection, '', { properties: { title } })
  return typeof id === 'string'
    ? { id, label: title }
    : { problem: 'Google did not say which spreadsheet it made.' }
}

async function addTab(
  { spreadsheet }: SheetSettings,
  title: string,
  connection: ConnectionPower,
): Promise<Choice | ChoiceProblem> {
  if (spreadsheet.id === '') return { problem: 'Choose a spreadsheet first.' }
  const said = await change(connection, spreadsheet.id, [{ addSheet: { properties: { title } } }])
  const [reply]: unknown[] = Array.isArray(said.replies) ? said.replies : []
  const { sheetId } = Object(Object(Object(reply).addSheet).properties)
  return typeof sheetId === 'number'
    ? { id: String(sheetId), label: title }
    : { problem: 'Google did not say which tab it made.' }
}
