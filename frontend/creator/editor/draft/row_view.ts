import type { Content } from '../../../../api_types/drafts.ts'
import { isDirty, refusalOf, type Entry } from './entry.ts'
import type { Parts, RowState } from './row.ts'

/** A row as the page sees it; a new object whenever it changed. */
export interface RowView {
  id: string
  kind: string
  /** the section that it stands in; null at the top */
  parent: string | null
  position: string
  content: Content
  /** what someone else made of this row meanwhile; null content: they removed it */
  theirs?: RowState
  /** it was removed here, and someone else changed it: shown until one of both is chosen */
  removedHere?: boolean
  /** why the server does not take this row as it is here */
  refusal?: string
  /** what of it the server does not take, and why */
  refusedParts?: Parts
}

/** What is wrong with parts of a row: said until the server takes it, so that it does not come and go while one types. */
export function refusedParts(entry: Entry): Parts | undefined {
  return entry.refused?.parts && isDirty(entry) ? entry.refused.parts : undefined
}

/** What the page sees of an entry; undefined once the row is gone. */
export function viewOf(entry: Entry): RowView | undefined {
  const { id, local, clash, server } = entry
  const parts = refusedParts(entry)
  const refusal = refusalOf(entry)
  const theirs = clash && server ? server : undefined
  if (local.content !== null) {
    return {
      id,
      kind: local.kind,
      parent: local.parent,
      position: local.position,
      content: local.content,
      ...(theirs && { theirs }),
      ...(refusal && { refusal: refusal.reason }),
      ...(parts && { refusedParts: parts }),
    }
  }
  if (theirs?.content) {
    return {
      id,
      kind: theirs.kind,
      parent: theirs.parent,
      position: theirs.position,
      content: theirs.content,
      theirs,
      removedHere: true,
    }
  }
  return undefined
}
