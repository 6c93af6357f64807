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
  note(client, formId, id, true)
}

/** Forgets that a submission is deleted: it was restored. */
export function unmarkDeleted(client: QueryClient, formId: string, id: string): void {
  note(client, formId, id, false)
}

/** What becomes known in quick succession is drawn together: a long table takes its time each time. In milliseconds. */
const TOGETHER = 150

/** What is to be drawn next, by form: whether a submission is deleted, by id. */
const waiting = new Map<string, Map<string, boolean>>()

function note(client: QueryClient, formId: string, id: string, deleted: boolean): void {
  const others = waiting.get(formId)
  if (others) others.set(id, deleted)
  else draw(client, formId, [[id, deleted]])
}

/** Draws what is known now; what becomes known soon after waits for the next time. */
function draw(client: QueryClient, formId: string, known: Iterable<readonly [string, boolean]>): void {
  client.setQueryData<ReadonlySet<string>>(keyOf(formId), (before = NONE) => {
    const next = new Set(before)
    for (const [id, deleted] of known) {
      if (deleted) next.add(id)
      else next.delete(id)
    }
    return next
  })
  const others = new Map<string, boolean>()
  waiting.set(formId, others)
  setTimeout(() => {
    waiting.delete(formId)
    if (others.size > 0) draw(client, formId, others)
  }, TOGETHER)
}
