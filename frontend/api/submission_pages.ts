import type { InfiniteData } from '@tanstack/react-query'
import type { SubmissionPage, SubmissionRow } from '../../api_types/submissions.ts'
import { api, withQuery } from './client.ts'
import { isDownTo } from './newest_first.ts'
import { allSettings, viewQuery, type SubmissionView } from './submissions.ts'

/** The pages of a view that were read, newest rows first. */
export type LoadedPages = InfiniteData<SubmissionPage, string | undefined>

/** how many rows are read at a time */
export const PAGE = 200
/** As many at a time are read when all that are loaded are read again: what the server gives at most. */
export const AGAIN = 500

/** Reads a view from the server. */
export interface PageReader {
  page(cursor: string | undefined, limit?: number, signal?: AbortSignal): Promise<SubmissionPage>
  /** The view from its newest row down to this one, as one page; without a row its first page. */
  downTo(row: SubmissionRow | undefined): Promise<SubmissionPage>
}

/** Reads the view of the form with this slug. */
export function pageReader(slug: string, view: SubmissionView): PageReader {
  const page: PageReader['page'] = (cursor, limit = PAGE, signal) => {
    const asked = { cursor, limit, ...viewQuery(view) }
    return api.get<SubmissionPage>(withQuery(`/api/forms/${slug}/submissions`, asked), signal)
  }
  return {
    page,
    async downTo(row) {
      let read = await page(undefined, row ? AGAIN : PAGE)
      while (row && read.next_cursor !== null && !reaches(read, row)) {
        const more = await page(read.next_cursor, AGAIN)
        const rows = [...read.data.rows, ...more.data.rows]
        const { looked_back_to } = more.data
        read = {
          data: { ...read.data, rows, settings: allSettings([read, more]), looked_back_to },
          next_cursor: more.next_cursor,
        }
      }
      return read
    },
  }
}

/** All rows of these pages. */
export function rowsOf(loaded: { pages: readonly SubmissionPage[] } | undefined): SubmissionRow[] {
  return loaded?.pages.flatMap((page) => page.data.rows) ?? []
}

/** Whether a page, or what was looked through for it, goes down to this row. */
function reaches({ data }: SubmissionPage, row: SubmissionRow): boolean {
  const { rows, looked_back_to: down } = data
  return isDownTo(row, rows) || (down !== null && down < row.received_at)
}
