import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Page, Single } from '../../api_types/answer.ts'
import type { SubmissionExport, ExportRequest } from '../../api_types/submissions.ts'
import { api } from './client.ts'

/** How often to look how far those under way are, in milliseconds. */
const LOOK = 1_000

/** True while the server has something to do for it. */
export function isUnderWay({ status }: SubmissionExport): boolean {
  return status === 'waiting' || status === 'running'
}

/** The person's own exports of a form in the last days, newest first; how far they are is asked again and again. */
export function useExports(form: { id: string; slug: string }) {
  return useQuery({
    queryKey: ['exports', form.id],
    queryFn: async ({ signal }) =>
      (await api.get<Page<SubmissionExport>>(`/api/forms/${form.slug}/exports`, signal)).data,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? LOOK : false),
  })
}

/** Asks for an export of a view. */
export function useAskForExport(form: { id: string; slug: string }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (request: ExportRequest) =>
      (await api.post<Single<SubmissionExport>>(`/api/forms/${form.slug}/exports`, request)).data,
    onSuccess: (made) =>
      client.setQueryData<SubmissionExport[]>(['exports', form.id], (known = []) => [made, ...known]),
  })
}

/** Ends an export that is under way, or removes its file. */
export function useRemoveExport(form: { id: string; slug: string }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.delete(`/api/forms/${form.slug}/exports/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['exports', form.id] }),
  })
}
