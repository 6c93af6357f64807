import { randomUUID } from 'node:crypto'
import { sealCredential } from '#app/connections/credentials'
import { within } from '#app/workspaces/within'

/** A connection of a workspace to a service that is not installed: parameters of its path. */
export async function placeConnection({ workspaceId }: { workspaceId: string }): Promise<{ id: string }> {
  const id = randomUUID()
  await within(workspaceId, ({ trx }) =>
    trx.rawQuery(
      `insert into connections (workspace_id, id, service, account_id, account_name, credentials)
       values (?, ?, 'none', ?, 'Nobody', ?)`,
      [workspaceId, id, id, sealCredential({ workspaceId, id }, { token: 'none' })],
    ),
  )
  return { id }
}
