import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FieldResults } from '@formwright/kit/found'
import { fields } from './fields.ts'

/** How the kind shows answers; loaded once. Null when it is not installed any more. */
function resultsQuery(kind: string) {
  return {
    queryKey: ['results', kind],
    staleTime: Infinity,
    gcTime: Infinity,
    queryFn: async (): Promise<FieldResults | null> => (await fields[kind]?.results()) ?? null,
  }
}

/** How one kind shows answers: undefined while that is loaded, null when it cannot be had. */
export function useResults(kind: string): FieldResults | null | undefined {
  const { data, isError } = useQuery(resultsQuery(kind))
  return isError ? null : data
}

/** How several kinds show answers, as far as that is loaded. The same map until one more is there. */
export function useAllResults(kinds: readonly string[]): ReadonlyMap<string, FieldResults> {
  const loaded = useQueries({ queries: kinds.map(resultsQuery), combine: dataOf })
  return useMemo(() => {
    const found = new Map<string, FieldResults>()
    for (const [index, kind] of kinds.entries()) {
      const results = loaded[index]
      if (results) found.set(kind, results)
    }
    return found
  }, [kinds, loaded])
}

function dataOf(
  queries: readonly { data: FieldResults | null | undefined }[],
): (FieldResults | null | undefined)[] {
  return queries.map((query) => query.data)
}
