import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api_error.ts'

/** The cache of server state. `onUnauthorized` runs when a signed-in person's session turns out to have ended. */
export function makeQueryClient(onUnauthorized: () => void): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 401 && client.getQueryData(['user'])) onUnauthorized()
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
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
  return client
}
