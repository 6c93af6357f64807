import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { Page, Single } from '../../api_types/answer.ts'
import type {
  DeletedSubmission,
  DeletedTogether,
  EmptiedBin,
  RestoredTogether,
  SeveralSubmissions,
  Submission,
} from '../../api_types/submissions.ts'
import { api, withQuery } from './client.ts'
import { unmarkDeleted } from './deleted_submissions.ts'
import { useFormEvents } from './form_events.ts'
import type { Outcome } from './four_at_a_time.ts'
import { inChunks } from './in_chunks.ts'
import { useReadAgain } from './read_again.ts'

interface FormNames {
  id: string
  slug: string
}

const NOT_IN_BIN = 'They are not in the bin any more: they were restored, or deleted for good.'

const path = ({ slug }: FormNames) => `/api/forms/${slug}/bin`
const binKey = ({ id }: FormNames) => ['submissions', id, 'bin']
const listKey = (form: FormNames) => [...binKey(form), 'list']

/** What others delete is read this much later, in milliseconds, with what they delete until then: all pages are read for it. */
const SETTLE_MS = 500

/** Deleted submissions of a form, the last one first, page by page. */
export function useSubmissionBin(form: FormNames) {
  const readAgain = useReadAgain(binKey(form), SETTLE_MS)
  useFormEvents(form.id, (event) => {
    const tells =
      event.name === 'submissions'
        ? event.deleted !== undefined || event.restored !== undefined || event.gone !== undefined
        : event.name === 'connected'
    if (tells) readAgain()
  })
  return useInfiniteQuery({
    queryKey: listKey(form),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<DeletedSubmission>>(withQuery(path(form), { cursor: pageParam }), signal),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
}

/** One of them in full; none is asked for without an id. */
export function useDeletedSubmission(form: FormNames, id: string | null) {
  return useQuery({
    queryKey: [...binKey(form), 'one', id],
    enabled: id !== null,
    queryFn: async ({ signal }) => (await api.get<Single<Submission>>(`${path(form)}/${id}`, signal)).data,
  })
}

/** Where a file of a submission in the bin is had. */
export function deletedFilePath(form: { slug: string }, submission: string, file: string): string {
  return `/api/forms/${form.slug}/bin/${submission}/files/${file}`
}

/** Submissions that are to be taken out of the bin. */
interface AskedRestoration {
  ids: readonly string[]
  /** told how many are settled */
  onProgress?: (settled: number) => void
}

/** Takes submissions out of the bin, many in one request, those that can be. */
export function useRestoreSubmissions(form: FormNames) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ ids, onProgress }: AskedRestoration): Promise<Outcome> => {
      let [done, settled] = [0, 0]
      let failure: unknown
      try {
        await inChunks(ids, async (some) => {
          const body: SeveralSubmissions = { ids: some }
          const { data } = await api.post<Single<RestoredTogether>>(`${path(form)}/restorations`, body)
          for (const id of data.restored) unmarkDeleted(client, form.id, id)
          for (const { message } of data.refused) failure ??= new Error(message)
          done += data.restored.length
          settled += data.restored.length + data.refused.length
          onProgress?.(settled)
          return [...data.restored, ...data.refused.map(({ id }) => id)]
        })
      } catch (error) {
        failure = error
      }
      return { done, left: ids.length - done, failure }
    },
    onSettled: () => changed(client, form),
  })
}

/** Deletes submissions of the bin for good, many in one request. */
export function useDeleteSubmissionsForGood(form: FormNames) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (ids: readonly string[]): Promise<Outcome> => {
      let done = 0
      let failure: unknown
      try {
        await inChunks(ids, async (some) => {
          const body: SeveralSubmissions = { ids: some }
          const { data } = await api.post<Single<DeletedTogether>>(`${path(form)}/deletions`, body)
          if (data.missing.length > 0) failure ??= new Error(NOT_IN_BIN)
          done += data.deleted.length
          return [...data.deleted, ...data.missing]
        })
      } catch (error) {
        failure = error
      }
      return { done, left: ids.length - done, failure }
    },
    onSettled: () => changed(client, form),
  })
}

/**
 * Deletes all submissions of the bin for good that are in it by now: of very many it takes several requests, and
 * `isWanted` is asked before each further one. Answers whether all are gone.
 */
export function useEmptySubmissionBin(form: FormNames) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (isWanted: () => boolean): Promise<boolean> => {
      let cursor: string | undefined
      do {
        const { data }: Single<EmptiedBin> = await api.delete(withQuery(path(form), { cursor }))
        cursor = data.next_cursor ?? undefined
      } while (cursor !== undefined && isWanted())
      return cursor === undefined
    },
    onSettled: () => changed(client, form),
  })
}

/** Asks again for what is in the bin of a form, and how many submissions it has. */
function changed(client: QueryClient, form: FormNames): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: binKey(form) }),
    client.invalidateQueries({ queryKey: ['forms', 'one', form.slug] }),
  ])
}
