import { FIRST_PAGE } from '../../../../engine/document/document.ts'
import type { RowView } from '../draft/row_view.ts'
import { familyOf, type Kinds } from './kinds.ts'

/** A page of the form as the editor lists it. */
export interface PageOutline {
  /** `start`, or the id of the page-break that begins it */
  id: string
  number: number
  /** blocks on it, without the page-break, endings left out */
  blocks: string[]
}

/** The pages of a draft, in order. */
export function pagesOf(kinds: Kinds, rows: readonly RowView[]): PageOutline[] {
  let page: PageOutline = { id: FIRST_PAGE, number: 1, blocks: [] }
  const pages = [page]
  for (const row of rows) {
    const family = familyOf(kinds, row.kind)
    if (family === 'page-break') {
      page = { id: row.id, number: page.number + 1, blocks: [] }
      pages.push(page)
    } else if (family !== 'ending') page.blocks.push(row.id)
  }
  return pages
}
