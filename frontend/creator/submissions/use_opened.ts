import { useCallback, type RefObject } from 'react'
import { useSearchParams } from 'react-router'
import type { SubmissionRows } from '../../api/submission_rows.ts'
import { useSubmission } from '../../api/submissions.ts'

/** The submission that is open beside the table, which the address names, and the ways to its neighbours. */
export function useOpened(
  slug: string,
  { rows, deleted }: Pick<SubmissionRows, 'rows' | 'deleted'>,
  scroller: RefObject<HTMLElement | null>,
) {
  const [params, setParams] = useSearchParams()
  const id = params.get('submission')
  const open = useCallback(
    (id: string | null) =>
      setParams(
        (before) => {
          if (id === null) before.delete('submission')
          else before.set('submission', id)
          return before
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  )
  const at = id === null ? -1 : rows.findIndex((row) => row.id === id)
  // Of one that is not among these rows, the form knows its neighbours.
  const alone = useSubmission(slug, id !== null && at < 0 && !deleted.has(id) ? id : null)
  const to = (id: string | null | undefined) => (id ? () => open(id) : undefined)
  const close = useCallback(() => {
    open(null)
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${at}"] button`)
    ;(row ?? scroller.current)?.focus({ preventScroll: true })
  }, [open, at, scroller])
  return {
    id,
    /** its place among the rows; -1 where it is none of them */
    at,
    open,
    close,
    next: to(at >= 0 ? rows[at + 1]?.id : alone.data?.older),
    previous: to(at >= 0 ? rows[at - 1]?.id : alone.data?.newer),
  }
}
