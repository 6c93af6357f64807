import { useCallback, useEffect, useMemo, useRef, useState, type SetStateAction } from 'react'
import type { SubmissionRow } from '../../../api_types/submissions.ts'
import type { SubmissionView } from '../../api/submissions.ts'

/** All submissions of a view that came in by a time, be they loaded or not; how many, where that is known. */
export interface AllMatching {
  until: string
  total: number | null
}

/** Ticked rows, or all that match. */
type Ticked = ReadonlySet<string> | AllMatching

const NOTHING: ReadonlySet<string> = new Set()

/** The ticked rows, of one view: with another they are forgotten. `chosen` are those that are still there. */
export function useSelection(rows: readonly SubmissionRow[], view: SubmissionView) {
  const [ticked, setTicked] = useState<Ticked>(NOTHING)
  const clear = useCallback(() => setTicked(NOTHING), [])
  useEffect(clear, [view, clear])
  const chosen = useMemo(() => idsOf(rows, ticked), [rows, ticked])
  const selected = useMemo<ReadonlySet<string>>(() => new Set(chosen), [chosen])
  const shown = useRef(rows)
  useEffect(() => {
    shown.current = rows
  })
  /** Ticks rows by themselves: the others that match are meant no more. */
  const setSelected = useCallback((change: SetStateAction<ReadonlySet<string>>) => {
    setTicked((before) => {
      if (typeof change !== 'function') return change
      return change('until' in before ? new Set(idsOf(shown.current, before)) : before)
    })
  }, [])
  return {
    selected,
    setSelected,
    chosen,
    /** null while rows are ticked by themselves */
    matching: 'until' in ticked ? ticked : null,
    /** Ticks all that match and are not newer than the newest that is shown. */
    selectMatching(total: number | null) {
      if (rows[0]) setTicked({ until: rows[0].received_at, total })
    },
    /** So many of all that match are left; null where that is not known. */
    setLeft(total: number | null) {
      setTicked((before) => ('until' in before ? { ...before, total } : before))
    },
    clear,
  }
}

function idsOf(rows: readonly SubmissionRow[], ticked: Ticked): string[] {
  const chosen = rows.filter(
    'until' in ticked ? (row) => row.received_at <= ticked.until : (row) => ticked.has(row.id),
  )
  return chosen.map(({ id }) => id)
}
