/** What rows are ordered by: newest first, then by id. */
export interface DatedRow {
  id: string
  received_at: string
}

function isOlder(row: DatedRow, than: DatedRow): boolean {
  return row.received_at < than.received_at || (row.received_at === than.received_at && row.id < than.id)
}

/**
 * Rows that were just read, from the newest on. They are whole down to `edge`, where that lies below the last of them;
 * `all` says that there are no older ones at all.
 */
export interface Newest<Row extends DatedRow> {
  rows: readonly Row[]
  all: boolean
  edge?: DatedRow
}

/** How far down rows are whole; undefined where that is not known. */
function edgeOf({ rows, edge }: Newest<DatedRow>): DatedRow | undefined {
  const last = rows[rows.length - 1]
  return edge && last && isOlder(last, edge) ? last : (edge ?? last)
}

/**
 * Lays the newest rows over those that are known: what is new comes in, what was deleted among them goes. `joined` says
 * that the known ones go on where these end; it is false where these reach further, and where rows may be missing
 * between the two, so that the known ones had to be dropped. `fresh` counts rows that were not known.
 */
export function newestFirst<Row extends DatedRow>(
  known: readonly Row[],
  newest: Newest<Row>,
): { rows: Row[]; joined: boolean; fresh: number } {
  const { rows } = newest
  const ids = new Set(known.map((row) => row.id))
  const fresh = rows.filter((row) => !ids.has(row.id)).length
  const edge = edgeOf(newest)
  if (newest.all || !edge) return { rows: [...rows], joined: false, fresh }
  const at = known.findIndex((row) => row.id === edge.id)
  const shown = new Set(rows.map((row) => row.id))
  const older =
    at >= 0 ? known.slice(at + 1) : known.filter((row) => isOlder(row, edge) && !shown.has(row.id))
  const meets = older.length < known.length
  return {
    rows: meets ? [...rows, ...older] : [...rows],
    joined: meets && (older.length > 0 || at >= 0),
    fresh,
  }
}

/** The known rows without those that are gone, as the newest ones tell. */
export function stillThere<Row extends DatedRow>(known: readonly Row[], newest: Newest<DatedRow>): Row[] {
  const there = new Set(newest.rows.map((row) => row.id))
  const edge = edgeOf(newest)
  return known.filter((row) => there.has(row.id) || (!newest.all && (!edge || isOlder(row, edge))))
}

/** Whether rows, newest first, go down to this one. */
export function isDownTo(row: DatedRow, rows: readonly DatedRow[]): boolean {
  const last = rows[rows.length - 1]
  return last !== undefined && !isOlder(row, last)
}
