import { useEffect, useState, type CSSProperties, type RefObject } from 'react'

/** Rows from the first to before the second. */
export type RowRange = readonly [from: number, to: number]

/** So many rows are drawn besides what is seen, on both sides. */
const BESIDE = 6
/** Who sees a row so near to the end of those that are drawn needs others. */
const NEAR = BESIDE / 2
/** Rows that are drawn until it is known what is seen. */
const AT_FIRST = 20

/**
 * The rows of a long list near what is seen of it. Whatever the length of the list two elements are observed: those
 * that stand in place of the rows that are not drawn.
 */
export function useVisibleRows(list: RefObject<HTMLElement | null>, count: number): RowRange {
  const [range, setRange] = useState<RowRange>([0, AT_FIRST])
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (!list.current || !entries.some(({ isIntersecting }) => isIntersecting)) return
      const { top, height } = list.current.getBoundingClientRect()
      const row = height / count
      const from = Math.max(0, Math.floor(-top / row) - BESIDE)
      const to = Math.ceil((innerHeight - top) / row) + BESIDE
      setRange((before) => (before[0] === from && before[1] === to ? before : [from, to]))
    })
    for (const gap of list.current?.querySelectorAll('[data-gap]') ?? []) observer.observe(gap)
    // observed anew for each range: what is scrolled on meanwhile is seen at once
    return () => observer.disconnect()
  }, [list, count, range])
  return range
}

/** Where the rows that are not drawn would stand, and somewhat into those that are. */
export function Gaps({ range: [from, to], count }: { range: RowRange; count: number }) {
  const share = (rows: number) => `${(rows / count) * 100}%`
  const style: CSSProperties = { position: 'absolute', insetInline: 0, pointerEvents: 'none' }
  return (
    <>
      {from > 0 && (
        <div
          data-gap
          style={{ ...style, insetBlockStart: 0, blockSize: share(Math.min(from + NEAR, count)) }}
        />
      )}
      {to < count && (
        <div data-gap style={{ ...style, insetBlockStart: share(to - NEAR), insetBlockEnd: 0 }} />
      )}
    </>
  )
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
