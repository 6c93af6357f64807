import type { NamedPerson } from './accounts.ts'
import type { Changes, Content, DraftRow } from './drafts.ts'

/** A version in the history of a form. */
export interface VersionItem {
  /** counts from 1 */
  number: number
  /** what members wrote of it, with the publication or later */
  note: string | null
  /** whether its form was taken back while it was the newest */
  withdrawn: boolean
  /** who published it; null when the account is gone */
  created_by: NamedPerson | null
  /** when it was published */
  created_at: string
}

/** How a version differs from an earlier one. */
export interface VersionChanges extends Changes {
  /** the earlier one; null where there is none, and everything is new */
  since: number | null
}

/** A version as the rows of a draft that is like it, in today's shapes. */
export interface VersionRows {
  /** of the version */
  number: number
  /** its blocks */
  rows: (Omit<DraftRow, 'revision' | 'content'> & {
    /** the block, or the group of form settings, as today's plugins have it */
    content: Content
  })[]
}
