import { createHash } from 'node:crypto'
import { within } from '#app/workspaces/within'

/** Whose requests they are. */
export interface HookOwner {
  workspaceId: string
  integrationId: string
}

/**
 * Notes that a request is being worked on. `new`: nobody did before, or whoever did is gone. A request without a name
 * cannot be told from others.
 */
export async function beginHookRequest(
  { workspaceId, integrationId }: HookOwner,
  name: string | undefined,
): Promise<'new' | 'done' | 'under-way'> {
  if (name === undefined) return 'new'
  const of = [workspaceId, integrationId, hashOf(name)]
  return within(workspaceId, async ({ trx }) => {
    await trx.rawQuery(
      `delete from hook_requests
       where workspace_id = ? and integration_id = ? and received_at < now() - interval '1 day'`,
      [workspaceId, integrationId],
    )
    const { rows: begun } = await trx.rawQuery<{ rows: object[] }>(
      `insert into hook_requests as h (workspace_id, integration_id, name) values (?, ?, ?)
       on conflict (workspace_id, integration_id, name) do update set received_at = now()
       where not h.done and h.received_at < now() - interval '1 minute'
       returning 1`,
      of,
    )
    if (begun.length > 0) return 'new'
    const { rows } = await trx.rawQuery<{ rows: { done: boolean }[] }>(
      'select done from hook_requests where workspace_id = ? and integration_id = ? and name = ?',
      of,
    )
    return rows[0]?.done ? 'done' : 'under-way'
  })
}

/**
 * Notes what became of it: one that was not taken may come again. With the fault its creator reads, or without one any
 * more.
 */
export async function endHookRequest(
  { workspaceId, integrationId }: HookOwner,
  name: string | undefined,
  { taken, fault }: { taken: boolean; fault?: string },
): Promise<void> {
  await within(workspaceId, async ({ trx }) => {
    if (name !== undefined) {
      const settle = taken ? 'update hook_requests set done = true' : 'delete from hook_requests'
      await trx.rawQuery(`${settle} where workspace_id = ? and integration_id = ? and name = ?`, [
        workspaceId,
        integrationId,
        hashOf(name),
      ])
    }
    await trx.rawQuery(
      fault === undefined
        ? `update integrations set hook_fault = null, hook_failed_at = null
           where workspace_id = ? and id = ? and hook_fault is not null`
        : `update integrations set hook_fault = ?, hook_failed_at = now() where workspace_id = ? and id = ?`,
      [...(fault === undefined ? [] : [fault]), workspaceId, integrationId],
    )
  })
}

function hashOf(name: string): string {
  return createHash('sha256').update(name).digest('hex')
}
