import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Filter } from '../../../api_types/submissions.ts'
import { VERSION_ADDRESS } from '../../../engine/document/submission_addresses.ts'
import { VERSION } from '../forms/version_path.ts'

const NO_FILTERS: readonly Filter[] = []

function filtersIn(params: URLSearchParams): readonly Filter[] {
  const version = Number(params.get(VERSION))
  return version > 0 ? [{ field: VERSION_ADDRESS, op: 'eq', value: version }] : NO_FILTERS
}

/** What the table is narrowed to: what is typed into the search, once typing rests, and the filters. */
export function useView() {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const [params, setParams] = useSearchParams()
  const [filters, setFilters] = useState(() => filtersIn(params))
  // from here on the filters say it: the address would bring it back when it was taken away
  useEffect(() => {
    if (!params.has(VERSION)) return
    setParams(
      (before) => {
        before.delete(VERSION)
        return before
      },
      { replace: true },
    )
  }, [params, setParams])
  const view = useMemo(() => ({ search, filters }), [search, filters])
  return {
    view,
    narrowed: search !== '' || filters.length > 0,
    typed,
    setTyped,
    setFilters,
    showAll() {
      setTyped('')
      setFilters(NO_FILTERS)
    },
  }
}
