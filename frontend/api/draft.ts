import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Single } from '../../api_types/answer.ts'
import type { Check, Draft, DraftOp, DraftSaved, PageWeight, Publication } from '../../api_types/drafts.ts'
import { api, withQuery } from './client.ts'
import { refreshForms } from './forms.ts'

/** What was not answered by then is lost on the way, and worth another try. */
const SLOWEST_MS = 60_000

/** Saves operations on top of the revision `base`. `leaving`: the page is going away, the request is not. */
export async function saveDraft(
  slug: string,
  base: number,
  ops: DraftOp[],
  leaving = false,
): Promise<DraftSaved> {
  const path = `/api/forms/${slug}/draft`
  const patience = AbortSignal.timeout(SLOWEST_MS)
  return (await api.patch<Single<DraftSaved>>(path, { base, ops }, { signal: patience, keepalive: leaving }))
    .data
}

/** What others changed since a revision. */
export async function draftChanges(slug: string, since: number): Promise<Draft> {
  const path = withQuery(`/api/forms/${slug}/draft/changes`, { since })
  return (await api.get<Single<Draft>>(path, AbortSignal.timeout(SLOWEST_MS))).data
}

/**
 * The whole draft, asked for a moment before its editor opens: when somebody points at the link that leads there. What
 * the editor takes it takes out of the cache, and what nobody takes is soon gone.
 */
export function draftQuery(formId: string) {
  return queryOptions({
    queryKey: ['draft', formId],
    staleTime: 5_000,
    gcTime: 10_000,
    retry: false,
    networkMode: 'always',
    queryFn: () => draftChanges(formId, 0),
  })
}

/** The check before publishing, of the draft as it is at `revision` or later. */
export function checkQuery(slug: string, revision: number) {
  return queryOptions({
    queryKey: ['check', slug, revision],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => (await api.get<Single<Check>>(`/api/forms/${slug}/check`, signal)).data,
  })
}

/** What the public page of the draft weighs as it is at `revision`; null where it cannot be published yet. */
export function weightQuery(slug: string, revision: number) {
  return queryOptions({
    queryKey: ['weight', slug, revision],
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await api.get<Single<PageWeight | null>>(`/api/forms/${slug}/weight`, signal)).data,
  })
}

/** Publishes the draft as it is at `revision`. */
export function usePublish(slug: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: { revision: number; note?: string }) =>
      (await api.post<Single<Publication>>(`/api/forms/${slug}/publication`, body)).data,
    onSuccess: () => refreshForms(client),
  })
}

/** Takes the form off the air: its address answers as if it did not exist. */
export function useUnpublish(slug: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api.delete(`/api/forms/${slug}/publication`),
    onSuccess: () => refreshForms(client),
  })
}

/** Closes the form for new submissions, or opens it again. */
export function useClosure(slug: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (closed: boolean) =>
      closed ? api.post(`/api/forms/${slug}/closure`) : api.delete(`/api/forms/${slug}/closure`),
    onSuccess: () => refreshForms(client),
  })
}
