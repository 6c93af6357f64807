import type { Cursor } from '#app/http/cursor'
import type { Comparison } from '#app/submissions/filter_sql'
import { between, downwards } from '#app/submissions/scan_rows'
import {
  asFarAsRoom,
  conditions,
  type Found,
  foundIn,
  type StoredRow,
  TOP,
  values,
  type RowQuery,
} from '#app/submissions/stored_rows'
import { sql, type Sql } from '#app/submissions/sql'
import { isLimited, type View } from '#app/submissions/view'
import type { Scope } from '#app/workspaces/within'

/** What is read: a form, narrowed by words and by comparisons that became SQL. */
export interface Selection {
  formId: string
  view: View
  filters: readonly Comparison[]
}

interface Page {
  rows: StoredRow[]
  next?: Cursor
}

/** Hits of a search are looked up so many at a time when filters may drop most of them. */
const HITS = 2_000

/** How long one page may be looked for, in milliseconds. What is not found by then is looked for by the next one. */
const PATIENCE = 700
/**
 * Rows of a selection, newest first, after `after` and not newer than `until`. `next` is where to go on; absent at the
 * end. A page may be short and still have a next one: where it was looked for long, or its rows say much.
 */
export async function readRows(
  scope: Scope,
  selection: Selection,
  limit: number,
  after: Cursor = TOP,
  until = 'infinity',
): Promise<Page> {
  const { formId, view, filters } = selection
  const wanted = { formId, until, conditions: filters.map((filter) => filter.rows) }
  if (view.words.length === 0) {
    if (filters.length > 0) return scan(scope, wanted, filters, limit, after)
    return pageOf(await between(scope, wanted, after, undefined, limit + 1), limit)
  }
  const started = performance.now()
  const rows: StoredRow[] = []
  let cursor = after
  const step = filters.length > 0 ? HITS : limit + 1
  for (;;) {
    const hits = await search(scope, selection, cursor, step)
    const found = await lookUp(scope, wanted, hits)
    rows.push(...found.rows.slice(0, limit + 1 - rows.length))
    if (rows.length > limit || found.isCut) return pageOf({ rows, isCut: found.isCut }, limit)
    if (hits.length < step) return { rows }
    cursor = hits[hits.length - 1]
    if (performance.now() - started > PATIENCE) return { rows, next: cursor }
    // So many have the words that the filters lead to what is looked for sooner.
    if (filters.length > 0 && !isLimited(view)) {
      const conditions = [...wanted.conditions, ...view.words.map(holdsWord)]
      return scan(scope, { ...wanted, conditions }, filters, limit, cursor, { rows, started })
    }
  }
}

function holdsWord(word: string): Sql {
  return sql`s.search like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`
}

/** So many of the rows that were found; it goes on behind the last of them where there are more. */
function pageOf({ rows, isCut }: Found, limit: number): Page {
  const page = rows.slice(0, limit)
  return isCut || rows.length > limit ? { rows: page, next: page.at(-1) } : { rows: page }
}

/** Rows in order that filters leave, for as long as patience lasts: what is rare may lie far down. */
async function scan(
  scope: Scope,
  wanted: RowQuery,
  filters: readonly Comparison[],
  limit: number,
  after: Cursor,
  { rows, started }: { rows: StoredRow[]; started: number } = { rows: [], started: performance.now() },
): Promise<Page> {
  const packed = filters.flatMap((filter) => filter.segments ?? [])
  for await (const step of downwards(scope, wanted, packed, after, () => limit + 1 - rows.length)) {
    rows.push(...step.rows)
    if (rows.length > limit || step.isCut) return pageOf({ rows, isCut: step.isCut }, limit)
    if (!step.edge) break
    if (performance.now() - started > PATIENCE) return { rows, next: step.edge }
  }
  return { rows }
}

async function search(
  scope: Scope,
  { formId, view }: Selection,
  after: Cursor,
  limit: number,
): Promise<Cursor[]> {
  const { rows } = await scope.trx.rawQuery<{ rows: Cursor[] }>(
    `select id, received_at::text as at from search_submissions(?, ?::text[], ?::timestamptz, ?::uuid, ?, ?)`,
    [formId, [...view.words], after.at, after.id, limit, isLimited(view)],
  )
  return rows
}

async function lookUp(scope: Scope, wanted: RowQuery, hits: readonly Cursor[]): Promise<Found> {
  if (hits.length === 0) return { rows: [], isCut: false }
  const { rows } = await scope.trx.rawQuery<{ rows: (StoredRow & { more: boolean })[] }>(
    asFarAsRoom(`
      where s.workspace_id = ? and s.form_id = ? and s.id = any(?::uuid[]) and s.received_at <= ?::timestamptz
        ${conditions(wanted)}`),
    [scope.workspaceId, wanted.formId, hits.map((hit) => hit.id), wanted.until, ...values(wanted)],
  )
  return foundIn(rows)
}
