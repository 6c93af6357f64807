import encryption from '@adonisjs/core/services/encryption'
import type { Scope } from '#app/workspaces/within'
import type { Credential } from '@formwright/kit/service'

/** A connection of a workspace. */
export interface ConnectionId {
  workspaceId: string
  id: string
}

/** What is stored of a connection. */
export interface StoredConnection {
  service: string
  accountId: string
  /** nothing where it was sealed for another row, or with another key */
  credential: Credential | undefined
  expiresAt: Date | null
  generation: number
  lost: { at: Date; reason: string | null } | undefined
}

/** What is stored of a connection whose credential can be used. */
export interface StoredCredential extends StoredConnection {
  credential: Credential
}

interface Row {
  service: string
  account_id: string
  credentials: string
  expires_at: Date | null
  generation: number
  lost_at: Date | null
  lost_reason: string | null
}

/** A credential as it is stored: encrypted, and bound to its row, so that a copy elsewhere cannot be opened. */
export function sealCredential(row: ConnectionId, credential: Credential): string {
  return encryption.encrypt(credential, { purpose: purpose(row) })
}

/** A stored credential, opened; nothing where it was sealed for another row, or with another key. */
export function openCredential(row: ConnectionId, sealed: string): Credential | undefined {
  return encryption.decrypt<Credential>(sealed, purpose(row)) ?? undefined
}

/** A connection with its credential; nothing when it is gone. */
export async function readConnection(scope: Scope, id: string): Promise<StoredConnection | undefined> {
  const { rows } = await scope.trx.rawQuery<{ rows: Row[] }>(
    `select service, account_id, credentials, expires_at, generation, lost_at, lost_reason from connections
     where workspace_id = ? and id = ?`,
    [scope.workspaceId, id],
  )
  const row = rows[0]
  if (!row) return undefined
  return {
    service: row.service,
    accountId: row.account_id,
    credential: openCredential({ workspaceId: scope.workspaceId, id }, row.credentials),
    expiresAt: row.expires_at,
    generation: row.generation,
    lost: row.lost_at === null ? undefined : { at: row.lost_at, reason: row.lost_reason },
  }
}

/** Keeps a refreshed credential, unless somebody has connected anew meanwhile. */
export async function keepCredential(
  scope: Scope,
  id: string,
  generation: number,
  { credential, expiresIn }: { credential: Credential; expiresIn: number | undefined },
): Promise<void> {
  await scope.trx.rawQuery(
    `update connections set credentials = ?, expires_at = now() + make_interval(secs => nullif(?, 0))
     where workspace_id = ? and id = ? and generation = ?`,
    [
      sealCredential({ workspaceId: scope.workspaceId, id }, credential),
      expiresIn ?? 0,
      scope.workspaceId,
      id,
      generation,
    ],
  )
}

/** Notes that the service does not accept this credential any more, unless somebody has connected anew meanwhile. */
export async function markLost(
  scope: Scope,
  id: string,
  generation: number,
  reason: string,
): Promise<boolean> {
  const { rowCount } = await scope.trx.rawQuery<{ rowCount: number }>(
    `update connections set lost_at = coalesce(lost_at, now()), lost_reason = coalesce(lost_reason, ?)
     where workspace_id = ? and id = ? and generation = ?`,
    [reason, scope.workspaceId, id, generation],
  )
  return rowCount > 0
}

function purpose({ workspaceId, id }: ConnectionId): string {
  return `connections.credentials:${workspaceId}:${id}`
}
