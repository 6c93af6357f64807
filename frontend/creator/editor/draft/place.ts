import { generateNKeysBetween } from 'fractional-indexing'
import type { Op } from './row.ts'

interface PlacedRow {
  id: string
  position: string
}

/** Positions grow where blocks are put into one place again and again: beyond this those around are placed anew. */
const LONGEST = 32

/**
 * Positions for `count` rows behind the row `after` (null: in front of all), and the moves that make room: when two
 * people once chose the same position, and before positions become long.
 */
export function placesAfter(
  rows: readonly PlacedRow[],
  after: string | null,
  count: number,
): { positions: string[]; moves: Op[] } {
  const at = after === null ? 0 : rows.findIndex((row) => row.id === after) + 1
  for (let around = 0; ; around = around * 2 + 1) {
    const [from, to] = apart(rows, Math.max(0, at - around), Math.min(rows.length, at + around))
    const all = from === 0 && to === rows.length
    const low = rows[from - 1]?.position ?? null
    const high = rows[to]?.position ?? null
    const positions = generateNKeysBetween(low, high, to - from + count)
    if (!all && positions.some((position) => position.length > LONGEST)) continue
    const [before, behind] = [at - from, at - from + count]
    const moves = rows.slice(from, to).map(({ id }, index): Op => {
      const place = index < before ? index : index + count
      return { op: 'move', id, position: positions[place] ?? '' }
    })
    return { positions: positions.slice(before, behind), moves }
  }
}

/** The rows from one to before another, and those behind them that have the position of what stands before. */
function apart(rows: readonly PlacedRow[], from: number, to: number): [from: number, to: number] {
  const low = rows[from - 1]?.position
  let end = to
  while (low !== undefined && end < rows.length && (rows[end]?.position ?? '') <= low) end += 1
  return [from, end]
}
