import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { Page, Single } from '../../api_types/answer.ts'
import type {
  Integration,
  IntegrationInput,
  DeliveryStatus,
  EndedSubscription,
  Delivery,
  DeliveryCount,
  DeliveryLog,
  NewIntegration,
  NewSecret,
  IntegrationPreview,
} from '../../api_types/integrations.ts'
import { api, withQuery } from './client.ts'

function path(slug: string, id?: string): string {
  return id === undefined ? `/api/forms/${slug}/integrations` : `/api/forms/${slug}/integrations/${id}`
}

function refresh(client: QueryClient, slug: string): Promise<void> {
  return client.invalidateQueries({ queryKey: ['integrations', slug] })
}

/** The integrations of a form, oldest first. */
export async function listIntegrations(slug: string, signal?: AbortSignal): Promise<Integration[]> {
  return (await api.get<Single<Integration[]>>(path(slug), signal)).data
}

/** The integrations of a form, oldest first. */
export function useIntegrations(slug: string, enabled: boolean) {
  return useQuery({
    queryKey: ['integrations', slug, 'list'],
    enabled,
    queryFn: ({ signal }) => listIntegrations(slug, signal),
  })
}

/** What ended at a form because its program wanted no more, newest first. */
export function useEndedSubscriptions(slug: string, enabled: boolean) {
  return useQuery({
    queryKey: ['integrations', slug, 'ended'],
    enabled,
    queryFn: async ({ signal }) =>
      (await api.get<Page<EndedSubscription>>(`/api/forms/${slug}/ended-subscriptions`, signal)).data,
  })
}

/** Somebody has seen it: it is shown to nobody any more. */
export function useDismissEnded(slug: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.delete(`/api/forms/${slug}/ended-subscriptions/${id}`),
    // also when somebody else was first
    onSettled: () => refresh(client, slug),
  })
}

/** What would arrive with these settings, with invented answers or those of a submission. */
export function usePreview(
  slug: string,
  kind: string,
  settings: Record<string, unknown>,
  submission: string | undefined,
) {
  return useQuery({
    queryKey: ['integration-preview', slug, kind, settings, submission],
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn: async () =>
      (
        await api.post<Single<IntegrationPreview>>(`/api/forms/${slug}/integration-previews`, {
          kind,
          settings,
          submission_id: submission,
        })
      ).data,
  })
}

/** Adds an integration; the answer holds its signing secret, if it has one. */
export function useAddIntegration(slug: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (input: IntegrationInput & { kind: string }) =>
      (await api.post<Single<NewIntegration>>(path(slug), input)).data,
    onSuccess: () => refresh(client, slug),
  })
}

/** Changes what is given. Switching on ends a pause. */
export function useChangeIntegration(slug: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (input: IntegrationInput) =>
      (await api.patch<Single<Integration>>(path(slug, id), input)).data,
    onSuccess: () => refresh(client, slug),
  })
}

/** Removes an integration and its log. */
export function useDeleteIntegration(slug: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api.delete(path(slug, id)),
    onSuccess: () => refresh(client, slug),
  })
}

/** A new signing secret. */
export function useRotateSecret(slug: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => (await api.post<Single<NewSecret>>(`${path(slug, id)}/secret`)).data,
    onSuccess: () => refresh(client, slug),
  })
}

/** Sends an example event, with invented answers or those of a submission; the answer is its delivery. */
export function useSendTest(slug: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (submission?: string) =>
      (await api.post<Single<DeliveryLog>>(`${path(slug, id)}/test`, { submission_id: submission })).data,
    onSuccess: () => refresh(client, slug),
  })
}

/** What the log of an integration is narrowed to. */
export interface LogFilter {
  status?: DeliveryStatus
  event?: string
  origin?: 'new' | 'earlier' | 'test'
  from?: string
  to?: string
  submission?: string
  text?: string
}

/** The log of an integration, newest first. */
export function useDeliveries(slug: string, id: string, filter: LogFilter) {
  return useInfiniteQuery({
    queryKey: ['integrations', slug, id, 'deliveries', filter],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<Delivery>>(
        withQuery(`${path(slug, id)}/deliveries`, { cursor: pageParam, ...filter }),
        signal,
      ),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
}

/** How many deliveries there are with a filter, and how many of them can be sent again. */
export function useDeliveryCount(slug: string, id: string, filter: LogFilter, enabled: boolean) {
  return useQuery({
    queryKey: ['integrations', slug, id, 'delivery-count', filter],
    enabled,
    queryFn: async ({ signal }) =>
      (
        await api.get<Single<DeliveryCount>>(
          withQuery(`${path(slug, id)}/delivery-count`, { ...filter }),
          signal,
        )
      ).data,
  })
}

/** One delivery with its attempts. While it waits it is asked for again, as something may happen at any moment. */
export function useDelivery(slug: string, id: string, delivery: string) {
  return useQuery({
    queryKey: ['integrations', slug, id, 'delivery', delivery],
    queryFn: async ({ signal }) =>
      (await api.get<Single<DeliveryLog>>(`${path(slug, id)}/deliveries/${delivery}`, signal)).data,
    refetchInterval: (query) => (query.state.data?.status === 'pending' ? 3000 : false),
  })
}

/** Sends one delivery again, with the same id and body. */
export function useReplay(slug: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (delivery: string) => api.post(`${path(slug, id)}/deliveries/${delivery}/replay`),
    onSuccess: () => refresh(client, slug),
  })
}

/** Sends many deliveries again: those that failed where the filter names no other state. */
export function useReplayMany(slug: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (filter: LogFilter) => api.post(`${path(slug, id)}/replays`, filter),
    onSuccess: () => refresh(client, slug),
  })
}

/** Makes the next attempt of a waiting delivery now. */
export function useSendNow(slug: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (delivery: string) => api.post(`${path(slug, id)}/deliveries/${delivery}/send`),
    // also when it was refused: it has gone meanwhile
    onSettled: () => refresh(client, slug),
  })
}

/** The same for all deliveries that wait. */
export function useSendWaiting(slug: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api.post(`${path(slug, id)}/sends`),
    onSuccess: () => refresh(client, slug),
  })
}

/** Reads integrations and logs anew, after a delivery has moved on. */
export function useRefreshIntegrations(slug: string): () => void {
  const client = useQueryClient()
  return () => {
    void refresh(client, slug)
    // an attempt may have shown that one is lost
    void client.invalidateQueries({ queryKey: ['connections'] })
  }
}
