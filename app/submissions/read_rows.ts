import type { Place } from '#app/forms/place'
import type { Comparison } from '#app/submissions/filter_sql'
import type { Packed } from '#app/submissions/packed_sql'
import { candidates, nextRun } from '#app/submissions/segments'
import { sql, type Sql } from '#app/submissions/sql'
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
  filters: readonly Comparison[]
}

interface Page {
  rows: StoredRow[]
  next?: Place
}

/** What rows are asked for: of a form, not newer than a time, and what holds for each. */
interface Wanted {
  formId: string
  until: string
  conditions: readonly Sql[]
}

/** Hits of a search are looked up so many at a time when filters may drop most of them. */
const HITS = 2_000

/** How long one page may be looked for, in milliseconds. What is not found by then is looked for by the next one. */
const PATIENCE = 700
/** Rows of a form that are filtered at once: at first, and at most; in between so many as take about STEP. */
const WINDOW = 20_000
const MOST = 250_000
const STEP = 150
/** The same for segments: the first few may hold more rows than are wanted. */
const SEGMENTS = 2
const MOST_SEGMENTS = 500

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
  after: Place = TOP,
  until = 'infinity',
): Promise<Page> {
  const { formId, view, filters } = selection
  const wanted = { formId, until, conditions: filters.map((filter) => filter.rows) }
  if (view.words.length === 0) {
    if (filters.length > 0) return scan(scope, wanted, filters, limit, after)
    return cut(await between(scope, wanted, after, undefined, limit), limit)
  }
  const started = performance.now()
  const rows: StoredRow[] = []
  let place = after
  const step = filters.length > 0 ? HITS : limit + 1
  for (;;) {
    const hits = await search(scope, selection, place, step)
    const found = await lookUp(scope, wanted, hits)
    rows.push(...found.slice(0, limit + 1 - rows.length))
    if (rows.length > limit) return cut(rows, limit)
    if (hits.length < step) return { rows }
    place = hits[hits.length - 1]
    if (performance.now() - started > PATIENCE) return { rows, next: place }
    // So many have the words that the filters lead to what is looked for sooner.
    if (filters.length > 0 && !isLimited(view)) {
      const conditions = [...wanted.conditions, ...view.words.map(holdsWord)]
      return scan(scope, { ...wanted, conditions }, filters, limit, place, { rows, started })
    }
  }
}

function holdsWord(word: string): Sql {
  return sql('s.search like ?', `%${word.replace(/[\\%_]/g, '\\$&')}%`)
}

function cut(rows: StoredRow[], limit: number): Page {
  if (rows.length <= limit) return { rows }
  const page = rows.slice(0, limit)
  return { rows: page, next: page[limit - 1] }
}

const ROW = 's.id, s.received_at::text as at, s.version, s.answers::text as answers'

/**
 * Rows in order that filters leave, for as long as patience lasts: what is rare may lie far down. Where the form is
 * packed they are looked for in segments, else window by window.
 */
async function scan(
  scope: Scope,
  wanted: Wanted,
  filters: readonly Comparison[],
  limit: number,
  after: Place,
  { rows, started }: { rows: StoredRow[]; started: number } = { rows: [], started: performance.now() },
): Promise<Page> {
  const packed = filters.flatMap((filter) => filter.packed ?? [])
  let place = after
  for (let window = WINDOW, segments = SEGMENTS; ;) {
    const began = performance.now()
    const run = packed.length > 0 ? await nextRun(scope, wanted.formId, place, segments) : undefined
    const missing = limit - rows.length
    const pace = () => Math.min(4, STEP / (performance.now() - began))
    let edge: Place | undefined
    if (run && run.segments.length > 0) {
      const found = await inSegments(scope, wanted, packed, run.segments, missing)
      // One of them was dropped meanwhile: what is below is asked for again.
      if (!found) continue
      rows.push(...found)
      edge = run.to
      segments = Math.round(Math.max(1, Math.min(MOST_SEGMENTS, segments * pace())))
    } else {
      edge = (await placeAfter(scope, wanted.formId, place, window, run?.to)) ?? run?.to
      rows.push(...(await between(scope, wanted, place, edge, missing)))
      window = Math.round(Math.min(MOST, window * pace()))
    }
    if (rows.length > limit || !edge) return cut(rows, limit)
    place = edge
    if (performance.now() - started > PATIENCE) return { rows, next: place }
  }
}

/** Up to one row more than `limit` after a place, and down to `edge`, which is taken in. */
async function between(
  scope: Scope,
  wanted: Wanted,
  after: Place,
  edge: Place | undefined,
  limit: number,
): Promise<StoredRow[]> {
  const down = edge ?? BOTTOM
  const { rows } = await scope.trx.rawQuery<{ rows: StoredRow[] }>(
    `select ${ROW} from submissions s
     where s.workspace_id = ? and s.form_id = ? and (s.received_at, s.id) < (?::timestamptz, ?::uuid)
       and (s.received_at, s.id) >= (?::timestamptz, ?::uuid) and s.received_at <= ?::timestamptz
       ${conditions(wanted)}
     order by s.received_at desc, s.id desc limit ?`,
    [
      ...[scope.workspaceId, wanted.formId, after.at, after.id, down.at, down.id, wanted.until],
      ...values(wanted),
      limit + 1,
    ],
  )
  return rows
}

/** The place so many rows further down; undefined when there are fewer, or fewer before `end`. */
async function placeAfter(
  scope: Scope,
  formId: string,
  after: Place,
  rows: number,
  end: Place = BOTTOM,
): Promise<Place | undefined> {
  const found = await scope.trx.rawQuery<{ rows: Place[] }>(
    `select id, received_at::text as at from submissions
     where workspace_id = ? and form_id = ? and (received_at, id) < (?::timestamptz, ?::uuid)
       and (received_at, id) >= (?::timestamptz, ?::uuid)
     order by received_at desc, id desc offset ? limit 1`,
    [scope.workspaceId, formId, after.at, after.id, end.at, end.id, rows - 1],
  )
  return found.rows[0]
}

/** Up to one row more than `limit` of these segments, by one look; undefined when one of them is gone. */
async function inSegments(
  scope: Scope,
  wanted: Wanted,
  packed: readonly Packed[],
  segments: readonly string[],
  limit: number,
): Promise<StoredRow[] | undefined> {
  const likely = candidates(scope, packed, segments)
  const { rows } = await scope.trx.rawQuery<{ rows: (StoredRow & { id: string | null; there: number })[] }>(
    `with candidates as materialized (${likely.sql}),
     found as (
       select ${ROW}, s.received_at from submissions s
       where s.workspace_id = ? and s.form_id = ? and s.id = any(array(select id from candidates))
         and s.received_at <= ?::timestamptz ${conditions(wanted)}
       order by s.received_at desc, s.id desc limit ?
     )
     select there.there, f.id, f.at, f.version, f.answers
     from (select count(*)::int as there from submission_segments where workspace_id = ? and id = any(?::uuid[])) there
     left join found f on true order by f.received_at desc, f.id desc`,
    [
      ...likely.bindings,
      ...[scope.workspaceId, wanted.formId, wanted.until],
      ...values(wanted),
      limit + 1,
      ...[scope.workspaceId, [...segments]],
    ],
  )
  if (rows[0].there < segments.length) return undefined
  return rows.filter((row) => row.id !== null)
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

async function lookUp(scope: Scope, wanted: Wanted, hits: readonly Place[]): Promise<StoredRow[]> {
  if (hits.length === 0) return []
  const { rows } = await scope.trx.rawQuery<{ rows: StoredRow[] }>(
    `select ${ROW} from submissions s
     where s.workspace_id = ? and s.form_id = ? and s.id = any(?::uuid[]) and s.received_at <= ?::timestamptz
       ${conditions(wanted)}
     order by s.received_at desc, s.id desc`,
    [scope.workspaceId, wanted.formId, hits.map((hit) => hit.id), wanted.until, ...values(wanted)],
  )
  return rows
}

function conditions(wanted: Wanted): string {
  return wanted.conditions.map((condition) => `and ${condition.sql}`).join(' ')
}

function values(wanted: Wanted): Sql['bindings'] {
  return wanted.conditions.flatMap((condition) => condition.bindings)
}
