import { stateChanged } from '#app/forms/publications'
import { notFound } from '#app/http/errors'
import { hashPassword } from '#app/http/hashing'
import { within } from '#app/workspaces/within'

/**
 * Gives the form a password, or takes it away (null). In force at once: whoever was let in by the one before is asked
 * again. 404 when the form was deleted.
 */
export async function setFormPassword(
  workspaceId: string,
  formId: string,
  password: string | null,
  userId: string,
): Promise<void> {
  const passwordHash =
    password === null ? null : await hashPassword(password, { kind: 'member', name: userId })
  await within(workspaceId, async ({ trx }) => {
    const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
      `update forms set password_hash = nullif(?, ''), updated_at = now(), updated_by = ?
       where workspace_id = ? and id = ? and deleted_at is null`,
      [passwordHash ?? '', userId, workspaceId, formId],
    )
    if (rowCount !== 1) throw notFound()
  })
  stateChanged(formId)
}
