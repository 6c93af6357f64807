import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api_error.ts'

/** The cache of server state. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // What the server has decided does not get better by asking again; a lost connection does.
        retry: (count, error) =>
          count < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
      },
      mutations: { networkMode: 'always' },
    },
  })
}
