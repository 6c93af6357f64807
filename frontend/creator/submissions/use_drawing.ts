import { useMemo } from 'react'
import type { SubmissionPage } from '../../../api_types/submissions.ts'
import { allSettings } from '../../api/submissions.ts'
import { useAllResults } from '../plugins/results.ts'
import type { CellDrawing } from './answer_cell.tsx'

const NO_PAGES: readonly SubmissionPage[] = []

/** What the cells of these pages are drawn with: the code of their kinds, the settings of their versions. */
export function useDrawing(slug: string, pages: readonly SubmissionPage[] = NO_PAGES): CellDrawing {
  const columns = pages[0]?.data.columns
  const kinds = useMemo(() => [...new Set(columns?.map((column) => column.kind))], [columns])
  const results = useAllResults(kinds)
  return useMemo(() => ({ slug, results, settings: allSettings(pages) }), [slug, results, pages])
}
