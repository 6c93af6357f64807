import type { Filter } from '#api_types/submissions'
import { refused } from '#app/submissions/comparisons'
import { joined, sql, type Sql } from '#app/submissions/sql'
import { addDays, instantOf, partOf } from '#engine/logic/interpreter/dates'

/** A stretch of time that is asked for: from its first instant to the first one behind it, as the database reads them. */
interface Stretch {
  start: string
  end: string
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/

const EARLIEST = Date.parse('0001-01-01T00:00:00Z')
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Where submissions `s` came in at the time that a filter asks for: on whole days of its zone, or at instants, which are told
 * to the millisecond. An index has them in this order.
 */
export function receivedWhen({ op, value, to, zone }: Filter): Sql {
  const from = stretchOf(value, zone)
  if (op === 'before') return sql`s.received_at < ${from.start}::timestamptz`
  if (op === 'after') return sql`s.received_at >= ${from.end}::timestamptz`
  const { end } = op === 'between' ? stretchOf(to, zone) : from
  return joined(
    [sql`s.received_at >= ${from.start}::timestamptz`, sql`s.received_at < ${end}::timestamptz`],
    'and',
  )
}

function stretchOf(value: Filter['value'], zone = 'UTC'): Stretch {
  const asked = typeof value === 'string' ? value.trim() : ''
  // a 30th of February is none, though it could be read
  const instant = INSTANT.test(asked) && addDays(asked.slice(0, 10), 0) !== undefined
  const stretch = instant ? millisecondAt(Date.parse(asked)) : dayIn(asked, zoneOf(zone))
  if (stretch === undefined)
    throw refused('Enter a day to filter by, such as 2026-11-22, or a time such as 2026-11-22T09:30:00Z.')
  return stretch
}

function dayIn(day: string, zone: string): Stretch | undefined {
  const next = day.length === 10 ? addDays(day, 1) : undefined
  const [start, end] = [day, next ?? ''].map((one) => partOf(one, (at) => instantOf(at.getTime(), zone)))
  return start === undefined || end === undefined ? undefined : stretch(start, end)
}

function millisecondAt(instant: number): Stretch | undefined {
  return Number.isNaN(instant) ? undefined : stretch(instant, instant + 1)
}

/** Undefined where it is not within the years that databases and programs write alike. */
function stretch(start: number, end: number): Stretch | undefined {
  if (start < EARLIEST || end > LATEST) return undefined
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() }
}

/** The zone by its one name: there are far more ways to write it. */
function zoneOf(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    throw refused('Give “zone” as the name of a time zone, such as Europe/Berlin.')
  }
}
