import {
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { Cell, Column } from '../../plugins/kit/answer.ts'
import type { Operator } from '../../plugins/kit/value.ts'
import type { Json } from '../../engine/document/document.ts'
import { api, withQuery, type Single } from './client.ts'
import { useFormEvents } from './form_events.ts'
import { newestFirst } from './newest_first.ts'

/** A column of the table: one of those that a field's answer fills. */
export interface SubmissionColumn {
  block: string
  column: string
  label: string
  type: Column['type']
  kind: string
}

export interface SubmissionRow {
  id: string
  received_at: string
  version: number
  cells: Cell[]
  /** by block, those of which a cell does not say everything */
  answers: { [block: string]: Json }
}

/** Settings of fields as versions had them: by version, then by block. */
export type VersionSettings = { [version: string]: { [block: string]: { [name: string]: Json } } }

/** One page of the table. */
export interface SubmissionPage {
  data: {
    columns: SubmissionColumn[]
    rows: SubmissionRow[]
    /** of the versions that the rows answer */
    settings: VersionSettings
    /** null where it would have to be counted: of a narrowed view that has more pages */
    total: number | null
    /** only the newest were searched */
    limited: boolean
  }
  next_cursor: string | null
}

/** A comparison that narrows the table. */
export interface SubmissionFilter {
  block: string
  op: Operator
  value?: Json
  to?: Json
}

/** What the table is narrowed to. */
export interface SubmissionView {
  search: string
  filters: readonly SubmissionFilter[]
}

/** One submission in full. */
export interface Submission {
  id: string
  received_at: string
  version: number
  answers: {
    block: string
    label: string
    kind: string
    settings: { [name: string]: Json }
    answer: Json | null
  }[]
}

const PAGE = 200

/** A view as the server takes it. */
export function viewQuery(view: SubmissionView) {
  return {
    search: view.search,
    filter: view.filters.length > 0 ? JSON.stringify({ all: view.filters }) : undefined,
  }
}

/** Where the current view is had as a file. */
export function csvPath(slug: string, view: SubmissionView): string {
  return withQuery(`/api/forms/${slug}/submissions.csv`, viewQuery(view))
}

/** Where a file of a submission is had. */
export function filePath(slug: string, submission: string, file: string): string {
  return `/api/forms/${slug}/submissions/${submission}/files/${file}`
}

type Loaded = InfiniteData<SubmissionPage, string | undefined>

/**
 * The rows of a view, newest first, and those that arrive while it is shown. `hold` is asked when something arrives:
 * while it says yes (the person has scrolled), new rows wait, and `waiting` counts them until `take` is called.
 */
export function useSubmissionRows(
  form: { id: string; slug: string },
  view: SubmissionView,
  hold: () => boolean,
) {
  const client = useQueryClient()
  const key = ['submissions', form.id, 'rows', view]
  // What is rare may lie far down: the server looks for half a second at a time and says where to go on.
  const fetchPage = async (cursor: string | undefined, signal?: AbortSignal): Promise<SubmissionPage> => {
    for (let from = cursor; ;) {
      const path = withQuery(`/api/forms/${form.slug}/submissions`, {
        cursor: from,
        limit: PAGE,
        ...viewQuery(view),
      })
      const page = await api.get<SubmissionPage>(path, signal)
      if (page.data.rows.length > 0 || page.next_cursor === null) return page
      from = page.next_cursor
    }
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

  const [held, setHeld] = useState<{ key: string; page: SubmissionPage; fresh: number } | null>(null)
  const keyText = JSON.stringify(key)
  const put = useCallback(
    (page: SubmissionPage) => {
      const target: unknown[] = JSON.parse(keyText)
      client.setQueryData<Loaded>(target, (loaded) => loaded && withNewest(loaded, page))
      setHeld(null)
    },
    [client, keyText],
  )

  const asked = useRef(0)
  const answered = useRef(0)
  useFormEvents(form.id, (event) => {
    if (event.name !== 'submissions' && event.name !== 'connected') return
    const loaded = client.getQueryData<Loaded>(key)
    // What is on its way may be from before the event.
    if (!loaded) return void client.invalidateQueries({ queryKey: key })
    const question = ++asked.current
    void fetchPage(undefined).then(
      (page) => {
        // An older look that comes in last does not know the newest rows.
        if (question < answered.current) return
        answered.current = question
        const { fresh } = newestFirst(
          loaded.pages.flatMap((one) => one.data.rows),
          page.data.rows,
          page.next_cursor === null,
        )
        if (fresh > 0 && hold()) setHeld({ key: keyText, page, fresh })
        else put(page)
      },
      () => {
        // Without a connection nothing arrives; the next event asks again.
      },
    )
  })

  const mine = held?.key === keyText ? held : null
  return { query, waiting: mine?.fresh ?? 0, take: () => mine && put(mine.page) }
}

function withNewest(loaded: Loaded, page: SubmissionPage): Loaded {
  const known = loaded.pages.flatMap((one) => one.data.rows)
  const { rows, joined } = newestFirst(known, page.data.rows, page.next_cursor === null)
  const last = loaded.pages[loaded.pages.length - 1]
  return {
    pageParams: [undefined],
    pages: [
      {
        data: { ...page.data, rows, settings: allSettings([...loaded.pages, page]) },
        next_cursor: joined && last ? last.next_cursor : page.next_cursor,
      },
    ],
  }
}

/** The settings that come with several pages. */
export function allSettings(pages: readonly SubmissionPage[]): VersionSettings {
  return Object.assign({}, ...pages.map((page) => page.data.settings))
}

/** One submission in full. */
export function submissionQuery(slug: string, id: string) {
  return queryOptions({
    queryKey: ['submissions', slug, 'one', id],
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      (await api.get<Single<Submission>>(`/api/forms/${slug}/submissions/${id}`, signal)).data,
  })
}

/** One submission in full. */
export function useSubmission(slug: string, id: string) {
  return useQuery(submissionQuery(slug, id))
}

/** Deletes submissions, four at a time, and takes them out of what is shown. */
export function useDeleteSubmissions(form: { id: string; slug: string }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const queue = [...ids]
      const work = async () => {
        for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
          await api.delete(`/api/forms/${form.slug}/submissions/${id}`)
          remove(id)
        }
      }
      await Promise.all([work(), work(), work(), work()])
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['forms', 'one', form.slug] }),
  })

  function remove(id: string) {
    client.setQueriesData<Loaded>({ queryKey: ['submissions', form.id, 'rows'] }, (loaded) => {
      if (!loaded) return loaded
      const known = loaded.pages.some((page) => page.data.rows.some((row) => row.id === id))
      return {
        ...loaded,
        pages: loaded.pages.map((page) => ({
          ...page,
          data: {
            ...page.data,
            total: known && page.data.total !== null ? Math.max(0, page.data.total - 1) : page.data.total,
            rows: page.data.rows.filter((row) => row.id !== id),
          },
        })),
      }
    })
  }
}
