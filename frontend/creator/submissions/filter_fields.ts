import { useMemo } from 'react'
import { fields } from 'virtual:plugins'
import type { SubmissionColumn } from '../../api/submissions.ts'
import type { Comparable } from '../logic/conditions.ts'
import { fieldLogic } from '../plugins/comparable.ts'
import { useDraftFields } from '../plugins/draft_fields.ts'

/** The fields of a table that it can be narrowed by. Operators and options are those of the draft, the newest there are. */
export function useFilterFields(
  slug: string,
  columns: readonly SubmissionColumn[] | undefined,
): Comparable[] {
  const draft = useDraftFields(slug)
  return useMemo(() => {
    const found = new Map<string, Comparable>()
    for (const { block, kind, label } of columns ?? []) {
      const plugin = fields[kind]
      if (!plugin || found.has(block)) continue
      const drafted = draft.find((field) => field.id === block && field.kind === kind)
      found.set(block, { ...(drafted ?? fieldLogic(plugin, {})), id: block, label })
    }
    return [...found.values()]
  }, [columns, draft])
}
