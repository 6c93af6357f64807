import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { FormSummary } from '../../api_types/submissions.ts'
import { api, withQuery } from './client.ts'
import { useFormEvents } from './form_events.ts'
import { viewQuery, type SubmissionView } from './submissions.ts'

/** What happens is counted this much later, together with what happens until then: a count reads many submissions. */
const SETTLE_MS = 2_000

/**
 * What the submissions of a view say together, while it is `wanted`, as it stands. The last ones stay until those of
 * another view are there.
 */
export function useSummary(form: { id: string; slug: string }, view: SubmissionView, wanted: boolean) {
  const client = useQueryClient()
  const queryKey = ['submissions', form.id, 'summary']
  const due = useRef<ReturnType<typeof setTimeout>>(undefined)
  const countAgain = () => {
    due.current ??= setTimeout(() => {
      due.current = undefined
      // one that is on its way is not begun anew: in a busy time it would never come
      if (client.isFetching({ queryKey }) > 0) countAgain()
      else void client.invalidateQueries({ queryKey })
    }, SETTLE_MS)
  }
  useEffect(() => () => clearTimeout(due.current), [])
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
