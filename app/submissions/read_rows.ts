import type { Place } from '#app/forms/place'
import type { Sql } from '#app/submissions/filter_sql'
import { isLimited, type View } from '#app/submissions/view'
import type { Scope } from '#app/workspaces/within'

/**
 * A submission as tables and exports read it. `at` is its time as exact as the database's. The answers are JSON text:
 * read where they are used, row by row, they are gone before the next, however many there are.
 */
export interface StoredRow {
  id: string
  at: string
  version: number
  answers: string
}

/** What is read: a form, narrowed by words and by comparisons that became SQL. */
export interface Selection {
  formId: string
  view: View
  filters: readonly Sql[]
}

/** Hits of a search are looked up so many at a time when filters may drop most of them. */
const HITS = 2_000

/** How long one page may be looked for, in milliseconds. What is not found by then is looked for by the next one. */
const PATIENCE = 500
/** Rows of a form that are filtered at once: at first, and at most; in between so many as take about STEP. */
const WINDOW = 20_000
const MOST = 250_000
const STEP = 150

/** A place after which everything comes. */
const TOP: Place = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
const BOTTOM: Place = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }

/**
 * Rows of a selection, newest first, after `after` and not newer than `until`. `next` is where to go on; absent at the
 * end. A page may be short and still have a next one.
 */
export async function readRows(
  scope: Scope,
  selection: Selection,
  limit: number,
  after: Place | undefined,
  until?: string,
): Promise<{ rows: StoredRow[]; next?: Place }> {
  if (selection.view.words.length === 0) return scan(scope, selection, limit, after ?? TOP, until)
  const started = performance.now()
  const rows: StoredRow[] = []
  let place = after ?? TOP
  const step = selection.filters.length > 0 ? HITS : limit + 1
  for (;;) {
    const hits = await search(scope, selection, place, step)
    const found = await lookUp(scope, selection, hits, until)
    rows.push(...found.slice(0, limit + 1 - rows.length))
    if (rows.length > limit) return cut(rows, limit)
    if (hits.length < step) return { rows }
    place = hits[hits.length - 1]
    if (performance.now() - started > PATIENCE) return { rows, next: place }
  }
}

function cut(rows: StoredRow[], limit: number): { rows: StoredRow[]; next?: Place } {
  if (rows.length <= limit) return { rows }
  const page = rows.slice(0, limit)
  return { rows: page, next: page[limit - 1] }
}

const ROW = 's.id, s.received_at::text as at, s.version, s.answers::text as answers'

/** Rows in order. With filters, window by window for as long as patience lasts: what is rare may lie far down. */
async function scan(
  scope: Scope,
  selection: Selection,
  limit: number,
  after: Place,
  until?: string,
): Promise<{ rows: StoredRow[]; next?: Place }> {
  if (selection.filters.length === 0)
    return cut(await between(scope, selection, after, undefined, limit, until), limit)
  const started = performance.now()
  const rows: StoredRow[] = []
  let place = after
  for (let size = WINDOW; ;) {
    const began = performance.now()
    const edge = await placeAfter(scope, selection.formId, place, size)
    rows.push(...(await between(scope, selection, place, edge, limit - rows.length, until)))
    if (rows.length > limit || !edge) return cut(rows, limit)
    place = edge
    const now = performance.now()
    if (now - started > PATIENCE) return { rows, next: place }
    size = Math.round(Math.min(MOST, size * Math.min(4, STEP / (now - began))))
  }
}

/** Up to one row more than `limit` after a place, and down to `edge`, which is taken in. */
async function between(
  scope: Scope,
  selection: Selection,
  after: Place,
  edge: Place | undefined,
  limit: number,
  until = 'infinity',
): Promise<StoredRow[]> {
  const down = edge ?? BOTTOM
  const { rows } = await scope.trx.rawQuery<{ rows: StoredRow[] }>(
    `select ${ROW} from submissions s
     where s.workspace_id = ? and s.form_id = ? and (s.received_at, s.id) < (?::timestamptz, ?::uuid)
       and (s.received_at, s.id) >= (?::timestamptz, ?::uuid) and s.received_at <= ?::timestamptz
       ${conditions(selection)}
     order by s.received_at desc, s.id desc limit ?`,
    [
      ...[scope.workspaceId, selection.formId, after.at, after.id, down.at, down.id, until],
      ...values(selection),
      limit + 1,
    ],
  )
  return rows
}

/** The place so many rows further down; undefined when there are fewer. */
async function placeAfter(
  scope: Scope,
  formId: string,
  after: Place,
  rows: number,
): Promise<Place | undefined> {
  const found = await scope.trx.rawQuery<{ rows: Place[] }>(
    `select id, received_at::text as at from submissions
     where workspace_id = ? and form_id = ? and (received_at, id) < (?::timestamptz, ?::uuid)
     order by received_at desc, id desc offset ? limit 1`,
    [scope.workspaceId, formId, after.at, after.id, rows - 1],
  )
  return found.rows[0]
}

async function search(
  scope: Scope,
  { formId, view }: Selection,
  after: Place,
  limit: number,
): Promise<Place[]> {
  const { rows } = await scope.trx.rawQuery<{ rows: Place[] }>(
    `select id, received_at::text as at from search_submissions(?, ?::text[], ?::timestamptz, ?::uuid, ?, ?)`,
    [formId, [...view.words], after.at, after.id, limit, isLimited(view)],
  )
  return rows
}

async function lookUp(
  scope: Scope,
  selection: Selection,
  hits: readonly Place[],
  until?: string,
): Promise<StoredRow[]> {
  if (hits.length === 0) return []
  const { rows } = await scope.trx.rawQuery<{ rows: StoredRow[] }>(
    `select ${ROW} from submissions s
     where s.workspace_id = ? and s.form_id = ? and s.id = any(?::uuid[]) and s.received_at <= ?::timestamptz
       ${conditions(selection)}
     order by s.received_at desc, s.id desc`,
    [
      scope.workspaceId,
      selection.formId,
      hits.map((hit) => hit.id),
      until ?? 'infinity',
      ...values(selection),
    ],
  )
  return rows
}

function conditions({ filters }: Selection): string {
  return filters.map((filter) => `and ${filter.sql}`).join(' ')
}

function values({ filters }: Selection): Sql['bindings'] {
  return filters.flatMap((filter) => filter.bindings)
}
