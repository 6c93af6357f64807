import { useMemo } from 'react'
import type { SubmissionPage } from '../../api/submissions.ts'
import type { Comparable } from '../logic/conditions.ts'

/**
 * The fields of a table that it can be narrowed by, in the order of its columns. Operators and options are those of the
 * newest version, with the options that only earlier ones have.
 */
export function useFilterFields(first: SubmissionPage['data'] | undefined): Comparable[] {
  return useMemo(() => {
    const found = new Map<string, Comparable>()
    for (const { block, label } of first?.columns ?? []) {
      const field = first?.fields?.[block]
      if (field && !found.has(block)) found.set(block, { ...field, id: block, label })
    }
    return [...found.values()]
  }, [first])
}
