import { notFound } from '#app/http/errors'
import { forgetSubmission } from '#app/integrations/forget_submission'
import { notifyOutbox } from '#app/outbox/notify'
import { releaseClaims } from '#app/respond/submission/claims'
import { within } from '#app/workspaces/within'

/**
 * Puts a submission into the bin of its form with all that hangs on it, in one transaction: what it had claimed is free
 * again, nobody has its files, deliveries that were still to come are cancelled, and the outbox has the news. `by` is
 * the id of who did it. 404 where there is none.
 */
export async function deleteSubmission(
  workspaceId: string,
  formId: string,
  id: string,
  by: string,
): Promise<void> {
  await within(workspaceId, async (scope) => {
    const { trx } = scope
    const { rows: found } = await trx.rawQuery<{ rows: { version: number; at: Date }[] }>(
      `select version, received_at as at from submissions
       where workspace_id = ? and form_id = ? and id = ? for update`,
      [workspaceId, formId, id],
    )
    const submission = found[0]
    if (!submission) throw notFound()
    await releaseClaims(scope, id)
    await trx.rawQuery(
      `with gone as (delete from submissions where workspace_id = ? and id = ? returning *)
       insert into deleted_submissions select gone.*, now(), ? from gone`,
      [workspaceId, id, by],
    )
    await trx.rawQuery(`update files set status = 'deleted' where workspace_id = ? and submission_id = ?`, [
      workspaceId,
      id,
    ])
    await forgetSubmission(scope, id)
    await trx.rawQuery(
      // the time that the bin has
      `insert into outbox (workspace_id, form_id, event, submission_id, payload, created_at)
       values (?, ?, 'submission.deleted', ?, ?::jsonb, now())`,
      [
        ...[workspaceId, formId, id],
        JSON.stringify({ version: submission.version, received_at: submission.at.toISOString() }),
      ],
    )
  })
  notifyOutbox()
}
