import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AccessToken, NewAccessToken, Scope } from '../../api_types/access_tokens.ts'
import type { Page, Single } from '../../api_types/answer.ts'
import { api } from './client.ts'

/** What a new access token is asked for with. */
export interface AskedToken {
  name: string
  scopes: Scope[]
  expires_at: string | null
}

/** The access tokens of a workspace that the person may see, and what can be done with them. */
export function useAccessTokens(workspaceId: string) {
  const client = useQueryClient()
  const path = `/api/workspaces/${workspaceId}/access-tokens`
  const key = ['access-tokens', workspaceId]
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api.get<Page<AccessToken>>(path, signal)).data,
  })
  const onSuccess = () => client.invalidateQueries({ queryKey: key })
  const make = useMutation({
    mutationFn: async (asked: AskedToken) => (await api.post<Single<NewAccessToken>>(path, asked)).data,
    onSuccess,
    // the token itself is not kept once nobody shows it
    gcTime: 0,
  })
  const revoke = useMutation({ mutationFn: (id: string) => api.delete(`${path}/${id}`), onSuccess })
  return { query, make, revoke }
}
