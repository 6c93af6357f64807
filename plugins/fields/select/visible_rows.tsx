import { useEffect, useState, type RefObject } from 'react'

/** Rows from the first to before the second. */
export type RowRange = readonly [from: number, to: number]

/** So many rows one marker stands for; as many are drawn besides what is seen, on both sides. */
export const ROWS_PER_MARKER = 10

/** The rows of a long list near what is seen of it, by the markers that stand in it, one for every so many rows. */
export function useVisibleRows(list: RefObject<HTMLElement | null>, count: number): RowRange {
  const [range, setRange] = useState<RowRange>([0, 2 * ROWS_PER_MARKER])
  const markers = Math.ceil(count / ROWS_PER_MARKER)
  useEffect(() => {
    const seen = new Set<number>()
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const marker = target instanceof HTMLElement ? Number(target.dataset.marker) : 0
        if (isIntersecting) seen.add(marker)
        else seen.delete(marker)
      }
      // a list that is out of sight stays as it was
      if (seen.size === 0) return
      const from = Math.max(0, Math.min(...seen) - 1) * ROWS_PER_MARKER
      const to = (Math.max(...seen) + 2) * ROWS_PER_MARKER
      setRange((before) => (before[0] === from && before[1] === to ? before : [from, to]))
    })
    for (const marker of list.current?.querySelectorAll('[data-marker]') ?? []) observer.observe(marker)
    return () => observer.disconnect()
  }, [list, markers])
  return range
}

/** Indexes of the rows to draw: those in the range, and the one that has the focus with both its neighbours. */
export function rowsToDraw([from, to]: RowRange, focused: number, count: number): number[] {
  const rows: number[] = []
  for (let index = from; index < Math.min(to, count); index += 1) rows.push(index)
  if (focused < 0) return rows
  const beside = [focused - 1, focused, focused + 1].filter((index) => index >= 0 && index < count)
  const before = beside.filter((index) => index < from)
  const after = beside.filter((index) => index >= Math.max(to, from))
  return [...before, ...rows, ...after]
}
