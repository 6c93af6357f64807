import { queryOptions } from '@tanstack/react-query'
import type { Unusable } from '../../api_types/plugins.ts'
import { api } from './client.ts'

/** Plugins that the server has and cannot use, until it starts anew. */
export const unusableQuery = queryOptions({
  queryKey: ['unusable-plugins'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => (await api.get<Unusable>('/api/plugins/unusable', signal)).data,
})
