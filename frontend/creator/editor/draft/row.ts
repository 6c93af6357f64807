import type { Json } from '../../../../engine/document/document.ts'

/** What a row holds: a block without id and kind, or a group of form settings. */
export type Content = { [name: string]: Json }

/** A row of the draft as the server sends it; `content` is null once the block was removed. */
export interface DraftRow {
  block_id: string
  kind: string
  revision: number
  position: string
  content: Content | null
}

/** A row at one moment, without its identity and revision. */
export interface RowState {
  kind: string
  position: string
  content: Content | null
}

/** A change a person makes here. */
export type Op =
  | { op: 'put'; id: string; kind: string; position: string; content: Content }
  | { op: 'move'; id: string; position: string }
  | { op: 'remove'; id: string }

/** A change as it travels; `base` is the revision of the row it was made on. */
export type WireOp =
  | { op: 'put'; block_id: string; kind: string; position: string; content: Content; base: number }
  | { op: 'move'; block_id: string; position: string; base: number }
  | { op: 'remove'; block_id: string; base: number }

const SETTINGS = 'settings.'

/** Rows of this kind hold form settings, not blocks of the page. */
export function isSettingsKind(kind: string): boolean {
  return kind.startsWith(SETTINGS)
}
