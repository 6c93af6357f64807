/** What rows are ordered by: newest first, then by id. */
interface Placed {
  id: string
  received_at: string
}

function isOlder(row: Placed, than: Placed): boolean {
  return row.received_at < than.received_at || (row.received_at === than.received_at && row.id < than.id)
}

/**
 * Lays the newest rows, just read, over those that are known: what is new comes in, what was deleted among them goes.
 * `all` says that there are no older rows than these. `joined` is false when rows may be missing between the two, so
 * that the known ones had to be dropped. `fresh` counts rows that were not known.
 */
export function newestFirst<Row extends Placed>(
  known: readonly Row[],
  newest: readonly Row[],
  all: boolean,
): { rows: Row[]; joined: boolean; fresh: number } {
  const ids = new Set(known.map((row) => row.id))
  const fresh = newest.filter((row) => !ids.has(row.id)).length
  const last = newest[newest.length - 1]
  if (all || !last) return { rows: [...newest], joined: false, fresh }
  const at = known.findIndex((row) => row.id === last.id)
  const shown = new Set(newest.map((row) => row.id))
  const older =
    at >= 0 ? known.slice(at + 1) : known.filter((row) => isOlder(row, last) && !shown.has(row.id))
  const meets = older.length < known.length
  return { rows: meets ? [...newest, ...older] : [...newest], joined: meets, fresh }
}
