import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FormSummary } from '../../api_types/submissions.ts'
import { api, withQuery } from './client.ts'
import { useFormEvents } from './form_events.ts'
import { useReadAgain } from './read_again.ts'
import { viewQuery, type SubmissionView } from './submissions.ts'

/** What happens is counted this much later, together with what happens until then: a count reads many submissions. */
const SETTLE_MS = 2_000

/**
 * What the submissions of a view say together, while it is `wanted`, as it stands. The last ones stay until those of
 * another view are there.
 */
export function useSummary(form: { id: string; slug: string }, view: SubmissionView, wanted: boolean) {
  const queryKey = ['submissions', form.id, 'summary']
  const countAgain = useReadAgain(queryKey, SETTLE_MS)
  useFormEvents(form.id, ({ name }) => {
    if (name !== 'draft' && name !== 'deliveries') countAgain()
  })
  return useQuery({
    enabled: wanted,
    queryKey: [...queryKey, view],
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const path = withQuery(`/api/forms/${form.slug}/summary`, viewQuery(view))
      return (await api.get<FormSummary>(path, signal)).data
    },
  })
}
