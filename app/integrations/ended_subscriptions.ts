import logger from '@adonisjs/core/services/logger'
import type { EndedSubscription } from '#api_types/integrations'
import { isUuid } from '#app/forms/slugs'
import { notFound } from '#app/http/errors'
import { beginDeletion } from '#app/integrations/delete_integration'
import type { Integration } from '#app/integrations/integration'
import type { Scope } from '#app/workspaces/within'

/** Of a form so many are told: the newest. */
const TOLD = 20

type Subject = Pick<Integration, 'id' | 'formId' | 'kind' | 'name'>

/**
 * A program answered that it wants no more: its subscription goes, and whoever looks after the form is told, once for each
 * name. Answers whether this call ended it: then `finishDeletion` follows, after the commit.
 */
export async function endSubscription(scope: Scope, { id, formId, kind, name }: Subject): Promise<boolean> {
  if (!(await beginDeletion(scope, id))) return false
  const { trx, workspaceId } = scope
  await trx.rawQuery(
    `insert into ended_subscriptions (workspace_id, form_id, kind, name) values (?, ?, ?, ?)
     on conflict (workspace_id, form_id, kind, name) do update set ended_at = excluded.ended_at`,
    [workspaceId, formId, kind, name],
  )
  await trx.rawQuery(
    `delete from ended_subscriptions where workspace_id = ? and form_id = ? and id not in (
       select id from ended_subscriptions where workspace_id = ? and form_id = ?
       order by ended_at desc, id desc limit ${TOLD})`,
    [workspaceId, formId, workspaceId, formId],
  )
  logger.info({ integration: id, form: formId, kind }, 'a subscription was removed: its receiver is gone')
  return true
}

/** Subscriptions of a form that ended by themselves and that nobody has dismissed, newest first. */
export async function listEnded({ trx, workspaceId }: Scope, formId: string): Promise<EndedSubscription[]> {
  const { rows } = await trx.rawQuery<{ rows: (Omit<EndedSubscription, 'ended_at'> & { ended_at: Date })[] }>(
    `select id, kind, name, ended_at from ended_subscriptions
     where workspace_id = ? and form_id = ? order by ended_at desc, id desc`,
    [workspaceId, formId],
  )
  return rows.map((row) => ({ ...row, ended_at: row.ended_at.toISOString() }))
}

/** Somebody has seen it. Throws 404 where there is none. */
export async function dismissEnded({ trx, workspaceId }: Scope, formId: string, id: string): Promise<void> {
  if (!isUuid(id)) throw notFound()
  const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
    'delete from ended_subscriptions where workspace_id = ? and form_id = ? and id = ?',
    [workspaceId, formId, id],
  )
  if (rowCount === 0) throw notFound()
}

/** It has subscribed again: there is nothing left to tell. */
export async function forgetEnded(
  { trx, workspaceId }: Scope,
  { formId, kind, name }: Subject,
): Promise<void> {
  await trx.rawQuery(
    'delete from ended_subscriptions where workspace_id = ? and form_id = ? and kind = ? and name = ?',
    [workspaceId, formId, kind, name],
  )
}
