import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useMemo, useState } from 'react'
import { useNavigationType, useSearchParams } from 'react-router'
import type { Filter } from '../../../api_types/submissions.ts'
import type { SubmissionView } from '../../api/submissions.ts'
import { VERSION } from '../forms/version_path.ts'
import { viewIn, withView } from './view_in_address.ts'

const NO_FILTERS: readonly Filter[] = []

/**
 * What the table is narrowed to: what is typed into the search, once typing rests, and the filters. The address keeps it,
 * so that Back, a reload and whoever is sent the link find it again; where a link or the history leads elsewhere, the view
 * follows.
 */
export function useView() {
  const [params, setParams] = useSearchParams()
  const ours = useNavigationType() === 'REPLACE'
  const [shown, setShown] = useState(() => viewIn(params))
  useEffect(() => {
    // of our own changes the last may be further than the address that has just come
    if (ours) return
    const said = viewIn(params)
    setShown((before) => (addressOf(said) === addressOf(before) ? before : said))
    // from here on a filter says it: it would come back when that was taken away
    if (params.has(VERSION)) setParams(withView(params, said), { replace: true })
  }, [ours, params, setParams])
  const change = (part: Partial<SubmissionView>) => {
    const next = { ...shown, ...part }
    setShown(next)
    setParams(withView(params, next), { replace: true, preventScrollReset: true })
  }
  const { search: typed, filters } = shown
  const [search] = useDebouncedValue(typed.trim(), 250)
  const view = useMemo(() => ({ search, filters }), [search, filters])
  return {
    view,
    narrowed: search !== '' || filters.length > 0,
    typed,
    setTyped: (text: string) => change({ search: text }),
    setFilters: (next: readonly Filter[]) => change({ filters: next }),
    showAll: () => change({ search: '', filters: NO_FILTERS }),
  }
}

function addressOf(view: SubmissionView): string {
  return withView(new URLSearchParams(), view).toString()
}
