import { within } from '#app/workspaces/within'
import type { StoredAnswers } from '#engine/response/response'

/** A submission as it was stored before. */
export interface StoredSubmission {
  id: string
  receivedAt: Date
  contentHash: string
  version: number
  answers: StoredAnswers
  /** the block it ended with, null for our own ending; unknown of those that were stored before it was kept */
  ending: string | null | undefined
  /** that of the person who sent it */
  locale: string
}

/** The submission stored under this key, if there is one. */
export async function findSubmission(
  form: { workspaceId: string; formId: string },
  key: string,
): Promise<StoredSubmission | undefined> {
  return one(form.workspaceId, 'form_id = ? and submission_key = ?', [form.formId, key])
}

/** A submission of a form by its id. */
export async function submissionOf(
  form: { workspaceId: string; formId: string },
  id: string,
): Promise<StoredSubmission | undefined> {
  return one(form.workspaceId, 'form_id = ? and id = ?', [form.formId, id])
}

async function one(
  workspaceId: string,
  where: string,
  bindings: string[],
): Promise<StoredSubmission | undefined> {
  return within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: Row[] }>(
      `select id, received_at, content_hash, version, answers, meta from submissions where workspace_id = ? and ${where}`,
      [workspaceId, ...bindings],
    )
    const row = rows[0]
    if (!row) return undefined
    const { id, version, answers, meta } = row
    return {
      ...{ id, version, answers, ending: meta.ending, locale: meta.locale ?? 'en' },
      receivedAt: row.received_at,
      contentHash: row.content_hash,
    }
  })
}

interface Row {
  id: string
  received_at: Date
  content_hash: string
  version: number
  answers: StoredAnswers
  meta: { ending?: string | null; locale?: string }
}
