import { useEffect, useState } from 'react'
import type { SubmissionRows } from '../../api/submission_rows.ts'
import type { SubmissionView } from '../../api/submissions.ts'

/**
 * Loads the next rows when the end of those that are there comes near, in the table or in the panel. What is rare may
 * lie many pages down: the person can stop that (`stopped`) until the view is another.
 */
export function useFurtherRows({ query, rows }: SubmissionRows, view: SubmissionView, openedAt: number) {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  /** of how many rows the last ones are near */
  const [nearEnd, setNearEnd] = useState<number | null>(null)
  const [stopped, setStopped] = useState(false)
  useEffect(() => setStopped(false), [view])
  const openedLast = openedAt >= 0 && openedAt >= rows.length - 5
  const goesOn = (nearEnd !== null || openedLast) && hasNextPage && !stopped && !isFetchNextPageError
  useEffect(() => {
    // Rows that just came may have put the end out of sight.
    const sure = openedLast || nearEnd === rows.length
    if (goesOn && sure && !isFetching) void fetchNextPage()
  }, [goesOn, openedLast, nearEnd, rows.length, isFetching, fetchNextPage])
  return { goesOn, stopped, setStopped, setNearEnd }
}
