import { useCallback, useEffect, useRef, type RefObject } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { SubmissionRows } from '../../api/submission_rows.ts'
import { useSubmission } from '../../api/submissions.ts'

/** What an entry of the history holds that was added when a submission was opened from the table. */
const FROM_TABLE = 'from-table'

/**
 * The submission that is open beside the table, which the address names, and the ways to its neighbours. Back closes what
 * was opened from the table, whichever neighbour it has come to.
 */
export function useOpened(
  slug: string,
  { rows, deleted }: Pick<SubmissionRows, 'rows' | 'deleted'>,
  scroller: RefObject<HTMLElement | null>,
) {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation()
  const id = params.get('submission')
  const isOpen = id !== null
  const open = useCallback(
    (id: string) =>
      setParams(
        (before) => {
          before.set('submission', id)
          return before
        },
        { replace: isOpen, state: isOpen ? state : FROM_TABLE, preventScrollReset: true },
      ),
    [setParams, isOpen, state],
  )
  const goingBack = useRef(false)
  useEffect(() => {
    goingBack.current = false
  }, [id])
  const leave = useCallback(() => {
    if (state === FROM_TABLE) {
      // once, however long the key is held
      if (!goingBack.current) void navigate(-1)
      goingBack.current = true
      return
    }
    setParams(
      (before) => {
        before.delete('submission')
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  }, [setParams, navigate, state])
  const at = id === null ? -1 : rows.findIndex((row) => row.id === id)
  // Of one that is not among these rows, the form knows its neighbours.
  const alone = useSubmission(slug, id !== null && at < 0 && !deleted.has(id) ? id : null)
  const to = (id: string | null | undefined) => (id ? () => open(id) : undefined)
  const close = useCallback(() => {
    leave()
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${at}"] button`)
    ;(row ?? scroller.current)?.focus({ preventScroll: true })
  }, [leave, at, scroller])
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
