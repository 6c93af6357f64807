import { between } from '../../../../engine/document/position.ts'
import type { Op } from './row.ts'

interface Placed {
  id: string
  position: string
}

/**
 * Positions for `count` rows behind the row `after` (null: in front of all), and the moves that make room when two
 * people once chose the same position.
 */
export function placesAfter(
  rows: readonly Placed[],
  after: string | null,
  count: number,
): { positions: string[]; moves: Op[] } {
  const index = after === null ? -1 : rows.findIndex((row) => row.id === after)
  const low = rows[index]?.position ?? null
  let next = index + 1
  while (low !== null && next < rows.length && rows[next]?.position === low) next += 1
  const high = rows[next]?.position ?? null
  const crowded = rows.slice(index + 1, next)
  const positions = spread(low, high, count + crowded.length)
  const moves = crowded.map((row, i): Op => ({
    op: 'move',
    id: row.id,
    position: positions[count + i] ?? row.position,
  }))
  return { positions: positions.slice(0, count), moves }
}

function spread(low: string | null, high: string | null, count: number): string[] {
  const positions: string[] = []
  let last = low
  for (let i = 0; i < count; i += 1) {
    last = between(last, high)
    positions.push(last)
  }
  return positions
}
