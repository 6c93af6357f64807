import type { AccessToken, NewAccessToken, Scope } from '#api_types/access_tokens'
import { tooManyTokens } from '#app/access_tokens/errors'
import { newToken, tokenBegin, tokenHash } from '#app/access_tokens/token_text'
import { notFound } from '#app/http/errors'
import type { Scope as WorkspaceScope } from '#app/workspaces/within'

/** So many tokens may one person have in a workspace, expired ones among them. */
const MOST = 20

interface TokenRow {
  id: string
  name: string
  begins: string
  scopes: Scope[]
  user_id: string
  person: string
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
}

const SELECT = `
  select t.id, t.name, t.begins, t.scopes, t.user_id, u.name as person, t.created_at, t.expires_at, t.last_used_at
  from access_tokens t join users u on u.id = t.user_id where t.workspace_id = ?`

/** What is asked for with a new token. */
export interface AskedToken {
  name: string
  scopes: Scope[]
  /** null for never */
  expiresAt: Date | null
}

/** The tokens of a workspace, newest first: of one person, or of all. */
export async function listTokens(scope: WorkspaceScope, userId?: string): Promise<AccessToken[]> {
  const { rows } = await scope.trx.rawQuery<{ rows: TokenRow[] }>(
    `${SELECT} and (? = '' or t.user_id = nullif(?, '')::uuid) order by t.created_at desc, t.id desc`,
    [scope.workspaceId, userId ?? '', userId ?? ''],
  )
  return rows.map(tokenJson)
}

/** One token; 404 when it is gone. */
export async function showToken(scope: WorkspaceScope, id: string): Promise<AccessToken> {
  const { rows } = await scope.trx.rawQuery<{ rows: TokenRow[] }>(`${SELECT} and t.id = ?`, [
    scope.workspaceId,
    id,
  ])
  if (!rows[0]) throw notFound()
  return tokenJson(rows[0])
}

/** Makes a token of a member. The answer is the only one that holds it; 409 when they have enough. */
export async function makeToken(
  scope: WorkspaceScope,
  userId: string,
  { name, scopes, expiresAt }: AskedToken,
): Promise<NewAccessToken> {
  const { trx, workspaceId } = scope
  // one after the other, so that the count holds
  await trx.rawQuery('select 1 from memberships where workspace_id = ? and user_id = ? for update', [
    workspaceId,
    userId,
  ])
  const { rows: counted } = await trx.rawQuery<{ rows: { count: number }[] }>(
    'select count(*)::int as count from access_tokens where workspace_id = ? and user_id = ?',
    [workspaceId, userId],
  )
  if (counted[0].count >= MOST) throw tooManyTokens(MOST)
  const token = newToken()
  const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
    `insert into access_tokens (workspace_id, user_id, name, token_hash, begins, scopes, expires_at)
     values (?, ?, ?, ?, ?, ?, nullif(?, '')::timestamptz) returning id`,
    [workspaceId, userId, name, tokenHash(token), tokenBegin(token), scopes, expiresAt?.toISOString() ?? ''],
  )
  return { ...(await showToken(scope, rows[0].id)), token }
}

/** Ends a token for good: one of this person, or of anybody when none is given. 404 when there is none. */
export async function revokeToken(scope: WorkspaceScope, id: string, userId?: string): Promise<void> {
  const { rowCount } = await scope.trx.rawQuery<{ rowCount: number }>(
    `delete from access_tokens where workspace_id = ? and id = ? and (? = '' or user_id = nullif(?, '')::uuid)`,
    [scope.workspaceId, id, userId ?? '', userId ?? ''],
  )
  if (rowCount !== 1) throw notFound()
}

function tokenJson(row: TokenRow): AccessToken {
  return {
    id: row.id,
    name: row.name,
    begins: row.begins,
    scopes: row.scopes,
    person: { id: row.user_id, name: row.person },
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }
}
