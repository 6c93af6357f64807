import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { useDeletedSubmissions } from './deleted_submissions.ts'
import { useArrivals } from './submission_arrivals.ts'
import { pageReader, PAGE, rowsOf, type LoadedPages } from './submission_pages.ts'
import { useRefresh } from './submission_refresh.ts'
import type { SubmissionView } from './submissions.ts'

/** The rows of a view as they are loaded, and those that wait. */
export type SubmissionRows = ReturnType<typeof useSubmissionRows>

/**
 * The rows of a view, newest first, and those that arrive while it is shown. `hold` is asked when something arrives:
 * while it says yes (the person has scrolled), new rows wait, and `waiting` counts them until `take` is called.
 *
 * A page may come short or empty and still have a next one: what is rare may lie far down, and the server looks for
 * so long at a time. `lookedBackTo` says then how far it got. `total` is null as long as it is not known.
 */
export function useSubmissionRows(
  form: { id: string; slug: string },
  view: SubmissionView,
  hold: () => boolean,
) {
  const deleted = useDeletedSubmissions(form.id)
  const key = ['submissions', form.id, 'rows', view]
  const read = pageReader(form.slug, view)
  const query = useInfiniteQuery({
    queryKey: key,
    // Kept up to date by what arrives, never by loading all pages again.
    staleTime: Infinity,
    placeholderData: (before: LoadedPages | undefined) => before,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => read.page(pageParam, PAGE, signal),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
  const { data, hasNextPage, isFetching, isPlaceholderData } = query
  const isLoaded = data !== undefined && !isPlaceholderData
  const doubted = useRef(new Set<string>())
  const { waiting, take, arrive } = useArrivals(JSON.stringify(key), isFetching, hold, doubted)
  useRefresh({ form, view, key, isLoaded, read, doubted, arrive })

  const first = data?.pages[0]?.data
  const known = useMemo(() => (data ? rowsOf(data) : []), [data])
  const rows = useMemo(() => known.filter((row) => !deleted.has(row.id)), [known, deleted])
  const counted = typeof first?.total === 'number' ? first.total - (known.length - rows.length) : null
  return {
    query,
    rows,
    deleted,
    total: counted ?? (first && !hasNextPage ? rows.length : null),
    lookedBackTo: data?.pages[data.pages.length - 1]?.data.looked_back_to ?? null,
    waiting,
    take,
  }
}
