import { useQuery } from '@tanstack/react-query'
import { api } from './client.ts'

/** What this server offers; more is told than is read here. */
interface Features {
  /** who may make an account: everybody, those with an invitation, nobody */
  registration: 'open' | 'invited' | 'closed'
  /** whether whoever forgot a password is sent a link */
  resets_by_mail: boolean
}

/** What this server offers. */
export function useFeatures() {
  return useQuery({
    queryKey: ['features'],
    staleTime: Infinity,
    queryFn: ({ signal }) => api.get<Features>('/api/content/feature-flags', signal),
  })
}
