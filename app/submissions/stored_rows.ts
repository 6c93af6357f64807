import type { Cursor } from '#app/http/cursor'
import type { Sql } from '#app/submissions/sql'

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

/** What rows are asked for: of a form, not newer than a time, and what holds for each. */
export interface RowQuery {
  formId: string
  until: string
  conditions: readonly Sql[]
}

/** A place after which everything comes. */
export const TOP: Cursor = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
/** A place before which everything comes. */
export const BOTTOM: Cursor = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }

/** What a `StoredRow` is made of. */
export const columns = 's.id, s.received_at::text as at, s.version, s.answers::text as answers'

/** Answers of so many bytes are read at a time, or one submission that says more: rows may say 4 MB each. */
export const MOST_BYTES = 8_000_000

/** Rows as they were found, newest first. */
export interface Found {
  rows: StoredRow[]
  /** more were found behind them, and are not read: they say too much together */
  isCut: boolean
}

/** SQL that reads what `query` finds of submissions `s`, newest first, as far as there is room; for `foundIn`. */
export function asFarAsRoom(query: string): string {
  return `select ${columns}, s.more
    from (
      select s.*, sum(s.bytes) over newest as through, lead(true, 1, false) over newest as more
      from (select s.id, s.received_at, s.version, s.answers, s.bytes from submissions s ${query}) s
      window newest as (order by s.received_at desc, s.id desc rows unbounded preceding)
    ) s
    where s.through - s.bytes < ${MOST_BYTES}
    order by s.received_at desc, s.id desc`
}

/** What was read by `asFarAsRoom`. */
export function foundIn(rows: (StoredRow & { more: boolean })[]): Found {
  return { rows, isCut: rows.at(-1)?.more ?? false }
}

/** The conditions of rows `s`, to follow others. */
export function conditions(wanted: RowQuery): string {
  return wanted.conditions.map((condition) => `and ${condition.sql}`).join(' ')
}

/** The values of `conditions`. */
export function values(wanted: RowQuery): Sql['bindings'] {
  return wanted.conditions.flatMap((condition) => condition.bindings)
}
