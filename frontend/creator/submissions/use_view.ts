import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks'
import { useEffect, useMemo, useState } from 'react'
import { useNavigationType, useSearchParams } from 'react-router'
import type { Filter } from '../../../api_types/submissions.ts'
import type { SubmissionView } from '../../api/submissions.ts'
import { VERSION } from '../forms/version_path.ts'
import { viewIn, withView } from './view_in_address.ts'

/** Typing rests when it has for so many milliseconds. */
const REST_MS = 250

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
  const write = (next: SubmissionView) =>
    setParams(withView(params, next), { replace: true, preventScrollReset: true })
  // browsers take an address only so often (Safari throws beyond 100 in 30 s)
  const writeSoon = useDebouncedCallback(write, REST_MS)
  useEffect(() => {
    // of our own changes the last may be further than the address that has just come
    if (ours) return
    writeSoon.cancel()
    const said = viewIn(params)
    setShown((before) => (addressOf(said) === addressOf(before) ? before : said))
    // from here on a filter says it: it would come back when that was taken away
    if (params.has(VERSION)) setParams(withView(params, said), { replace: true })
  }, [ours, params, setParams, writeSoon])
  const change = (part: Partial<SubmissionView>) => {
    const next = { ...shown, ...part }
    setShown(next)
    if (part.filters) {
      writeSoon.cancel()
      write(next)
    } else writeSoon(next)
  }
  const { search: typed, filters } = shown
  const [search] = useDebouncedValue(typed.trim(), REST_MS)
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
