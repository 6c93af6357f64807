import { useDebouncedValue } from '@mantine/hooks'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
  type Mutation,
  type QueryClient,
} from '@tanstack/react-query'
import type { Page, Single } from '../../api_types/answer.ts'
import type { Form } from '../../api_types/forms.ts'
import type { Block } from '../../engine/document/document.ts'
import { api, withQuery } from './client.ts'

/** What is looked for among forms, and in which order. */
interface FormsView {
  search: string
  sort: string
}

function formsQuery(workspaceId: string | undefined, view: Partial<FormsView> = {}) {
  return infiniteQueryOptions({
    queryKey: ['forms', 'list', workspaceId, view],
    enabled: workspaceId !== undefined,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<Form>>(
        withQuery(`/api/workspaces/${workspaceId}/forms`, { ...view, cursor: pageParam }),
        signal,
      ),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
}

/** Forms of one workspace, newest change first, page by page. */
export function useForms(workspaceId: string | undefined) {
  return useInfiniteQuery(formsQuery(workspaceId))
}

/** So long, in milliseconds, nobody types before the server looks. */
const REST_MS = 250

/**
 * The forms of a workspace that a search finds, in an order. While all of them are here (`isWhole`) nobody is asked: whoever
 * shows them looks among them at each letter. Where there are more the server looks, once nobody types; `isSettled`: it has
 * found what is looked for now.
 */
export function useFoundForms(workspaceId: string | undefined, view: FormsView) {
  const { sort } = view
  const wanted = view.search.trim()
  const [search] = useDebouncedValue(wanted, REST_MS)
  const newest = useForms(workspaceId)
  const isWhole = newest.data !== undefined && !newest.hasNextPage
  const asks = newest.hasNextPage && (search !== '' || sort !== 'changed')
  const found = useInfiniteQuery({
    ...formsQuery(workspaceId, { search, sort }),
    enabled: asks,
    placeholderData: keepPreviousData,
  })
  // what is shown stays until the first answer is here
  const query = asks && !found.isPending ? found : newest
  return { query, isWhole, isSettled: isWhole || (search === wanted && !query.isFetching) }
}

/** One form by slug or id. */
function formQuery(slug: string) {
  return queryOptions({
    queryKey: ['forms', 'one', slug],
    queryFn: async ({ signal, client }) => {
      const form = (await api.get<Single<Form>>(`/api/forms/${slug}`, signal)).data
      // Asked for by an older address: its page goes on at the newest one without asking again.
      if (form.slug !== slug) client.setQueryData<Form>(['forms', 'one', form.slug], form)
      return form
    },
  })
}

/** One form by slug or id. */
export function useForm(slug: string) {
  return useQuery(formQuery(slug))
}

/** A form that a page asks for, for what stands around that page: as soon as it is known, without asking again. */
export function useKnownForm(slug: string | undefined): Form | undefined {
  return useQuery({ ...formQuery(slug ?? ''), enabled: false }).data
}

/** Reads lists and single forms anew, after something about a form changed. */
export function refreshForms(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['forms'] })
}

/** Makes a form in a workspace. */
export function useCreateForm() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (input: { workspaceId: string; title?: string; blocks?: Block[]; example?: true }) => {
      const { workspaceId, ...body } = input
      return (await api.post<Single<Form>>(`/api/workspaces/${workspaceId}/forms`, body)).data
    },
    onSuccess: () => refreshForms(client),
  })
}

/** Makes another form like this one, in the same workspace. */
export function useDuplicateForm() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (slug: string) => (await api.post<Single<Form>>(`/api/forms/${slug}/copies`, {})).data,
    onSuccess: () => refreshForms(client),
  })
}

const DELETION = ['forms', 'deletion']

/** Deletes a form. */
export function useDeleteForm() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: DELETION,
    mutationFn: (slug: string) => api.delete(`/api/forms/${slug}`),
    onSuccess: () => client.invalidateQueries({ queryKey: ['forms', 'list'] }),
  })
}

/** How many forms were deleted here lately, or are just being deleted. */
export function useDeletions(): number {
  const filters = { mutationKey: DELETION, predicate: ({ state }: Mutation) => state.status !== 'error' }
  return useMutationState({ filters }).length
}

/** Gives a form another public address; the old one keeps leading to it. */
export function useChangeSlug(slug: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (next: string) =>
      (await api.put<Single<Form>>(`/api/forms/${slug}/slug`, { slug: next })).data,
    onSuccess: () => refreshForms(client),
  })
}

/** Sets the password that a form asks its visitors for, or takes it away (null). It works at once. */
export function useSetFormPassword(slug: string) {
  const client = useQueryClient()
  const path = `/api/forms/${slug}/password`
  return useMutation({
    mutationFn: (password: string | null) =>
      password === null ? api.delete(path) : api.put(path, { password }),
    // also after a failure: the answer may be what was lost
    onSettled: () => refreshForms(client),
  })
}
