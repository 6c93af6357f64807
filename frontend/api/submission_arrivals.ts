import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState, type RefObject } from 'react'
import type { SubmissionPage, SubmissionRow } from '../../api_types/submissions.ts'
import { newestFirst, stillThere, type Newest } from './newest_first.ts'
import { PAGE, rowsOf, type LoadedPages } from './submission_pages.ts'
import { allSettings } from './submissions.ts'

/** What came in while a view was shown, until it can be shown too. */
interface ArrivedRows {
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

/**
 * What came in for the view with this key, which is its query key as text. It is put among the rows as soon as nothing
 * is on its way; where `hold` says so (the person has scrolled), new rows wait until `take` is called. A view that was
 * read as a whole is no longer `doubted`.
 */
export function useArrivals(
  keyText: string,
  isFetching: boolean,
  hold: () => boolean,
  doubted: RefObject<Set<string>>,
) {
  const client = useQueryClient()
  const [arrived, setArrived] = useState<ArrivedRows | null>(null)
  const show = useCallback(
    (news: ArrivedRows, change: (loaded: LoadedPages, news: ArrivedRows) => LoadedPages) => {
      client.setQueryData<LoadedPages>(queryKeyOf(news), (loaded) => loaded && change(loaded, news))
      if (news.all) doubted.current.delete(news.key)
    },
    [client, doubted],
  )
  // What is put there while more rows are on their way would be gone when they come.
  useEffect(() => {
    if (arrived?.key !== keyText || isFetching) return
    show(arrived, arrived.held ? withoutGone : withNewest)
    if (!arrived.held) setArrived(null)
  }, [arrived, keyText, isFetching, show])

  const held = arrived?.key === keyText && arrived.held ? arrived : null
  return {
    /** how many new rows wait */
    waiting: held?.fresh ?? 0,
    take() {
      if (!held) return
      show(held, withNewest)
      setArrived(null)
    },
    /** `all`: the page goes down to `edge`, the oldest row that was known. */
    arrive(page: SubmissionPage, all: boolean, edge?: SubmissionRow) {
      const news = { key: keyText, page, edge, all }
      const nothing = page.data.rows.length === 0 && page.next_cursor !== null && !edge
      const loaded = client.getQueryData<LoadedPages>(queryKeyOf(news))
      if (nothing || !loaded) return
      const { fresh } = newestFirst(rowsOf(loaded), newestOf(news))
      setArrived({ ...news, fresh, held: fresh > 0 && hold() })
    },
  }
}

function queryKeyOf(news: Pick<ArrivedRows, 'key'>): unknown[] {
  return JSON.parse(news.key)
}

function newestOf({ page, edge }: Pick<ArrivedRows, 'page' | 'edge'>): Newest<SubmissionRow> {
  return { rows: page.data.rows, all: page.next_cursor === null, ...(edge && { edge }) }
}

/** What is loaded without the rows that are gone; the very same where none is. */
function withoutGone(loaded: LoadedPages, news: ArrivedRows): LoadedPages {
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

function withNewest(loaded: LoadedPages, news: ArrivedRows): LoadedPages {
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
