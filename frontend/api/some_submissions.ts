import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { SubmissionPage } from '../../api_types/submissions.ts'
import { api, withQuery } from './client.ts'

/** So many are offered; who looks for another one types more of it. */
const OFFERED = 20

/** A submission to choose: when it came, and what its first answers say. */
export interface SomeSubmission {
  id: string
  received_at: string
  words: string
}

/** The latest submissions of a form, or the latest that say this. */
export function useSomeSubmissions(slug: string, search: string) {
  return useQuery({
    queryKey: ['some-submissions', slug, search],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<SomeSubmission[]> => {
      const path = withQuery(`/api/forms/${slug}/submissions`, { search, limit: OFFERED })
      const { data } = await api.get<SubmissionPage>(path, signal)
      return data.rows.map(({ id, received_at, cells }) => ({
        id,
        received_at,
        words: cells
          .filter((cell) => typeof cell === 'string' || typeof cell === 'number')
          .slice(0, 2)
          .join(', ')
          .slice(0, 80),
      }))
    },
  })
}
