import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import type { Filter } from '../../../api_types/submissions.ts'

const NO_FILTERS: readonly Filter[] = []

/** What the table is narrowed to: what is typed into the search, once typing rests, and the filters. */
export function useView() {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const [filters, setFilters] = useState(NO_FILTERS)
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
