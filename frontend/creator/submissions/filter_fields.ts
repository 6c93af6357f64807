import { useMemo } from 'react'
import type { SubmissionPage } from '../../../api_types/submissions.ts'
import { RECEIVED_ADDRESS, VERSION_ADDRESS } from '../../../engine/document/submission_addresses.ts'
import { blockOf } from '../../../engine/logic/references.ts'
import { labelOfPart } from '../logic/comparables.ts'
import type { Comparable } from '../logic/conditions.ts'

/**
 * What a table can be narrowed by: its fields and their parts, in the order of its columns. Operators and options are those
 * of the newest version, with the options that only earlier ones have.
 */
export function useFilterFields(first: SubmissionPage['data'] | undefined): Comparable[] {
  return useMemo(() => {
    const headings = new Map<string, string>()
    for (const { block, heading } of first?.columns ?? [])
      if (!headings.has(block)) headings.set(block, heading)
    const places = [...headings.keys()]
    // what is no field comes last
    const placeOf = ({ id }: Comparable) =>
      (places.indexOf(blockOf(id)) + places.length + 1) % (places.length + 1)
    return Object.entries(first?.fields ?? {})
      .flatMap(([id, { label, ...field }]): Comparable[] => {
        if (id === VERSION_ADDRESS || id === RECEIVED_ADDRESS) return [{ ...field, id, label: label ?? '' }]
        const heading = headings.get(blockOf(id))
        if (heading === undefined) return []
        return [{ ...field, id, label: label === undefined ? heading : labelOfPart(heading, label) }]
      })
      .sort((a, b) => placeOf(a) - placeOf(b))
  }, [first])
}
