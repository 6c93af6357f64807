import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Single } from '../../api_types/answer.ts'
import type { Backfill, EarlierSubmissions, Integration } from '../../api_types/integrations.ts'
import { api } from './client.ts'

function path(slug: string, id: string): string {
  return `/api/forms/${slug}/integrations/${id}`
}

/** How sending earlier submissions stands; null where it was never begun. Asked for again while it goes on. */
export function useBackfill(slug: string, id: string) {
  return useQuery({
    queryKey: ['integrations', slug, id, 'backfill'],
    queryFn: async ({ signal }) =>
      (await api.get<Single<Backfill | null>>(`${path(slug, id)}/backfill`, signal)).data,
    refetchInterval: (query) => (query.state.data?.status === 'running' ? 3000 : false),
  })
}

/**
 * The submissions that an integration has not got, while none are being sent. Counting takes a while, so it is not
 * asked for with each delivery: only when what it depends on has changed.
 */
export function useEarlierSubmissions(slug: string, integration: Integration, backfill: Backfill | null) {
  const { id, condition } = integration
  return useQuery({
    queryKey: ['earlier-submissions', slug, id, condition, backfill?.id, backfill?.status],
    queryFn: async ({ signal }) =>
      (await api.get<Single<EarlierSubmissions>>(`${path(slug, id)}/earlier-submissions`, signal)).data,
  })
}

/** Begins to send them. */
export function useStartBackfill(slug: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => (await api.post<Single<Backfill>>(`${path(slug, id)}/backfill`)).data,
    // also when it was refused: somebody else has begun
    onSettled: () => client.invalidateQueries({ queryKey: ['integrations', slug] }),
  })
}

/** Pauses it, goes on with it, or ends it. */
export function useChangeBackfill(slug: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (change: 'pause' | 'resume' | 'cancel') =>
      (await api.post<Single<Backfill>>(`${path(slug, id)}/backfill/${change}`)).data,
    onSettled: () => client.invalidateQueries({ queryKey: ['integrations', slug] }),
  })
}
