/** Items of a long list that follow each other and are drawn together, as one that is left out of what changes elsewhere. */
export interface Chunk {
  id: string
  items: readonly string[]
}

/** How many rows a chunk begins with, and how many make several of it. */
const ROWS = 20
const MOST_ROWS = 2 * ROWS

/**
 * The rows of a list in chunks, each row the ids of its items. An item that changes its chunk is drawn from scratch, so
 * each stays in the one it had as far as the order allows, those that are `held` before others; a chunk of which
 * nothing changed is the same object, and so are all together.
 */
export function chunksOf(
  rows: readonly (readonly string[])[],
  before: readonly Chunk[],
  held: (id: string) => boolean,
): readonly Chunk[] {
  const lists = before.map(({ items }) => items)
  const leading = rowsOfSame(rows, lists)
  if (leading.length > before.length && leading.at(-1) === rows.length) return before
  const trailing = rowsOfSame(backwards(rows), backwards(lists))
  // the chunks on either side of what changed may take some of it in; those beyond are as they were
  const front = Math.max(0, leading.length - 2)
  const back = Math.max(0, trailing.length - 2)
  const between = before.slice(front, before.length - back)
  const changed = rows.slice(leading[front], rows.length - (trailing[back] ?? 0))
  const taken = new Set(before.map(({ id }) => id))
  return [
    ...before.slice(0, front),
    ...placed(changed, between, taken, held),
    ...before.slice(before.length - back),
  ]
}

/** How many rows the first lists hold, none of them, one, two, …: of those that hold the same as they did. */
function rowsOfSame(
  rows: readonly (readonly string[])[],
  lists: readonly (readonly string[])[],
): readonly number[] {
  const ends = [0]
  let row = 0
  for (const items of lists) {
    for (let at = 0; at < items.length; row += 1) {
      const ids = rows[row]
      if (!ids?.every((id, index) => id === items[at + index])) return ends
      at += ids.length
    }
    ends.push(row)
  }
  return ends
}

function backwards(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return lists.map((list) => list.toReversed()).reverse()
}

function placed(
  rows: readonly (readonly string[])[],
  before: readonly Chunk[],
  taken: Set<string>,
  held: (id: string) => boolean,
): readonly Chunk[] {
  const places = placesOf(rows, before, held)
  const groups = before.map(({ id }): { id: string; rows: (readonly string[])[] } => ({ id, rows: [] }))
  const fresh: (readonly string[])[] = []
  for (const [index, row] of rows.entries()) (groups[places[index] ?? -1]?.rows ?? fresh).push(row)
  const known = new Map(before.map((chunk) => [chunk.id, chunk]))
  return [...groups, { id: '', rows: fresh }]
    .flatMap((group) => split(group, taken, held))
    .map((chunk) => {
      const old = known.get(chunk.id)
      return old && equal(old.items, chunk.items) ? old : chunk
    })
}

/** The chunk of each row, by its index: never falling, and as many items as can be where they were. */
function placesOf(
  rows: readonly (readonly string[])[],
  before: readonly Chunk[],
  held: (id: string) => boolean,
): number[] {
  const was = new Map(before.flatMap(({ items }, index) => items.map((id) => [id, index] as const)))
  // best[i][c]: the chunk at most c that the row i takes when all up to it are placed best
  const best: number[][] = []
  let score = before.map(() => 0)
  for (const row of rows) {
    const gain = before.map(() => 0)
    for (const id of row) {
      const chunk = was.get(id)
      if (chunk !== undefined) gain[chunk] = (gain[chunk] ?? 0) + (held(id) ? 2 : 1)
    }
    const next: number[] = []
    const choice: number[] = []
    for (const [chunk, own] of gain.entries()) {
      const here = (score[chunk] ?? 0) + own
      const lower = next[chunk - 1]
      const stays = lower !== undefined && lower >= here
      next.push(stays ? lower : here)
      choice.push(stays ? (choice[chunk - 1] ?? chunk) : chunk)
    }
    best.push(choice)
    score = next
  }
  const places: number[] = []
  let limit = before.length - 1
  for (const choice of best.toReversed()) {
    limit = choice[limit] ?? limit
    places.push(limit)
  }
  return places.reverse()
}

/** A chunk that grew too long as several, of which the one with what is held keeps the id. */
function split(
  group: { id: string; rows: readonly (readonly string[])[] },
  taken: Set<string>,
  held: (id: string) => boolean,
): Chunk[] {
  const { id, rows } = group
  if (rows.length === 0) return []
  const size = rows.length > MOST_ROWS || id === '' ? ROWS : rows.length
  const parts: string[][] = []
  for (let at = 0; at < rows.length; at += size) parts.push(rows.slice(at, at + size).flat())
  const heir = Math.max(
    0,
    parts.findIndex((part) => part.some(held)),
  )
  return parts.map((items, index) => ({
    id: id !== '' && index === heir ? id : freeId(items[0] ?? '', taken),
    items,
  }))
}

function freeId(item: string, taken: Set<string>): string {
  let id = item
  for (let number = 2; taken.has(id); number += 1) id = `${item}-${number}`
  taken.add(id)
  return id
}

function equal(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index])
}
