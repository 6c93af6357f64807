import { useMemo } from 'react'
import { fields } from 'virtual:plugins'
import { allSettings, type SubmissionColumn, type SubmissionPage } from '../../api/submissions.ts'
import type { Comparable } from '../logic/conditions.ts'
import { fieldLogic } from '../plugins/comparable.ts'
import { useDraftFields } from '../plugins/draft_fields.ts'

const NO_PAGES: readonly SubmissionPage[] = []

/**
 * The fields of a table that it can be narrowed by. Operators and options are those of the draft, the newest there are;
 * those of a field that was deleted there are of the newest version among the pages.
 */
export function useFilterFields(
  slug: string,
  columns: readonly SubmissionColumn[] | undefined,
  pages: readonly SubmissionPage[] = NO_PAGES,
): Comparable[] {
  const draft = useDraftFields(slug)
  return useMemo(() => {
    const found = new Map<string, Comparable>()
    const versions = Object.entries(allSettings(pages)).sort(([one], [other]) => Number(other) - Number(one))
    for (const { block, kind, label } of columns ?? []) {
      const plugin = fields[kind]
      if (!plugin || found.has(block)) continue
      const drafted = draft.find((field) => field.id === block && field.kind === kind)
      const logic = drafted ?? fieldLogic(plugin, versions.find(([, own]) => own[block])?.[1][block] ?? {})
      found.set(block, { ...logic, id: block, label })
    }
    return [...found.values()]
  }, [columns, draft, pages])
}
