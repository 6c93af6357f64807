import { remove } from '#app/files/storage'
import { notFound } from '#app/http/errors'
import { forgetSubmission } from '#app/integrations/forget_submission'
import { notifyOutbox } from '#app/outbox/notify'
import { releaseClaims } from '#app/respond/submission/claims'
import { within } from '#app/workspaces/within'

/**
 * Deletes a submission with all that hangs on it, in one transaction: what it had claimed is free again, deliveries
 * that were still to come are cancelled, and the outbox has the news. Its files become unclaimed there, so that they
 * are collected even if the process dies before their bytes are removed here.
 */
export async function deleteSubmission(workspaceId: string, formId: string, id: string): Promise<void> {
  const files = await within(workspaceId, async (scope) => {
    const { rows: found } = await scope.trx.rawQuery<{ rows: { version: number; at: Date }[] }>(
      `select version, received_at as at from submissions
       where workspace_id = ? and form_id = ? and id = ? for update`,
      [workspaceId, formId, id],
    )
    const submission = found[0]
    if (!submission) throw notFound()
    await forgetSubmission(scope, id)
    const { rows } = await scope.trx.rawQuery<{ rows: { id: string; storage_key: string }[] }>(
      `update files set status = 'pending', submission_id = null, created_at = 'epoch'
       where workspace_id = ? and submission_id = ? returning id, storage_key`,
      [workspaceId, id],
    )
    await scope.trx.rawQuery(
      `insert into outbox (workspace_id, form_id, event, submission_id, payload)
       values (?, ?, 'submission.deleted', ?, ?::jsonb)`,
      [
        workspaceId,
        formId,
        id,
        JSON.stringify({ version: submission.version, received_at: submission.at.toISOString() }),
      ],
    )
    await releaseClaims(scope, id)
    await scope.trx.rawQuery('delete from submissions where workspace_id = ? and id = ?', [workspaceId, id])
    return rows
  })
  notifyOutbox()
  await removeFiles(workspaceId, files)
}

async function removeFiles(
  workspaceId: string,
  files: readonly { id: string; storage_key: string }[],
): Promise<void> {
  if (files.length === 0) return
  await Promise.all(files.map((file) => remove(file.storage_key)))
  await within(workspaceId, (scope) =>
    scope.trx.rawQuery('delete from files where workspace_id = ? and id = any(?::uuid[])', [
      workspaceId,
      files.map((file) => file.id),
    ]),
  )
}
