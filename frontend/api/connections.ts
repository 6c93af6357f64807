import { hashKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Single } from '../../api_types/answer.ts'
import type { Connected, ConnectionFlow, Connections, Disconnected } from '../../api_types/connections.ts'
import type { IntegrationChoices, NewIntegrationChoice } from '../../api_types/integrations.ts'
import { api } from './client.ts'

/** The connections of a workspace, the services there are, and what can be done with them. */
export function useConnections(workspaceId: string, enabled = true) {
  const client = useQueryClient()
  const path = `/api/workspaces/${workspaceId}/connections`
  const key = ['connections', workspaceId]
  const refresh = () => client.invalidateQueries({ queryKey: key })
  const query = useQuery({
    queryKey: key,
    enabled,
    queryFn: async ({ signal }) => (await api.get<Single<Connections>>(path, signal)).data,
  })
  const byToken = useMutation({
    mutationFn: async (given: { service: string; token: string }) =>
      (await api.post<Single<Connected>>(path, given)).data,
    onSuccess: refresh,
    // the token is not kept once nobody shows it
    gcTime: 0,
  })
  const remove = useMutation({
    mutationFn: async (id: string) => (await api.delete<Single<Disconnected>>(`${path}/${id}`)).data,
    onSuccess: refresh,
  })
  return { query, byToken, remove, refresh }
}

/** Where to go to connect by OAuth; `again`: which connection is made once more. */
export async function beginConnection(
  workspaceId: string,
  given: { service: string; again?: string; popup: boolean },
): Promise<string> {
  const { service, again, popup } = given
  const body = { service, popup, ...(again !== undefined && { connection_id: again }) }
  const path = `/api/workspaces/${workspaceId}/connection-flows`
  return (await api.post<Single<ConnectionFlow>>(path, body)).data.address
}

/** Hands on what a service said to somebody who came back. */
export async function finishConnection(service: string, said: URLSearchParams): Promise<Connected> {
  const body = Object.fromEntries(
    ['state', 'code', 'error'].flatMap((name) => {
      const value = said.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
  return (await api.post<Single<Connected>>(`/api/connection-callbacks/${service}`, { state: '', ...body }))
    .data
}

/** What somebody chooses for. */
export interface AskedChoice {
  kind: string
  connection_id: string | null
  name: string
  settings: Record<string, unknown>
}

/** A page of what a setting can be, asked of its service. */
export function useChoices(
  slug: string,
  asked: AskedChoice,
  { search, cursor }: { search: string; cursor: string | undefined },
  enabled: boolean,
) {
  return useQuery({
    queryKey: ['integration-choices', slug, asked, search, cursor],
    enabled,
    // lists of a service change while one looks for something in them
    staleTime: 10_000,
    // while one types, what was found before stays; what was offered for other settings is none of these
    placeholderData: (before, query) =>
      query && hashKey([query.queryKey[2]]) === hashKey([asked]) ? before : undefined,
    queryFn: async () =>
      (
        await api.post<Single<IntegrationChoices>>(`/api/forms/${slug}/integration-choices`, {
          ...asked,
          search,
          ...(cursor !== undefined && { cursor }),
        })
      ).data,
  })
}

/** Makes something new at the service. */
export function useNewChoice(slug: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (asked: AskedChoice & { label: string }) =>
      (await api.post<Single<NewIntegrationChoice>>(`/api/forms/${slug}/integration-choices/new`, asked))
        .data,
    onSuccess: () => client.invalidateQueries({ queryKey: ['integration-choices', slug] }),
  })
}
