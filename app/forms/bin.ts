import type { Page } from '#api_types/answer'
import type { DeletedForm } from '#api_types/forms'
import { restoreAddresses } from '#app/forms/addresses'
import { notInBin } from '#app/forms/errors'
import { readCursor, writeCursor } from '#app/http/cursor'
import type { Scope } from '#app/workspaces/within'

/** So long something deleted is in a bin; `forms_to_purge` and `workspaces_to_purge` in the database count them, too. */
const KEPT_DAYS = 30
const DAY = 86_400_000
/** Whether a row can be restored, as SQL: what is no longer in a bin is being removed for good. */
export const IN_BIN = `deleted_at > now() - interval '${KEPT_DAYS} days'`

/** When what was deleted at this time leaves its bin, as an ISO date. */
export function goneAt(deletedAt: Date): string {
  return new Date(deletedAt.getTime() + KEPT_DAYS * DAY).toISOString()
}

interface Row {
  id: string
  slug: string
  title: string
  submissions: number
  deleted_at: Date
  user_id: string | null
  user_name: string | null
  at: string
}

/** The deleted forms of a workspace, the last one first. `cursor` is the `next_cursor` of the page before. */
export async function listBin(
  { trx, workspaceId }: Scope,
  { limit, cursor }: { limit: number; cursor?: unknown },
): Promise<Page<DeletedForm>> {
  const after = readCursor(cursor)
  const { rows } = await trx.rawQuery<{ rows: Row[] }>(
    `select f.id, f.slug, f.title, f.deleted_at, f.deleted_at::text as at, u.id as user_id, u.name as user_name,
            greatest(c.submissions, 0)::float8 as submissions
     from forms f left join form_counts c on c.workspace_id = f.workspace_id and c.form_id = f.id
       left join users u on u.id = f.updated_by
     where f.workspace_id = ? and f.${IN_BIN}
       and (? = '' or (f.deleted_at, f.id) < (nullif(?, '')::timestamptz, nullif(?, '')::uuid))
     order by f.deleted_at desc, f.id desc limit ?`,
    [workspaceId, after?.at ?? '', after?.at ?? '', after?.id ?? '', limit + 1],
  )
  const page = rows.slice(0, limit)
  return {
    data: page.map(toItem),
    next_cursor: rows.length > limit ? writeCursor(page[page.length - 1]) : null,
  }
}

function toItem({ id, slug, title, submissions, deleted_at, user_id, user_name }: Row): DeletedForm {
  return {
    ...{ id, slug, title, submissions },
    deleted_at: deleted_at.toISOString(),
    deleted_by: user_id === null ? null : { id: user_id, name: user_name ?? '' },
    gone_at: goneAt(deleted_at),
  }
}

/** Takes a form out of the bin, with its addresses, versions and submissions. E_NOT_IN_BIN (404) where it is not in there any more. */
export async function restoreForm(scope: Scope, formId: string, userId: string): Promise<void> {
  const { rowCount } = await scope.trx.rawQuery<{ rowCount: number }>(
    `update forms set deleted_at = null, updated_by = ?, updated_at = now()
     where workspace_id = ? and id = ? and ${IN_BIN}`,
    [userId, scope.workspaceId, formId],
  )
  if (rowCount !== 1) throw notInBin()
  await restoreAddresses(scope, formId)
}

/** Deletes a form of the bin for good, or all of them: the job that does it finds them within the hour. Returns how many. */
export async function deleteForGood({ trx, workspaceId }: Scope, formId = ''): Promise<number> {
  const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
    `update forms set deleted_at = to_timestamp(0)
     where workspace_id = ? and ${IN_BIN} and (? = '' or id = nullif(?, '')::uuid)`,
    [workspaceId, formId, formId],
  )
  return rowCount
}
