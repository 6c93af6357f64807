import { operatorsOf } from '@formwright/kit/value'
import type { Filter } from '../../../api_types/submissions.ts'
import { VERSION_ADDRESS } from '../../../engine/document/submission_addresses.ts'
import type { SubmissionView } from '../../api/submissions.ts'
import { VERSION } from '../forms/version_path.ts'

const SEARCH = 'search'
const FILTER = 'filter'

const OPERATORS: ReadonlySet<unknown> = new Set(Object.values(operatorsOf).flat())

/** The view that an address asks for. What is no filter is left out: whether the form knows it, the server says. */
export function viewIn(params: URLSearchParams): SubmissionView {
  const version = Number(params.get(VERSION))
  const ofVersion: Filter[] = version > 0 ? [{ field: VERSION_ADDRESS, op: 'eq', value: version }] : []
  return { search: params.get(SEARCH) ?? '', filters: [...ofVersion, ...filtersIn(params.get(FILTER))] }
}

/**
 * The query of an address with this view. The same view has the same address, in whatever order it came about; what else
 * the address says stays.
 */
export function withView(before: URLSearchParams, { search, filters }: SubmissionView): URLSearchParams {
  const params = new URLSearchParams(before)
  for (const name of [VERSION, SEARCH, FILTER]) params.delete(name)
  if (search !== '') params.set(SEARCH, search)
  if (filters.length > 0) params.set(FILTER, JSON.stringify(filters))
  return params
}

/** The query of another address with the view of this one, and more. */
export function sameView(params: URLSearchParams, more: Readonly<Record<string, string>> = {}): string {
  const query = withView(new URLSearchParams(more), viewIn(params)).toString()
  return query === '' ? '' : `?${query}`
}

function filtersIn(text: string | null): Filter[] {
  if (text === null) return []
  try {
    const read: unknown = JSON.parse(text)
    return Array.isArray(read) ? read.filter(isFilter) : []
  } catch {
    return []
  }
}

function isFilter(read: unknown): read is Filter {
  const { field, op, value, to, zone }: Record<string, unknown> = Object(read)
  return (
    typeof field === 'string' &&
    OPERATORS.has(op) &&
    (Array.isArray(value) ? value.every(isScalar) : value === undefined || isScalar(value)) &&
    (to === undefined || isScalar(to)) &&
    (zone === undefined || typeof zone === 'string')
  )
}

function isScalar(read: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof read)
}
