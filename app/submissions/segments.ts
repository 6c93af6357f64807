import type { Cursor } from '#app/http/cursor'
import type { SegmentFilter } from '#app/submissions/segment_filter'
import { joined, raw, sql, type Sql } from '#app/submissions/sql'
import type { Scope } from '#app/workspaces/within'

/**
 * What lies below a place: segments without a gap, newest first; or, with no segments named, rows that are to be read
 * one by one until `to`, which is absent where the form ends.
 */
export interface Run {
  segments: SegmentRange[]
  to?: Cursor
}

/** A segment, and the place of its first row; absent where the form ends. */
export interface SegmentRange {
  id: string
  from?: Cursor
}

interface Segment {
  id: string
  from: Cursor
  /** before all rows */
  first: boolean
  until: Cursor
  /** where it ends, seen from the place that was asked about */
  ends: 'below' | 'there' | 'above'
}

/** See `Run`; undefined when nothing below this place is packed. */
export async function nextRun(
  scope: Scope,
  formId: string,
  { at, id }: Cursor,
  most: number,
): Promise<Run | undefined> {
  const { rows } = await scope.trx.rawQuery<{ rows: Segment[] }>(
    `select id, json_build_object('at', from_at::text, 'id', from_id) as "from", from_at = '-infinity' as first,
            json_build_object('at', until_at::text, 'id', until_id) as until,
            case when (until_at, until_id) < (?::timestamptz, ?::uuid) then 'below'
                 when (until_at, until_id) = (?::timestamptz, ?::uuid) then 'there' else 'above' end as ends
     from submission_segments
     where workspace_id = ? and form_id = ? and (from_at, from_id) < (?::timestamptz, ?::uuid)
     order by from_at desc, from_id desc limit ?`,
    [at, id, at, id, scope.workspaceId, formId, at, id, most],
  )
  const newest = rows.at(0)
  if (!newest) return undefined
  if (newest.ends === 'below') return { segments: [], to: newest.until }
  if (newest.ends === 'above') return { segments: [], to: startOf(newest) }
  const gap = rows.findIndex((segment, index) => index > 0 && !same(segment.until, rows[index - 1].from))
  const run = gap < 0 ? rows : rows.slice(0, gap)
  return { segments: run.map((segment) => ({ id: segment.id, from: startOf(segment) })) }
}

function startOf({ first, from }: Segment): Cursor | undefined {
  return first ? undefined : from
}

function same(one: Cursor, other: Cursor): boolean {
  return one.at === other.at && one.id === other.id
}

function joins(scope: Scope, packed: readonly SegmentFilter[]): Sql {
  return packed.reduce(
    (joined, { path, segment }) => sql`${joined} left join segment_answers ${raw(segment)}
      on ${raw(segment)}.workspace_id = ${scope.workspaceId} and ${raw(segment)}.segment_id = g.id
        and ${raw(segment)}.path = ${[...path]}::text[]`,
    raw(''),
  )
}

/**
 * Which of these segments may have a submission for which all of this holds, told without taking them apart. Undefined
 * when one of them is gone.
 */
export async function prefilterSegments(
  scope: Scope,
  packed: readonly SegmentFilter[],
  segments: readonly string[],
): Promise<Set<string> | undefined> {
  const { sql, bindings } = prefilterSql(scope, packed, segments)
  const { rows } = await scope.trx.rawQuery<{ rows: { id: string; may: boolean | null }[] }>(sql, bindings)
  if (rows.length < segments.length) return undefined
  return new Set(rows.filter(({ may }) => may).map(({ id }) => id))
}

/** The query of `prefilterSegments`. */
export function prefilterSql(
  scope: Scope,
  packed: readonly SegmentFilter[],
  segments: readonly string[],
): Sql {
  const prefilters = joined(
    packed.map(({ prefilter }) => prefilter),
    'and',
  )
  return sql`select g.id, ${prefilters} as may from submission_segments g ${joins(scope, packed)}
    where g.workspace_id = ${scope.workspaceId} and g.id = any(${[...segments]}::uuid[])`
}

/** The ids of the submissions in these segments for which all of this may hold, as SQL; never too few. */
export function candidates(scope: Scope, packed: readonly SegmentFilter[], segments: readonly string[]): Sql {
  const columns = packed.map(({ elements, element }) => `, unnest(${elements}) as ${element}`).join('')
  const keeps = joined(
    packed.map(({ keep }) => keep),
    'and',
  )
  return sql`select id from (
      select unnest(g.ids) as id ${raw(columns)} from submission_segments g ${joins(scope, packed)}
      where g.workspace_id = ${scope.workspaceId} and g.id = any(${[...segments]}::uuid[])
    ) elements where ${keeps}`
}
