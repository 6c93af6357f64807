import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FormSummary } from '../../api_types/submissions.ts'
import { api, withQuery } from './client.ts'
import { viewQuery, type SubmissionView } from './submissions.ts'

/** What the submissions of a view say together, while it is `wanted`. The last ones stay until those of another view are there. */
export function useSummary(form: { id: string; slug: string }, view: SubmissionView, wanted: boolean) {
  return useQuery({
    enabled: wanted,
    queryKey: ['submissions', form.id, 'summary', view],
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const path = withQuery(`/api/forms/${form.slug}/summary`, viewQuery(view))
      return (await api.get<FormSummary>(path, signal)).data
    },
  })
}
