import { skipToken, useQuery, type QueryClient } from '@tanstack/react-query'

const NONE: ReadonlySet<string> = new Set()

function keyOf(formId: string): readonly string[] {
  return ['submissions', formId, 'deleted']
}

/**
 * The submissions of a form that are known to be deleted, by id. They are taken out of every list where it is drawn:
 * what was read before may still be on its way.
 */
export function useDeletedSubmissions(formId: string): ReadonlySet<string> {
  const { data = NONE } = useQuery<ReadonlySet<string>>({
    queryKey: keyOf(formId),
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  return data
}

/** Remembers that a submission is deleted. */
export function markDeleted(client: QueryClient, formId: string, id: string): void {
  client.setQueryData<ReadonlySet<string>>(keyOf(formId), (known = NONE) => new Set(known).add(id))
}

/** Forgets that a submission is deleted: it was restored. */
export function unmarkDeleted(client: QueryClient, formId: string, id: string): void {
  client.setQueryData<ReadonlySet<string>>(keyOf(formId), (known = NONE) => {
    return new Set([...known].filter((one) => one !== id))
  })
}
