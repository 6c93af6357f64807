import { LRUCache } from 'lru-cache'
import type { Content, DraftRow as ShownRow } from '#api_types/drafts'
import { MAX_BLOCKS, MOST_REMOVED } from '#app/forms/draft_ops'
import { CHECK_MS, enginesProblems } from '#app/forms/engines_problems'
import { notFound } from '#app/http/errors'
import { inSlices } from '#app/http/in_slices'
import { plugins } from '#app/plugins/registry'
import type { Scope } from '#app/workspaces/within'
import { assembleSteps } from '#engine/document/assemble'
import type { FormDocument } from '#engine/document/document'
import { liftSteps } from '#engine/document/lift'
import type { DocumentProblem } from '#engine/document/problems'
import type { Steps } from '#engine/steps'

/** A row of the draft. Without content it is what is left of a removed block: its place and when it went. */
export interface DraftRow extends ShownRow {
  /** of a removed block: what it was called */
  former?: string
}

/** All rows of a draft, removed ones included, as of `revision`. */
export interface Draft {
  revision: number
  /** of what its blocks hold, as text */
  bytes: number
  rows: ReadonlyMap<string, DraftRow>
}

/** Drafts that were lately worked on, up to about 128 MB of memory. Never changed in place: they are handed out. */
const draftCache = new LRUCache<string, Draft>({
  maxSize: 128 * 1024 * 1024,
  // what a draft holds is in memory as it was read, as a document and as its plugins read it
  sizeCalculation: ({ bytes, rows }) => bytes * 6 + rows.size * 500 + 1_000,
})

/** What made a revision of a draft. */
interface DraftChange {
  revision: number
  changed: ReadonlyMap<string, DraftRow>
  /** how many bytes more its blocks hold */
  growth: number
}

const NOTHING: Draft = { revision: -1, bytes: 0, rows: new Map() }

/** So many rows of a draft are kept in memory; beyond them the blocks that were removed first are forgotten. */
const MOST_ROWS = MAX_BLOCKS + MOST_REMOVED

interface ReadRow {
  draft_revision: number
  draft_bytes: number
  block_id: string | null
  kind: string
  revision: number
  parent: string | null
  position: string
  content: Content | null
  former_name: string | null
}

/**
 * The draft as stored now. What this node knows already is not read again: a row says at which revision it changed. Where
 * it may have missed that a block was removed, all is read. Call it in a transaction that has not changed the draft itself,
 * since what it reads is kept.
 */
export async function readDraft(scope: Scope, formId: string): Promise<Draft> {
  const cached = draftCache.get(formId) ?? NOTHING
  const { rows } = await scope.trx.rawQuery<{ rows: ReadRow[] }>(
    `select f.draft_revision::float8 as draft_revision, f.draft_bytes::float8 as draft_bytes,
            b.block_id, b.kind, b.revision::float8 as revision, b.parent, b.position, b.content,
            b.former_name
     from forms f
     left join draft_blocks b on b.workspace_id = f.workspace_id and b.form_id = f.id and b.revision > ?
     where f.workspace_id = ? and f.id = ? and f.deleted_at is null`,
    [cached.revision, scope.workspaceId, formId],
  )
  const first = rows[0]
  if (!first) throw notFound()
  if (first.draft_revision === cached.revision) return cached
  if (cached !== NOTHING && rows.length >= MOST_REMOVED) {
    // A removed block is forgotten once so many were removed after it, which are among these rows, put back or not: it may
    // be one that this node still has.
    draftCache.delete(formId)
    return readDraft(scope, formId)
  }
  const all = new Map(cached.rows)
  for (const { draft_revision: _, draft_bytes: __, block_id, former_name, ...row } of rows) {
    if (block_id !== null) all.set(block_id, { block_id, ...row, former: former_name ?? undefined })
  }
  const draft = { revision: first.draft_revision, bytes: first.draft_bytes, rows: bounded(all) }
  if (draft.revision > (draftCache.get(formId) ?? NOTHING).revision) draftCache.set(formId, draft)
  return draft
}

/**
 * The draft after a change that was just committed here: `changed`, of so many bytes more, made `revision` out of the one
 * before. Undefined when this node does not hold that one; then it must be read.
 */
export function draftAfter(formId: string, { revision, changed, growth }: DraftChange): Draft | undefined {
  const before = draftCache.get(formId)
  if (!before || before.revision !== revision - 1) return undefined
  const rows = new Map(before.rows)
  for (const [id, row] of changed) rows.set(id, row)
  const draft = { revision, bytes: before.bytes + growth, rows: bounded(rows) }
  draftCache.set(formId, draft)
  return draft
}

/** Rows of a draft without those that the database has forgotten too. */
function bounded(rows: Map<string, DraftRow>): Map<string, DraftRow> {
  if (rows.size <= MOST_ROWS) return rows
  const removed = [...rows.values()].filter(({ content }) => content === null)
  removed.sort((a, b) => b.revision - a.revision)
  for (const { block_id } of removed.slice(MOST_REMOVED)) rows.delete(block_id)
  return rows
}

/** The rows that make up the form, without what is left of removed blocks. */
export function liveRows(draft: Draft): (DraftRow & { content: Content })[] {
  return [...draft.rows.values()].filter(
    (row): row is DraftRow & { content: Content } => row.content !== null,
  )
}

/** What blocks were called that are no longer in a draft. */
export function formerNamesOf(draft: Draft): (id: string) => string | undefined {
  return (id) => {
    const row = draft.rows.get(id)
    return row?.content === null ? row.former : undefined
  }
}

/** The same of all of them, by id, as clients read it. */
export function formerNames(draft: Draft): Record<string, string> {
  return Object.fromEntries(
    [...draft.rows.values()].flatMap(({ block_id, content, former }): [string, string][] =>
      content === null && former !== undefined ? [[block_id, former]] : [],
    ),
  )
}

/** The rows that changed after revision `since`, removed ones included. */
export function rowsSince(draft: Draft, since: number): DraftRow[] {
  return [...draft.rows.values()].filter((row) => row.revision > since)
}

const documents = new WeakMap<Draft, Promise<FormDocument>>()

function isSection(kind: string): boolean {
  return plugins.registry().layout(kind)?.role === 'section'
}

function* documentSteps(draft: Draft): Steps<FormDocument> {
  const document = yield* assembleSteps(liveRows(draft), isSection)
  return (yield* liftSteps(document, plugins.registry())).document
}

/** A draft as a document in today's shape; put together once per state of the draft. */
export function draftDocument(draft: Draft): Promise<FormDocument> {
  const known = documents.get(draft)
  if (known) return known
  const document = inSlices(documentSteps(draft))
  documents.set(draft, document)
  return document
}

const checks = new WeakMap<Draft, Promise<DocumentProblem[]>>()

/** What the engine finds wrong with a draft; looked for once per state of the draft. */
export function draftProblems(draft: Draft): Promise<DocumentProblem[]> {
  const known = checks.get(draft)
  if (known) return known
  const found = draftDocument(draft).then((document) =>
    enginesProblems(document, formerNamesOf(draft), { most: CHECK_MS }),
  )
  checks.set(draft, found)
  found.catch(() => checks.delete(draft))
  return found
}
