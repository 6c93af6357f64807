import type { Content, DraftOp } from '../../../../api_types/drafts.ts'

/** A row at one moment, without its identity and revision. */
export interface RowState {
  kind: string
  /** the section that it stands in; null at the top */
  parent: string | null
  position: string
  content: Content | null
}

/** A sentence about each part of a row's content that is named. */
export type Parts = Readonly<Record<string, string>>

/** A change a person makes here. Without a `parent` the block stays in the section in which it stands. */
export type Op =
  PutOp | { op: 'move'; id: string; parent?: string | null; position: string } | { op: 'remove'; id: string }

/** Gives a block this content, or makes it. */
export interface PutOp {
  op: 'put'
  id: string
  kind: string
  parent?: string | null
  position: string
  content: Content
}

/** A change as it travels. */
export type WireOp = DraftOp & { base: number }

const SETTINGS = 'settings.'

/** Rows of this kind hold form settings, not blocks of the page. */
export function isSettingsKind(kind: string): boolean {
  return kind.startsWith(SETTINGS)
}
