import type { PoolClient } from 'pg'
import type { Claim } from '#kit/answer'
import type { CodedError } from '#app/http/errors'
import { ALL, claim } from '#app/respond/claims'
import { closed, full, keyReused } from '#app/respond/errors'
import { failpoint, isMutant, isStepByStep } from '#app/http/failpoints'
import {
  storeAlone,
  type Stored,
  storeLimited,
  storeTogether,
  type SubmissionRow,
} from '#app/respond/store_together'
import { pool } from '#app/workspaces/pool'
import { within } from '#app/workspaces/within'
import type { BlockProblem, StoredAnswers } from '#engine/response/response'

/** A submission, ready to be stored. */
export interface Ready extends SubmissionRow {
  files: readonly OwnedFile[]
  claims: readonly Claim[]
}

/** A file of one of its answers. */
export interface OwnedFile {
  id: string
  block: string
}

/** A submission as it was stored before. */
export interface Kept {
  id: string
  receivedAt: Date
  contentHash: string
  version: number
  answers: StoredAnswers
  /** the block it ended with, null for our own ending; unknown of those that were stored before it was kept */
  ending: string | null | undefined
}

/** `gone`: files that cannot be claimed any more. */
type Outcome = { id: string; receivedAt: Date } | { refused: CodedError } | { gone: BlockProblem[] }

const CLAIM_FILES = `
  update files set status = 'claimed', submission_id = $3
  where workspace_id = $1 and form_id = $2 and upload_key = $4 and status = 'pending' and id = any($5::uuid[])`

/** Stores a submission with everything that belongs to it, in one transaction. Answers after the commit. */
export async function storeSubmission(ready: Ready): Promise<Outcome> {
  const [first, ...others] = ready.claims
  // Without files one statement does it all, also for several at once, and counts them where their number is limited.
  if (ready.files.length === 0 && others.length === 0 && !isStepByStep()) {
    if (!first) return outcomeOf(await storeTogether(ready))
    if (first.key === ALL) return outcomeOf(await storeLimited(ready, first.limit))
  }
  const client = await pool().connect()
  let broken = false
  try {
    await client.query(beginIn(ready.workspaceId))
    const outcome = await insert(client, ready)
    if (!('id' in outcome)) {
      await client.query('rollback')
      return outcome
    }
    failpoint('insert-commit')
    if (isMutant('ack-before-commit')) {
      commitLater(client)
      return outcome
    }
    await client.query('commit')
    if (isMutant('enqueue-after-commit')) await enqueueLate(ready, outcome.id)
    return outcome
  } catch (error) {
    broken = true
    throw error
  } finally {
    // A connection whose transaction ended in an error is not worth finding out about.
    if (!isMutant('ack-before-commit')) client.release(broken)
  }
}

/** The statements of the transaction. */
async function insert(client: PoolClient, ready: Ready): Promise<Outcome> {
  const { workspaceId, formId } = ready
  const outcome = outcomeOf(await storeAlone(client, ready))
  if (!('id' in outcome)) return outcome
  const { id } = outcome
  if (ready.files.length > 0) {
    const ids = ready.files.map((file) => file.id)
    const claimed = await client.query(CLAIM_FILES, [workspaceId, formId, id, ready.submissionKey, ids])
    if (claimed.rowCount !== ids.length) return { gone: ready.files.map(gone) }
  }
  if (ready.claims.length > 0 && !(await claim(client, { workspaceId, formId, id }, ready.claims))) {
    return { refused: full() }
  }
  return outcome
}

function outcomeOf(stored: Stored): Outcome {
  if (stored === 'closed') return { refused: closed() }
  if (stored === 'full') return { refused: full() }
  // By whom, the caller finds out.
  return stored === 'taken' ? { refused: keyReused() } : stored
}

function gone({ block }: OwnedFile): BlockProblem {
  return { block, path: block, code: 'not-accepted', params: { reason: 'gone' } }
}

/** Begins a transaction that sees this workspace only: one round trip. The id comes from our own tables. */
function beginIn(workspaceId: string): string {
  if (!/^[\da-f-]{36}$/i.test(workspaceId)) throw new Error('not the id of a workspace')
  return `begin; select set_config('app.workspace_id', '${workspaceId}', true), set_config('transaction_timeout', '5000', true)`
}

/** The submission stored under this key, if there is one. */
export async function findSubmission(
  form: { workspaceId: string; formId: string },
  key: string,
): Promise<Kept | undefined> {
  return one(form.workspaceId, 'form_id = ? and submission_key = ?', [form.formId, key])
}

/** A submission of a form by its id. */
export async function submissionOf(
  form: { workspaceId: string; formId: string },
  id: string,
): Promise<Kept | undefined> {
  return one(form.workspaceId, 'form_id = ? and id = ?', [form.formId, id])
}

async function one(workspaceId: string, where: string, bindings: string[]): Promise<Kept | undefined> {
  return within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: KeptRow[] }>(
      `select id, received_at, content_hash, version, answers, meta from submissions where workspace_id = ? and ${where}`,
      [workspaceId, ...bindings],
    )
    const row = rows[0]
    if (!row) return undefined
    const { id, version, answers, meta } = row
    return {
      ...{ id, version, answers, ending: meta.ending },
      receivedAt: row.received_at,
      contentHash: row.content_hash,
    }
  })
}

interface KeptRow {
  id: string
  received_at: Date
  content_hash: string
  version: number
  answers: StoredAnswers
  meta: { ending?: string | null }
}

/** The mistake `ack-before-commit`. */
function commitLater(client: PoolClient): void {
  setTimeout(() => void client.query('commit').finally(() => client.release()), 20)
}

/** The mistake `enqueue-after-commit`. */
async function enqueueLate(ready: Ready, id: string): Promise<void> {
  failpoint('commit-reply')
  await within(ready.workspaceId, ({ trx }) =>
    trx.rawQuery(
      `insert into outbox (workspace_id, form_id, event, submission_id) values (?, ?, 'submission.created', ?)`,
      [...[ready.workspaceId, ready.formId, id]],
    ),
  )
}
