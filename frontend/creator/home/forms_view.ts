import { byName } from '@formwright/kit/by_name'
import type { Form } from '../../../api_types/forms.ts'

export const SORTS = {
  changed: 'Last updated',
  title: 'Title',
  submissions: 'Most submissions',
  answered: 'Last submission',
  created: 'Newest',
} as const
export type Sort = keyof typeof SORTS

/** Whether a text names one of the orders. */
export function isSort(value: string | null): value is Sort {
  return value !== null && Object.hasOwn(SORTS, value)
}

const COMPARE: Record<Sort, (a: Form, b: Form) => number> = {
  changed: (a, b) => b.updated_at.localeCompare(a.updated_at),
  title: (a, b) => byName(a.title, b.title),
  submissions: (a, b) => b.submissions - a.submissions,
  answered: (a, b) => (b.last_submission_at ?? '').localeCompare(a.last_submission_at ?? ''),
  created: (a, b) => b.created_at.localeCompare(a.created_at),
}

/** Forms whose title or address holds every word that was typed, in the chosen order. */
export function formsToShow(forms: readonly Form[], search: string, sort: Sort): Form[] {
  return forms.filter((form) => holdsWords(`${form.title} ${form.slug}`, search)).sort(COMPARE[sort])
}

/** Whether a text holds every word that was typed, whatever their order, case and accents. */
export function holdsWords(text: string, search: string): boolean {
  const words = plain(search).split(/\s+/).filter(Boolean)
  return words.every((word) => plain(text).includes(word))
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
