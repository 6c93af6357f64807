import { useEffect, useMemo, useState } from 'react'
import type { SubmissionRow } from '../../../api_types/submissions.ts'
import type { SubmissionView } from '../../api/submissions.ts'

const NOTHING: ReadonlySet<string> = new Set()

/** The ticked rows, of one view: with another they are forgotten. `chosen` are those that are still there. */
export function useSelection(rows: readonly SubmissionRow[], view: SubmissionView) {
  const [selected, setSelected] = useState(NOTHING)
  useEffect(() => setSelected(NOTHING), [view])
  const chosen = useMemo(
    () => rows.filter((row) => selected.has(row.id)).map((row) => row.id),
    [rows, selected],
  )
  return { selected, setSelected, chosen, clear: () => setSelected(NOTHING) }
}
