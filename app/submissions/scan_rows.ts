import type { Cursor } from '#app/http/cursor'
import type { SegmentFilter } from '#app/submissions/segment_filter'
import { candidates, nextRun, type SegmentRange, prefilterSegments } from '#app/submissions/segments'
import {
  asFarAsRoom,
  BOTTOM,
  conditions,
  type Found,
  foundIn,
  type StoredRow,
  values,
  type RowQuery,
} from '#app/submissions/stored_rows'
import type { Scope } from '#app/workspaces/within'

/** Rows of a form that are filtered at once: at first, and at most; in between so many as take about STEP. */
const WINDOW = 5_000
const MOST = 250_000
const STEP = 150
/** The same for segments that are screened, and for those that are taken apart: few may hold all that is wanted. */
const SCREENED = 30
const APART = 2
const MOST_SEGMENTS = 500

/** One step down: what it found, and the place it went down to; absent where the form ends. */
interface Step extends Found {
  edge?: Cursor
}

/**
 * Looks for rows of which all conditions hold, downwards from a cursor, step by step, for as long as somebody asks;
 * `missing` says how many are wanted at most. Where the form is packed they are looked for in segments, else window by
 * window.
 */
export async function* downwards(
  scope: Scope,
  wanted: RowQuery,
  packed: readonly SegmentFilter[],
  after: Cursor,
  missing: () => number,
): AsyncGenerator<Step> {
  let cursor: Cursor | undefined = after
  let run: SegmentRange[] = []
  let likely: ReadonlySet<string> = new Set()
  for (let window = WINDOW, most = SCREENED, apart = APART; cursor;) {
    const began = performance.now()
    if (run.length > 0) {
      const part = leg(run, likely, apart)
      const segments = part.filter(({ id }) => likely.has(id)).map(({ id }) => id)
      const found: Found | undefined =
        segments.length > 0
          ? await inSegments(scope, wanted, packed, segments, missing())
          : { rows: [], isCut: false }
      run = run.slice(part.length)
      if (found) {
        cursor = edgeOf(found, part[part.length - 1].from)
        if (found.isCut) run = []
        apart = paced(apart, began, MOST_SEGMENTS)
        yield { ...found, edge: cursor }
      } else {
        // One of them was dropped meanwhile: what is below is asked for again.
        run = []
      }
      continue
    }
    const below = packed.length > 0 ? await nextRun(scope, wanted.formId, cursor, most) : undefined
    if (below && below.segments.length > 0) {
      const ids = below.segments.map(({ id }) => id)
      const found = await prefilterSegments(scope, packed, ids)
      if (!found) continue
      likely = found
      run = below.segments
      most = paced(most, began, MOST_SEGMENTS)
    } else {
      const edge: Cursor | undefined =
        (await cursorAfter(scope, wanted.formId, cursor, window, below?.to)) ?? below?.to
      const found = await between(scope, wanted, cursor, edge, missing())
      window = paced(window, began, MOST)
      cursor = edgeOf(found, edge)
      yield { ...found, edge: cursor }
    }
  }
}

/** How far a step went that was to go down to `edge`. */
function edgeOf<Edge>({ rows, isCut }: Found, edge: Edge): Edge | Cursor {
  return (isCut && rows.at(-1)) || edge
}

/** How many to look at next, after so many took the time since `began`. */
function paced(count: number, began: number, most: number): number {
  const pace = Math.min(4, STEP / (performance.now() - began))
  return Math.round(Math.max(1, Math.min(most, count * pace)))
}

/** The first segments of a run, of which no more than `apart` are likely, down to the next likely one. */
function leg(run: readonly SegmentRange[], likely: ReadonlySet<string>, apart: number): SegmentRange[] {
  const places = run.flatMap(({ id }, index) => (likely.has(id) ? [index] : []))
  return run.slice(0, places[apart])
}

/** Up to `limit` rows after a cursor, and down to `edge`, which is taken in; fewer where they say much. */
export async function between(
  scope: Scope,
  wanted: RowQuery,
  after: Cursor,
  edge: Cursor | undefined,
  limit: number,
): Promise<Found> {
  const down = edge ?? BOTTOM
  const { rows } = await scope.trx.rawQuery<{ rows: (StoredRow & { more: boolean })[] }>(
    asFarAsRoom(`
      where s.workspace_id = ? and s.form_id = ? and (s.received_at, s.id) < (?::timestamptz, ?::uuid)
        and (s.received_at, s.id) >= (?::timestamptz, ?::uuid) and s.received_at <= ?::timestamptz
        ${conditions(wanted)}
      order by s.received_at desc, s.id desc limit ?`),
    [
      ...[scope.workspaceId, wanted.formId, after.at, after.id, down.at, down.id, wanted.until],
      ...values(wanted),
      limit,
    ],
  )
  return foundIn(rows)
}

/** The cursor so many rows further down; undefined when there are fewer, or fewer before `end`. */
async function cursorAfter(
  scope: Scope,
  formId: string,
  after: Cursor,
  rows: number,
  end: Cursor = BOTTOM,
): Promise<Cursor | undefined> {
  const found = await scope.trx.rawQuery<{ rows: Cursor[] }>(
    `select id, received_at::text as at from submissions
     where workspace_id = ? and form_id = ? and (received_at, id) < (?::timestamptz, ?::uuid)
       and (received_at, id) >= (?::timestamptz, ?::uuid)
     order by received_at desc, id desc offset ? limit 1`,
    [scope.workspaceId, formId, after.at, after.id, end.at, end.id, rows - 1],
  )
  return found.rows[0]
}

/** Up to `limit` rows of these segments, fewer where they say much; undefined when one of them is gone. */
async function inSegments(
  scope: Scope,
  wanted: RowQuery,
  packed: readonly SegmentFilter[],
  segments: readonly string[],
  limit: number,
): Promise<Found | undefined> {
  const likely = candidates(scope, packed, segments)
  const found = asFarAsRoom(`
    where s.workspace_id = ? and s.form_id = ? and s.id = any(array(select id from candidates))
      and s.received_at <= ?::timestamptz ${conditions(wanted)}
    order by s.received_at desc, s.id desc limit ?`)
  const { rows } = await scope.trx.rawQuery<{
    rows: (StoredRow & { id: string | null; more: boolean; there: number })[]
  }>(
    `with candidates as materialized (${likely.sql}), found as (${found})
     select there.there, f.id, f.at, f.version, f.answers, f.more
     from (select count(*)::int as there from submission_segments where workspace_id = ? and id = any(?::uuid[])) there
     left join found f on true order by f.at::timestamptz desc, f.id desc`,
    [
      ...likely.bindings,
      ...[scope.workspaceId, wanted.formId, wanted.until],
      ...values(wanted),
      limit,
      ...[scope.workspaceId, [...segments]],
    ],
  )
  if (rows[0].there < segments.length) return undefined
  return foundIn(rows.filter((row) => row.id !== null))
}
