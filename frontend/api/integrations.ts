import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { Condition } from '../../engine/document/document.ts'
import { api, withQuery, type Page, type Single } from './client.ts'

/** A configured receiver of a form's events. */
export interface Integration {
  id: string
  kind: string
  /** false when its plugin is not installed any more, or cannot read what is stored */
  known: boolean
  v: number
  name: string
  settings: Record<string, unknown>
  summary: string
  events: string[]
  condition: Condition | null
  enabled: boolean
  paused: { at: string; reason: string | null } | null
  failing_since: string | null
  failed_deliveries: number
  /** for an attempt that is to come */
  waiting_deliveries: number
  has_secret: boolean
  created_at: string
  updated_at: string
}

/** What can be set of an integration. */
export interface IntegrationInput {
  name?: string
  settings?: Record<string, unknown>
  events?: string[]
  condition?: Condition | null
  enabled?: boolean
}

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'cancelled'

/** The hand-over of one event to one integration. */
export interface Delivery {
  id: string
  event: string
  submission_id: string | null
  test: boolean
  status: DeliveryStatus
  reason: string | null
  attempts: number
  next_attempt_at: string | null
  occurred_at: string
  created_at: string
  finished_at: string | null
}

/** One attempt of a delivery; secrets in request and response are masked. */
export interface DeliveryAttempt {
  number: number
  started_at: string
  finished_at: string | null
  request: unknown
  response: unknown
  outcome: string | null
  reason: string | null
}

/** A delivery with the body that is sent, and with what was said at each attempt, newest first. */
export interface DeliveryLog extends Delivery {
  body: string | null
  log: DeliveryAttempt[]
}

/** A signing secret, in the one answer that holds it. */
export interface NewSecret {
  secret: string
  /** until when the one before signs too */
  previous_until: string | null
}

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

/** Adds an integration; the answer holds its signing secret, if it has one. */
export function useAddIntegration(slug: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (input: IntegrationInput & { kind: string }) =>
      (await api.post<Single<Integration & { secret: string | null }>>(path(slug), input)).data,
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
  return useMutation({
    mutationFn: async () => (await api.post<Single<NewSecret>>(`${path(slug, id)}/secret`)).data,
  })
}

/** Sends an example event; the answer is its delivery. */
export function useSendTest(slug: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => (await api.post<Single<DeliveryLog>>(`${path(slug, id)}/test`)).data,
    onSuccess: () => refresh(client, slug),
  })
}

/** The log of an integration, newest first. */
export function useDeliveries(slug: string, id: string, status: DeliveryStatus | undefined) {
  return useInfiniteQuery({
    queryKey: ['integrations', slug, id, 'deliveries', status],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<Delivery>>(
        withQuery(`${path(slug, id)}/deliveries`, { cursor: pageParam, status }),
        signal,
      ),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
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

/** Sends all failed deliveries again. */
export function useReplayFailed(slug: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api.post(`${path(slug, id)}/replays`),
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
  return () => void refresh(client, slug)
}
