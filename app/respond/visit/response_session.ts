import { createHash, randomBytes } from 'node:crypto'
import { refuseWithoutRoom } from '#app/respond/visit/visit_room'
import { within } from '#app/workspaces/within'
import type { BlockProblem } from '#engine/response/response'
import { madeStorable } from '#app/http/storable'
import type { Notice } from '../../../frontend/respondent/view.ts'

/**
 * What is kept of a visit without JavaScript, from its first page turn on (docs/decisions.md: Without JavaScript
 * first).
 */
export interface ResponseSession {
  token: string
  submissionKey: string
  version: number
  raws: Record<string, unknown>
  /** pages in the order they were come to */
  pages: string[]
  context: SessionContext
}

/** What is kept besides answers. */
export interface SessionContext {
  params?: Record<string, string>
  startedOn: string
  locale: string
  /** problems are shown on this page when it is seen next */
  attempted?: string
  /** what only the server could find wrong */
  problems?: BlockProblem[]
  /** said once, on this page; the focus is on it, or on a block */
  notice?: Notice & { page: string; focus?: string }
  /** where else the focus goes: a control by its id, or the button of a file by what it posts */
  focus?: string
}

const IDLE_HOURS = 24

interface Form {
  workspaceId: string
  formId: string
}

/** Begins a session, `from` a hash of an address. Its token is in addresses only: a cookie would not come along in a frame. */
export async function beginSession(
  form: Form,
  session: Omit<ResponseSession, 'token'>,
  from: string,
): Promise<ResponseSession> {
  const begun = { ...session, token: randomBytes(20).toString('base64url') }
  const kept = columns(begun)
  await within(form.workspaceId, async (scope) => {
    await refuseWithoutRoom(scope, { formId: form.formId, from, bytes: bytesOf(kept), begun: false })
    await scope.trx.rawQuery(
      `insert into response_sessions
         (workspace_id, form_id, visited_from, token_hash, submission_key, version, raws, pages, context, expires_at)
       values (?, ?, ?, ?, ?, ?, ?::jsonb, ?::jsonb, ?::jsonb, now() + interval '${IDLE_HOURS} hours')`,
      [form.workspaceId, form.formId, from, hashOf(begun.token), begun.submissionKey, begun.version, ...kept],
    )
  })
  return begun
}

/** The session of a token, unless it has expired. */
export async function findSession(form: Form, token: string): Promise<ResponseSession | undefined> {
  return within(form.workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: SessionRow[] }>(
      `select submission_key, version, raws, pages, context from response_sessions
       where workspace_id = ? and form_id = ? and token_hash = ? and expires_at > now()`,
      [form.workspaceId, form.formId, hashOf(token)],
    )
    const row = rows[0]
    if (!row) return undefined
    const { version, raws, pages, context } = row
    return { token, version, raws, pages, context, submissionKey: row.submission_key }
  })
}

/** Keeps a session as it is now, for another day. */
export async function saveSession(form: Form, session: ResponseSession, from: string): Promise<void> {
  const kept = columns(session)
  await within(form.workspaceId, async (scope) => {
    await refuseWithoutRoom(scope, { formId: form.formId, from, bytes: bytesOf(kept), begun: true })
    await scope.trx.rawQuery(
      `update response_sessions
       set submission_key = ?, raws = ?::jsonb, pages = ?::jsonb, context = ?::jsonb,
           expires_at = now() + interval '${IDLE_HOURS} hours'
       where workspace_id = ? and form_id = ? and token_hash = ?`,
      [session.submissionKey, ...kept, form.workspaceId, form.formId, hashOf(session.token)],
    )
  })
}

/** Gives the files of a stay a new key, when its answers are to be sent a second time. Claimed ones stay where they are. */
export async function moveFiles(form: Form, from: string, to: string): Promise<void> {
  await within(form.workspaceId, ({ trx }) =>
    trx.rawQuery(
      `update files set upload_key = ? where workspace_id = ? and form_id = ? and upload_key = ? and status = 'pending'`,
      [to, form.workspaceId, form.formId, from],
    ),
  )
}

function columns({ raws, pages, context }: Omit<ResponseSession, 'token'>): string[] {
  return [raws, pages, context].map((value) => JSON.stringify(madeStorable(value)))
}

function bytesOf(columns: readonly string[]): number {
  return columns.reduce((sum, column) => sum + Buffer.byteLength(column), 0)
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

interface SessionRow {
  submission_key: string
  version: number
  raws: Record<string, unknown>
  pages: string[]
  context: SessionContext
}
