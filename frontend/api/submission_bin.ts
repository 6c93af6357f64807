import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { Page, Single } from '../../api_types/answer.ts'
import type { DeletedSubmission, Submission } from '../../api_types/submissions.ts'
import { api, withQuery } from './client.ts'
import { unmarkDeleted } from './deleted_submissions.ts'
import { useFormEvents } from './form_events.ts'
import { tryFourAtATime } from './four_at_a_time.ts'

interface FormNames {
  id: string
  slug: string
}

const path = ({ slug }: FormNames) => `/api/forms/${slug}/bin`
const binKey = ({ id }: FormNames) => ['submissions', id, 'bin']
const listKey = (form: FormNames) => [...binKey(form), 'list']

/** Deleted submissions of a form, the last one first, page by page. */
export function useSubmissionBin(form: FormNames) {
  const client = useQueryClient()
  useFormEvents(form.id, (event) => {
    const tells =
      event.name === 'submissions'
        ? event.deleted !== undefined || event.restored !== undefined || event.gone !== undefined
        : event.name === 'connected'
    if (tells) void client.invalidateQueries({ queryKey: binKey(form) })
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

/** Takes submissions out of the bin, four at a time, those that can be. */
export function useRestoreSubmissions(form: FormNames) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: readonly string[]) =>
      tryFourAtATime(ids, async (id) => {
        await api.post(`${path(form)}/${id}/restoration`, {})
        unmarkDeleted(client, form.id, id)
      }),
    onSettled: () => changed(client, form),
  })
}

/** Deletes submissions of the bin for good, four at a time. */
export function useDeleteSubmissionsForGood(form: FormNames) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: readonly string[]) => tryFourAtATime(ids, (id) => api.delete(`${path(form)}/${id}`)),
    onSettled: () => changed(client, form),
  })
}

/** Deletes all submissions of the bin for good. */
export function useEmptySubmissionBin(form: FormNames) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api.delete(path(form)),
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
