import { useEffect, useState } from 'react'
import { useNavigationType, useSearchParams } from 'react-router'
import { isSort, type Sort } from './forms_view.ts'

/** What is looked for among the forms, and in which order. */
interface FormsView {
  search: string
  sort: Sort
}

function viewIn(params: URLSearchParams): FormsView {
  const sort = params.get('sort')
  return { search: params.get('search') ?? '', sort: isSort(sort) ? sort : 'changed' }
}

/**
 * The query of an address with this view. What is usual is not said. The same view has the same address, in whatever
 * order it came about and wherever the address was on its way.
 */
export function withView(before: URLSearchParams, { search, sort }: FormsView): URLSearchParams {
  const params = new URLSearchParams(before)
  params.delete('sort')
  params.delete('search')
  if (sort !== 'changed') params.set('sort', sort)
  if (search !== '') params.set('search', search)
  return params
}

/**
 * The view is kept in the address, so that Back and a reload find it again and every tab has its own. What is typed
 * shows at once, and the address follows it; where a link or the history leads elsewhere, the view follows the address.
 */
export function useViewInAddress(): [FormsView, (change: Partial<FormsView>) => void] {
  const [params, setParams] = useSearchParams()
  const ours = useNavigationType() === 'REPLACE'
  const [view, setView] = useState(() => viewIn(params))
  useEffect(() => {
    // of our own changes the last may be further than the address that has just come
    if (!ours) setView(viewIn(params))
  }, [ours, params])
  const change = (part: Partial<FormsView>) => {
    const next = { ...view, ...part }
    setView(next)
    setParams(withView(params, next), { replace: true, preventScrollReset: true })
  }
  return [view, change]
}
