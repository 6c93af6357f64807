import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { SubmissionPage, SubmissionRow } from '../../api_types/submissions.ts'
import { api, withQuery } from './client.ts'
import { markDeleted, useDeletedSubmissions } from './deleted_submissions.ts'
import { useFormEvents } from './form_events.ts'
import { isDownTo, newestFirst, stillThere, type Newest } from './newest_first.ts'
import { allSettings, oneOf, viewQuery, type SubmissionView } from './submissions.ts'

type Loaded = InfiniteData<SubmissionPage, string | undefined>

/** What came in while a view was shown, until it can be shown too. */
interface Arrived {
  key: string
  page: SubmissionPage
  /** the oldest row that was known when all were read again; absent where only the newest were read */
  edge?: SubmissionRow
  all: boolean
  /** rows that were not known */
  fresh: number
  /** waits until it is asked for */
  held: boolean
}

const PAGE = 200
/** As many at a time are read when all that are loaded are read again: what the server gives at most. */
const AGAIN = 500

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
  const fetchPage = (cursor: string | undefined, limit: number, signal?: AbortSignal) => {
    const asked = { cursor, limit, ...viewQuery(view) }
    return api.get<SubmissionPage>(withQuery(`/api/forms/${form.slug}/submissions`, asked), signal)
  }
  const query = useInfiniteQuery({
    queryKey: key,
    // Kept up to date by what arrives, never by loading all pages again.
    staleTime: Infinity,
    placeholderData: (before: Loaded | undefined) => before,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, PAGE, signal),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
  const { data, hasNextPage, isFetching, isPlaceholderData } = query

  const [arrived, setArrived] = useState<Arrived | null>(null)
  /** Views of which every row is in doubt: what happened while nobody listened for them is not known. */
  const doubted = useRef(new Set<string>())
  const show = useCallback(
    (news: Arrived, change: (loaded: Loaded, news: Arrived) => Loaded) => {
      const target: unknown[] = JSON.parse(news.key)
      client.setQueryData<Loaded>(target, (loaded) => loaded && change(loaded, news))
      if (news.all) doubted.current.delete(news.key)
    },
    [client],
  )
  // What is put there while more rows are on their way would be gone when they come.
  useEffect(() => {
    if (arrived?.key !== keyText || isFetching) return
    show(arrived, arrived.held ? withoutGone : withNewest)
    if (!arrived.held) setArrived(null)
  }, [arrived, keyText, isFetching, show])

  /** Views that are being read again, each with whether something happened meanwhile. */
  const asking = useRef(new Map<string, boolean>())
  const askAgain = async () => {
    if (asking.current.has(keyText)) return void asking.current.set(keyText, true)
    asking.current.set(keyText, false)
    try {
      const all = doubted.current.has(keyText)
      const loaded = client.getQueryData<Loaded>(key)
      const edge = all ? rowsOf(loaded).at(-1) : undefined
      const page = all ? await readDownTo(edge) : await fetchPage(undefined, PAGE)
      if (all || isOfSameVersion(loaded, page)) arrive(page, all, edge)
      else {
        // Columns and labels of options are others now, in rows of long ago too.
        doubted.current.add(keyText)
        asking.current.set(keyText, true)
      }
    } catch {
      // Without a connection nothing arrives; the next event asks again.
    }
    const again = asking.current.get(keyText)
    asking.current.delete(keyText)
    if (again) void askAgain()
  }
  /** The view from its newest row down to this one, as one page. */
  const readDownTo = async (row: SubmissionRow | undefined): Promise<SubmissionPage> => {
    let read = await fetchPage(undefined, row ? AGAIN : PAGE)
    while (row && read.next_cursor !== null && !reaches(read, row)) {
      const more = await fetchPage(read.next_cursor, AGAIN)
      const rows = [...read.data.rows, ...more.data.rows]
      const { looked_back_to } = more.data
      read = {
        data: { ...read.data, rows, settings: allSettings([read, more]), looked_back_to },
        next_cursor: more.next_cursor,
      }
    }
    return read
  }
  const arrive = (page: SubmissionPage, all: boolean, edge?: SubmissionRow) => {
    const nothing = page.data.rows.length === 0 && page.next_cursor !== null && !edge
    const loaded = client.getQueryData<Loaded>(key)
    if (nothing || !loaded) return
    const { fresh } = newestFirst(rowsOf(loaded), newestOf({ page, edge }))
    setArrived({ key: keyText, page, edge, all, fresh, held: fresh > 0 && hold() })
  }
  useFormEvents(form.id, (event) => {
    const known = rowsOf(client.getQueryData<Loaded>(key)).length
    if (event.name === 'submissions') {
      if (event.deleted !== undefined) markDeleted(client, form.id, event.deleted)
    } else if (event.name === 'connected') {
      doubted.current.add(keyText)
      void client.invalidateQueries({ queryKey: oneOf(form.slug) })
    } else if (event.name === 'unheard') {
      // Few rows are one quick request; for more of them, and what is looked for, it waits until there is a stream.
      if (known <= AGAIN && !isNarrowed(view)) doubted.current.add(keyText)
    } else if (event.name !== 'form') return
    if (client.getQueryData<Loaded>(key)) return void askAgain()
    // What is on its way may be from before the event. It is not begun anew: in a busy time it would never come.
    doubted.current.add(keyText)
    void client.invalidateQueries({ queryKey: key }, { cancelRefetch: false })
  })
  const isLoaded = data !== undefined && !isPlaceholderData
  const becameShown = useEffectEvent((from: 'cache' | 'server') => {
    // While a view was not shown nobody listened for it.
    if (from === 'cache') doubted.current.add(keyText)
    if (doubted.current.has(keyText)) void askAgain()
  })
  const awaited = useRef('')
  useEffect(() => {
    if (!isLoaded) return void (awaited.current = keyText)
    const from = awaited.current === keyText ? 'server' : 'cache'
    awaited.current = ''
    becameShown(from)
  }, [isLoaded, keyText])

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
    take: () => {
      if (!held) return
      show(held, withNewest)
      setArrived(null)
    },
  }
}

function rowsOf(loaded: { pages: readonly SubmissionPage[] } | undefined): SubmissionRow[] {
  return loaded?.pages.flatMap((page) => page.data.rows) ?? []
}

/** Whether nothing was published between what is loaded and this page. */
function isOfSameVersion(loaded: Loaded | undefined, page: SubmissionPage): boolean {
  return !loaded || loaded.pages.every(({ data }) => data.newest_version === page.data.newest_version)
}

function isNarrowed(view: SubmissionView): boolean {
  return view.search !== '' || view.filters.length > 0
}

/** Whether a page, or what was looked through for it, goes down to this row. */
function reaches({ data }: SubmissionPage, row: SubmissionRow): boolean {
  const { rows, looked_back_to: down } = data
  return isDownTo(row, rows) || (down !== null && down < row.received_at)
}

function newestOf({ page, edge }: Pick<Arrived, 'page' | 'edge'>): Newest<SubmissionRow> {
  return { rows: page.data.rows, all: page.next_cursor === null, ...(edge && { edge }) }
}

/** What is loaded without the rows that are gone; the very same where none is. */
function withoutGone(loaded: Loaded, news: Arrived): Loaded {
  const known = rowsOf(loaded)
  const there = new Set(stillThere(known, newestOf(news)))
  if (there.size === known.length) return loaded
  const total = (before: number | null) => before && before - (known.length - there.size)
  const pages = loaded.pages.map(({ data, next_cursor }) => ({
    data: { ...data, rows: data.rows.filter((row) => there.has(row)), total: total(data.total) },
    next_cursor,
  }))
  return { ...loaded, pages }
}

function withNewest(loaded: Loaded, news: Arrived): Loaded {
  const { page } = news
  const known = rowsOf(loaded)
  const { rows, joined } = newestFirst(known, newestOf(news))
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
