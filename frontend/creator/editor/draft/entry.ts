import type { DraftRow } from '../../../../api_types/drafts.ts'
import type { Op, Parts, RowState, WireOp } from './row.ts'
import { same } from './same.ts'

/** A state the server does not take: why, and what is wrong with parts of it. */
interface Refusal {
  state: RowState
  reason: string
  parts?: Parts
}

/** One row as this browser knows it: what the server holds, what stands here, and what lies between. */
export interface Entry {
  id: string
  /** what the server is known to hold; null when it never had this row */
  server: RowState | null
  /** revision of `server`; 0 without one */
  revision: number
  local: RowState
  /** states that were sent and not answered yet, as the server would serve them: it may hold any of them */
  sent: readonly RowState[]
  /** someone else changed this row too: `server` is theirs, `local` mine, nothing is sent until one is kept */
  clash: boolean
  /** the state the server said it will never take, and why; another state is worth another try */
  refused?: Refusal
  /** how often `local` was changed by others: an undo made before such a change would overwrite it */
  foreign: number
}

/** The entry of a row that came from the server. */
export function entryOf(row: DraftRow): Entry {
  const state = stateOf(row)
  return {
    id: row.block_id,
    server: state,
    revision: row.revision,
    local: state,
    sent: [],
    clash: false,
    foreign: 0,
  }
}

/** The entry of a row that was made here. */
export function newEntry(id: string, local: RowState): Entry {
  return { id, server: null, revision: 0, local, sent: [], clash: false, foreign: 0 }
}

/** The entry once an operation was applied to it here; undefined when there is nothing to apply it to. */
export function applied(op: Op, entry: Entry | undefined): Entry | undefined {
  const parent = op.op === 'remove' || op.parent === undefined ? (entry?.local.parent ?? null) : op.parent
  if (op.op === 'put') {
    const local = { kind: op.kind, parent, position: op.position, content: op.content }
    return entry ? { ...entry, local } : newEntry(op.id, local)
  }
  if (!entry) return undefined
  const local =
    op.op === 'move' ? { ...entry.local, parent, position: op.position } : { ...entry.local, content: null }
  return { ...entry, local }
}

/** The operation that makes a row what it is now. */
export function asItStands(id: string, entry: Entry | undefined): Op {
  if (!entry || entry.local.content === null) return { op: 'remove', id }
  const { kind, parent, position, content } = entry.local
  return { op: 'put', id, kind, parent, position, content }
}

/** A row without identity and revision. */
export function stateOf(row: DraftRow): RowState {
  return { kind: row.kind, parent: row.parent, position: row.position, content: row.content }
}

/** Whether two states say the same; where a removed row stood says nothing. */
export function sameState(a: RowState, b: RowState): boolean {
  if (a.content === null || b.content === null) return a.content === b.content
  return a.kind === b.kind && samePlace(a, b) && same(a.content, b.content)
}

function samePlace(a: RowState, b: RowState): boolean {
  return a.position === b.position && a.parent === b.parent
}

/** Whether something stands here that the server is not known to hold. */
export function isDirty(entry: Entry): boolean {
  if (entry.sent.length > 0) return true
  if (entry.server === null) return entry.local.content !== null
  return !sameState(entry.local, entry.server)
}

/** Why the server does not take what stands here; undefined while it may. */
export function refusalOf(entry: Entry): Refusal | undefined {
  const { refused, local } = entry
  return refused && isDirty(entry) && sameState(refused.state, local) ? refused : undefined
}

/** The operation that brings the server to what stands here. */
export function outgoing(entry: Entry): WireOp | undefined {
  if (entry.clash || !isDirty(entry) || refusalOf(entry) !== undefined) return undefined
  const { id: block_id, local, server, revision: base } = entry
  if (local.content === null) return { op: 'remove', block_id, base }
  const onlyMoved =
    entry.sent.length === 0 &&
    server !== null &&
    server.kind === local.kind &&
    same(server.content, local.content)
  const { kind, parent, position, content } = local
  if (onlyMoved) return { op: 'move', block_id, parent, position, base }
  return { op: 'put', block_id, kind, parent, position, content, base }
}

/**
 * Takes in what the server holds now. Its own echo (a lost reply) is recognised; a move and a change of content by two
 * people are merged; two changes of content are a clash.
 */
export function reconcile(entry: Entry, row: DraftRow): Entry {
  if (row.revision < entry.revision) return entry
  const theirs = stateOf(row)
  const known = { ...entry, server: theirs, revision: row.revision }
  const settled = { ...known, sent: [], clash: false }
  if (sameState(theirs, entry.local)) return settled
  if (entry.clash) return known
  if (entry.sent.some((state) => sameState(state, theirs))) return settled
  // what was sent may still come in
  if (entry.server !== null && sameState(entry.server, theirs)) return known
  if (!isDirty(entry)) return { ...settled, local: theirs, foreign: entry.foreign + 1 }

  const { server: base, local } = entry
  if (base !== null && theirs.content !== null && local.content !== null && theirs.kind === local.kind) {
    if (same(theirs.content, base.content)) {
      if (!samePlace(local, base)) return settled
      const { parent, position } = theirs
      return { ...settled, local: { ...local, parent, position }, foreign: entry.foreign + 1 }
    }
    if (same(local.content, base.content)) {
      const { parent, position } = local
      return { ...settled, local: { ...theirs, parent, position }, foreign: entry.foreign + 1 }
    }
  }
  return { ...known, sent: [], clash: true }
}

/** The server took `state`; what was typed since stays to be sent. */
export function acknowledged(entry: Entry, state: RowState, revision: number): Entry {
  const { refused: _, ...known } = entry
  return { ...known, server: state, revision: Math.max(revision, entry.revision), sent: [] }
}

/** Ends a clash: `mine` stays and is sent, or `theirs` replaces it. */
export function resolved(entry: Entry, keep: 'mine' | 'theirs'): Entry {
  if (!entry.clash || entry.server === null) return entry
  if (keep === 'mine') return { ...entry, clash: false }
  return { ...entry, clash: false, local: entry.server, foreign: entry.foreign + 1 }
}
