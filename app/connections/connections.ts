import type { Connection, ConnectionUse, Disconnected } from '#api_types/connections'
import { byAccount, isShared, takeBack } from '#app/connections/connect'
import { openCredential, readConnection } from '#app/connections/credentials'
import { notFound } from '#app/http/errors'
import { plugins } from '#app/plugins/registry'
import { type Scope, within } from '#app/workspaces/within'
import { byName } from '@formwright/kit/by_name'

/** Of more forms that use one it is not said which. */
const MOST_USES = 200

interface Row {
  id: string
  service: string
  account_name: string
  credentials: string
  lost_at: Date | null
  lost_reason: string | null
  connected_at: Date
}

/** The connections of a workspace, by service and account, with what uses them. */
export async function listConnections(scope: Scope): Promise<Connection[]> {
  const { rows } = await scope.trx.rawQuery<{ rows: Row[] }>(
    `select id, service, account_name, credentials, lost_at, lost_reason, connected_at from connections
     where workspace_id = ? order by id`,
    [scope.workspaceId],
  )
  const uses = await usesOf(scope)
  rows.sort(
    (one, other) => byName(one.service, other.service) || byName(one.account_name, other.account_name),
  )
  return rows.map((row) => ({
    id: row.id,
    service: row.service,
    known: plugins.service(row.service) !== undefined,
    account: row.account_name,
    lost: row.lost_at && { at: row.lost_at.toISOString(), reason: row.lost_reason },
    unread: openCredential({ workspaceId: scope.workspaceId, id: row.id }, row.credentials) === undefined,
    connected_at: row.connected_at.toISOString(),
    used_by: uses.get(row.id) ?? [],
  }))
}

/**
 * Forgets the connection, and takes the grant back at the service unless another connection works by it too; what uses it
 * waits for another one. 404 when there is none.
 */
export async function removeConnection(workspaceId: string, id: string): Promise<Disconnected> {
  const known = await within(workspaceId, (scope) => readConnection(scope, id))
  if (!known) throw notFound()
  const { accountId } = known
  return byAccount(known.service, accountId, async () => {
    const found = await within(workspaceId, async (scope) => {
      const stored = await readConnection(scope, id)
      if (!stored) return undefined
      const { trx } = scope
      await trx.rawQuery('delete from connections where workspace_id = ? and id = ?', [workspaceId, id])
      return { ...stored, shared: await isShared(stored.service, accountId, trx) }
    })
    if (!found) throw notFound()
    const { credential, shared } = found
    const service = plugins.service(found.service)
    const inReach = !shared && service !== undefined && credential !== undefined
    return { revoked: inReach && (await takeBack(service, credential)), shared }
  })
}

async function usesOf({ trx, workspaceId }: Scope): Promise<Map<string, ConnectionUse[]>> {
  const { rows } = await trx.rawQuery<{ rows: (ConnectionUse & { connection: string })[] }>(
    `select i.connection_id as connection, i.id, i.name, i.kind, f.slug as form, f.title as form_title
     from integrations i join forms f on f.workspace_id = i.workspace_id and f.id = i.form_id
     where i.workspace_id = ? and i.connection_id is not null and f.deleted_at is null
     order by lower(f.title), i.id limit ?`,
    [workspaceId, MOST_USES],
  )
  rows.sort((one, other) => byName(one.form_title, other.form_title))
  const uses = new Map<string, ConnectionUse[]>()
  for (const { connection, ...use } of rows) uses.set(connection, [...(uses.get(connection) ?? []), use])
  return uses
}
