import type { Content, DraftOp, DraftRow as ShownRow } from '#api_types/drafts'
import { type Draft, type DraftRow, draftAfter, liveRows, readDraft } from '#app/forms/draft'
import { BYTES_OF_WORKSPACE, MOST_BYTES } from '#app/forms/document_room'
import { MAX_BLOCKS, MOST_REMOVED } from '#app/forms/draft_ops'
import { formsFull, opsRefused, revisionMoved, tooLarge, tooManyBlocks } from '#app/forms/errors'
import { formerName } from '#app/forms/former_name'
import { notifyForm } from '#app/forms/events'
import { otherRevision } from '#app/forms/revision_tag'
import { judgeChanges, type Refusal } from '#app/forms/judge_changes'
import { MediaFull } from '#app/files/media/errors'
import { keepMedia, mediaIn } from '#app/files/media/keep_media'
import { type CodedError, notFound } from '#app/http/errors'
import { type Scope, within } from '#app/workspaces/within'
import { UNTITLED } from '#engine/document/document'

const MAX_DRAFT_BYTES = 8_000_000

export interface ChangedDraft {
  draft: Draft
  applied: string[]
  refused: Refusal[]
  /** rows that others changed since the client's base */
  others: DraftRow[]
}

/** How large a draft is, and all forms of its workspace together. */
interface Stored {
  blocks: number
  bytes: number
  of_workspace: number
}

/** What one PATCH asks for, and who. */
interface AskedChanges {
  base: number
  ops: readonly DraftOp[]
  userId: string
  /** the revision that the draft must be at; any when undefined */
  exactly?: number
}

/**
 * Makes the changes of one PATCH: the form's row is locked, each change judged against its block, and what is made
 * gets the next revision. Afterwards whoever watches the form is told.
 */
export async function changeDraft(
  workspaceId: string,
  formId: string,
  asked: AskedChanges,
): Promise<ChangedDraft> {
  const { base, userId } = asked
  const { revision, growth, judged } = await within(workspaceId, (scope) => apply(scope, formId, asked))
  const draft =
    (judged.changed.size > 0
      ? draftAfter(formId, { revision, changed: judged.changed, growth })
      : undefined) ?? (await within(workspaceId, (scope) => readDraft(scope, formId)))
  if (judged.changed.size > 0) notifyForm(formId, { name: 'draft', data: { revision, by: userId } })
  const mine = (row: DraftRow) => judged.changed.has(row.block_id) && row.revision === revision
  return {
    draft,
    applied: judged.applied,
    refused: judged.refused,
    others: [...draft.rows.values()].filter((row) => row.revision > base && !mine(row)),
  }
}

async function apply(scope: Scope, formId: string, { base, ops, userId, exactly }: AskedChanges) {
  // sent together and done in this order: the rows are read once the form is locked
  const [form, rows] = await Promise.all([lockForm(scope, formId), touchedRows(scope, formId, ops)])
  if (exactly !== undefined && exactly !== form.draft_revision) throw otherRevision(form.draft_revision)
  if (base > form.draft_revision) throw revisionMoved(form.draft_revision)
  const revision = form.draft_revision + 1
  const judged = judgeChanges(ops, base, rows, revision)
  if (judged.changed.size === 0) return { revision: form.draft_revision, growth: 0, judged }
  for (const [id, row] of judged.changed) {
    if (row.content === null) judged.changed.set(id, { ...row, former: formerName(rows.get(id)) })
  }
  const changed = [...judged.changed.values()]
  const growth = changed.map((row) => growthOf(row, rows.get(row.block_id)))
  // sent together too: what is refused takes the others back
  await Promise.all([
    refuseOversize(scope, formId, ops, growth),
    writeRows(scope, formId, changed, userId).catch((error: unknown) => {
      throw error instanceof MediaFull ? opsShowing(ops, error) : error
    }),
    moveForm(scope, formId, { revision, userId, general: judged.changed.get('settings.general') }),
  ])
  if (changed.some(({ content }) => content === null)) await forgetRemoved(scope, formId)
  return { revision, growth: growth.reduce((sum, { bytes }) => sum + bytes, 0), judged }
}

/** By how much a change makes the form larger, or smaller. */
interface Growth {
  block_id: string
  blocks: number
  bytes: number
}

function growthOf({ block_id, content }: DraftRow, before: DraftRow | undefined): Growth {
  const had = before?.content ?? null
  return {
    block_id,
    blocks: Number(content !== null) - Number(had !== null),
    bytes: bytesOf(content) - bytesOf(had),
  }
}

/** Of blocks that were removed the last ones are remembered, so that those who edit can be told. */
async function forgetRemoved({ trx, workspaceId }: Scope, formId: string): Promise<void> {
  // an array is made once: of rows, the planner that knows of none yet would look for each block among all of them
  await trx.rawQuery(
    `delete from draft_blocks where workspace_id = ? and form_id = ? and block_id = any(array(
       select block_id from draft_blocks where workspace_id = ? and form_id = ? and content is null
       order by revision desc, block_id offset ${MOST_REMOVED}))`,
    [workspaceId, formId, workspaceId, formId],
  )
}

/** Gives a form its next revision, and the title that its settings say. */
async function moveForm(
  scope: Scope,
  formId: string,
  { revision, userId, general }: { revision: number; userId: string; general: DraftRow | undefined },
): Promise<void> {
  const title =
    general && typeof general.content?.title === 'string' ? general.content.title.trim() : undefined
  await scope.trx.rawQuery(
    `update forms set draft_revision = ?, updated_at = now(), updated_by = ?, title = coalesce(nullif(?, ''), title)
     where workspace_id = ? and id = ?`,
    [revision, userId, general ? title || UNTITLED : '', scope.workspaceId, formId],
  )
}

/** The changes that show media files there is no room for. */
function opsShowing(ops: readonly DraftOp[], full: MediaFull): CodedError {
  const ids = new Set(full.ids)
  const shows = (op: DraftOp) => mediaIn(JSON.stringify(op)).some((id) => ids.has(id))
  const refused = ops.flatMap((op, index) => (shows(op) ? [{ index, error: full }] : []))
  return refused.length > 0 ? opsRefused(refused) : full
}

async function lockForm(scope: Scope, formId: string): Promise<{ draft_revision: number }> {
  const { rows } = await scope.trx.rawQuery<{ rows: { draft_revision: number }[] }>(
    `select draft_revision::float8 as draft_revision from forms
     where workspace_id = ? and id = ? and deleted_at is null for update`,
    [scope.workspaceId, formId],
  )
  const form = rows[0]
  if (!form) throw notFound()
  return form
}

async function touchedRows(
  scope: Scope,
  formId: string,
  ops: readonly DraftOp[],
): Promise<Map<string, DraftRow>> {
  const { rows } = await scope.trx.rawQuery<{ rows: DraftRow[] }>(
    `select block_id, kind, revision::float8 as revision, parent, position, content, former_name as former from draft_blocks
     where workspace_id = ? and form_id = ? and block_id = any(?)`,
    [scope.workspaceId, formId, [...new Set(ops.map((op) => op.block_id))]],
  )
  return new Map(rows.map((row) => [row.block_id, row]))
}

/**
 * Limits count only what grows: a form that is too big already may still be mended, and only the changes that make it
 * grow are refused.
 */
async function refuseOversize(
  scope: Scope,
  formId: string,
  ops: readonly DraftOp[],
  growth: readonly Growth[],
): Promise<void> {
  const blocks = growth.reduce((sum, one) => sum + one.blocks, 0)
  const bytes = growth.reduce((sum, one) => sum + one.bytes, 0)
  if (blocks <= 0 && bytes <= 0) return
  const { rows } = await scope.trx.rawQuery<{ rows: Stored[] }>(
    `select count(*)::int as blocks, coalesce(sum(bytes), 0)::float8 as bytes,
            (${BYTES_OF_WORKSPACE})::float8 as of_workspace
     from draft_blocks where workspace_id = ? and form_id = ? and content is not null`,
    [scope.workspaceId, scope.workspaceId, formId],
  )
  const stored = rows[0] ?? { blocks: 0, bytes: 0, of_workspace: 0 }
  const refuse = (error: CodedError, grew: readonly { block_id: string }[]) => {
    const ids = new Set(grew.map(({ block_id }) => block_id))
    throw opsRefused(ops.flatMap((op, index) => (ids.has(op.block_id) ? [{ index, error }] : [])))
  }
  if (blocks > 0 && stored.blocks + blocks > MAX_BLOCKS)
    refuse(
      tooManyBlocks(MAX_BLOCKS),
      growth.filter((one) => one.blocks > 0),
    )
  const larger = growth.filter((one) => one.bytes > 0)
  if (bytes > 0 && stored.bytes + bytes > MAX_DRAFT_BYTES)
    refuse(tooLarge('The form', MAX_DRAFT_BYTES), larger)
  if (bytes > 0 && stored.of_workspace + bytes > MOST_BYTES) refuse(formsFull(MOST_BYTES), larger)
}

function bytesOf(content: Content | null): number {
  return content === null ? 0 : Buffer.byteLength(JSON.stringify(content))
}

/** Writes rows of the draft, new and changed ones, and keeps the media files that they show. */
export async function writeRows(
  scope: Scope,
  formId: string,
  rows: readonly DraftRow[],
  userId: string,
): Promise<void> {
  const json = JSON.stringify(rows)
  await keepMedia(scope, json)
  await scope.trx.rawQuery(
    `insert into draft_blocks
       (workspace_id, form_id, block_id, kind, revision, parent, position, content, former_name, updated_by)
     select ?, ?, row.block_id, row.kind, row.revision, row.parent, row.position, nullif(row.content, 'null'::jsonb),
            row.former, ?
     from jsonb_to_recordset(?::jsonb)
       as row (block_id text, kind text, revision bigint, parent text, position text, content jsonb, former text)
     on conflict (workspace_id, form_id, block_id) do update
       set kind = excluded.kind, revision = excluded.revision, parent = excluded.parent,
           position = excluded.position,
           content = excluded.content,
           former_name = excluded.former_name, updated_by = excluded.updated_by, updated_at = now()`,
    [scope.workspaceId, formId, userId, json],
  )
}

/** A row as clients see it. */
export function servedRow({ former: _, ...row }: DraftRow): ShownRow {
  return row
}

/** The rows of a draft that make up the form, as clients see them, in order. */
export function servedRows(draft: Draft): ShownRow[] {
  return liveRows(draft)
    .sort((a, b) =>
      a.position < b.position ? -1 : a.position > b.position ? 1 : a.block_id < b.block_id ? -1 : 1,
    )
    .map(servedRow)
}
