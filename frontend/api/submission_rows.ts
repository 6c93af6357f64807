import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { api, withQuery } from './client.ts'
import { markDeleted, useDeletedSubmissions } from './deleted_submissions.ts'
import { useFormEvents } from './form_events.ts'
import { newestFirst } from './newest_first.ts'
import {
  allSettings,
  viewQuery,
  type SubmissionPage,
  type SubmissionRow,
  type SubmissionView,
} from './submissions.ts'

type Loaded = InfiniteData<SubmissionPage, string | undefined>

/** What came in while a view was shown, until it can be shown too. */
interface Arrived {
  key: string
  page: SubmissionPage
  /** rows that were not known */
  fresh: number
  /** waits until it is asked for */
  held: boolean
}

const PAGE = 200

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
  const client = useQueryClient()
  const deleted = useDeletedSubmissions(form.id)
  const key = ['submissions', form.id, 'rows', view]
  const keyText = JSON.stringify(key)
  const fetchPage = (cursor: string | undefined, signal?: AbortSignal) => {
    const asked = { cursor, limit: PAGE, ...viewQuery(view) }
    return api.get<SubmissionPage>(withQuery(`/api/forms/${form.slug}/submissions`, asked), signal)
  }
  const query = useInfiniteQuery({
    queryKey: key,
    // Kept up to date by what arrives, never by loading all pages again.
    staleTime: Infinity,
    placeholderData: (before: Loaded | undefined) => before,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
  const { data, hasNextPage, isFetching } = query

  const [arrived, setArrived] = useState<Arrived | null>(null)
  const put = useCallback(
    (page: SubmissionPage) => {
      const target: unknown[] = JSON.parse(keyText)
      client.setQueryData<Loaded>(target, (loaded) => loaded && withNewest(loaded, page))
      setArrived(null)
    },
    [client, keyText],
  )
  // What is put there while more rows are on their way would be gone when they come.
  useEffect(() => {
    if (arrived?.key === keyText && !arrived.held && !isFetching) put(arrived.page)
  }, [arrived, keyText, isFetching, put])

  /** Views whose newest rows are asked for, each with whether something happened meanwhile. */
  const asking = useRef(new Map<string, boolean>())
  const askForNewest = async () => {
    if (asking.current.has(keyText)) return void asking.current.set(keyText, true)
    asking.current.set(keyText, false)
    try {
      arrive(await fetchPage(undefined))
    } catch {
      // Without a connection nothing arrives; the next event asks again.
    }
    const again = asking.current.get(keyText)
    asking.current.delete(keyText)
    if (again) void askForNewest()
  }
  const arrive = (page: SubmissionPage) => {
    const { rows } = page.data
    const nothing = rows.length === 0 && page.next_cursor !== null
    const loaded = client.getQueryData<Loaded>(key)
    if (nothing || !loaded) return
    const { fresh } = newestFirst(rowsOf(loaded), rows, page.next_cursor === null)
    setArrived({ key: keyText, page, fresh, held: fresh > 0 && hold() })
  }
  useFormEvents(form.id, (event) => {
    if (event.name !== 'submissions' && event.name !== 'connected') return
    if (event.name === 'submissions' && event.deleted !== undefined) {
      markDeleted(client, form.id, event.deleted)
    }
    // What is on its way may be from before the event.
    if (!client.getQueryData<Loaded>(key)) return void client.invalidateQueries({ queryKey: key })
    void askForNewest()
  })

  const held = arrived?.key === keyText && arrived.held ? arrived : null
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
    waiting: held?.fresh ?? 0,
    take: () => held && put(held.page),
  }
}

function rowsOf(loaded: { pages: readonly SubmissionPage[] }): SubmissionRow[] {
  return loaded.pages.flatMap((page) => page.data.rows)
}

function withNewest(loaded: Loaded, page: SubmissionPage): Loaded {
  const known = rowsOf(loaded)
  const { rows, joined } = newestFirst(known, page.data.rows, page.next_cursor === null)
  const last = loaded.pages[loaded.pages.length - 1]
  // Where nothing was found yet, looking goes on where it was: between there and these rows there are none.
  const goesOn = joined || (page.next_cursor !== null && known.length === 0 && page.data.rows.length < PAGE)
  const end = goesOn && last ? last : page
  return {
    pageParams: [undefined],
    pages: [
      {
        data: {
          ...page.data,
          rows,
          settings: allSettings([...loaded.pages, page]),
          looked_back_to: end.data.looked_back_to,
        },
        next_cursor: end.next_cursor,
      },
    ],
  }
}
