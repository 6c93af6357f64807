import { tooManyForms } from '#app/forms/errors'
import type { Scope } from '#app/workspaces/within'

/**
 * So many forms a workspace has. Those in its bin count, and those that are being deleted for good: whoever makes and
 * deletes without end has no more of them.
 */
const MOST = 10_000

/** Throws 422 where a workspace has as many forms as it may. In one line for each workspace, so that the count holds. */
export async function refuseTooManyForms({ trx, workspaceId }: Scope): Promise<void> {
  await trx.rawQuery('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`forms ${workspaceId}`])
  const { rows } = await trx.rawQuery<{ rows: { count: number }[] }>(
    'select count(*)::int as count from forms where workspace_id = ?',
    [workspaceId],
  )
  if (rows[0].count >= MOST) throw tooManyForms(MOST)
}
