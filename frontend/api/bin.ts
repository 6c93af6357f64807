import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Page, Single } from '../../api_types/answer.ts'
import type { DeletedForm, Form } from '../../api_types/forms.ts'
import { api, withQuery } from './client.ts'
import { refreshForms } from './forms.ts'

const path = (workspaceId: string | undefined) => `/api/workspaces/${workspaceId}/bin`

/** Deleted forms of one workspace, the last one first, page by page. */
export function useBin(workspaceId: string | undefined) {
  return useInfiniteQuery({
    queryKey: ['forms', 'bin', workspaceId],
    enabled: workspaceId !== undefined,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<DeletedForm>>(withQuery(path(workspaceId), { cursor: pageParam }), signal),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
}

/** Takes a form out of the bin. */
export function useRestoreForm() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ workspaceId, id }: { workspaceId: string; id: string }) =>
      (await api.post<Single<Form>>(`${path(workspaceId)}/${id}/restoration`, {})).data,
    onSettled: () => refreshForms(client),
  })
}

/** Deletes a form of the bin for good; without an id all of them. */
export function useDeleteForGood() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ workspaceId, id }: { workspaceId: string; id?: string }) =>
      api.delete(id === undefined ? path(workspaceId) : `${path(workspaceId)}/${id}`),
    onSettled: () => refreshForms(client),
  })
}
