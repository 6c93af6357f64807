import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#api_types/access_tokens'
import { tokenRefused } from '#app/access_tokens/errors'
import { tokenFault, tokenHash } from '#app/access_tokens/token_text'
import type { TokenCaller } from '#app/http/token_caller'
import { within } from '#app/workspaces/within'

/** The time of the last use is written at most this often. */
const NOTICED_EVERY = '1 minute'

interface TokenRow {
  user_id: string
  scopes: Scope[]
  expired: boolean
  suspended: boolean
  unnoticed: boolean
}

/** The program that a token stands for, and notes that it was here. Throws 401, with the reason, for a token that opens nothing. */
export async function findToken(token: string): Promise<TokenCaller> {
  const fault = tokenFault(token)
  if (fault) throw tokenRefused(fault === 'shape' ? 'E_TOKEN_SHAPE' : 'E_TOKEN_CHECKSUM')
  const address = await addressOf(token)
  if (!address) throw tokenRefused('E_TOKEN_UNKNOWN')
  const { id, workspace_id: workspaceId } = address
  return within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: TokenRow[] }>(
      `select t.user_id, t.scopes, coalesce(t.expires_at <= now(), false) as expired, u.suspended_at is not null as suspended,
              coalesce(t.last_used_at < now() - interval '${NOTICED_EVERY}', true) as unnoticed
       from access_tokens t join users u on u.id = t.user_id where t.workspace_id = ? and t.id = ?`,
      [workspaceId, id],
    )
    const row = rows[0]
    if (!row) throw tokenRefused('E_TOKEN_UNKNOWN')
    if (row.expired) throw tokenRefused('E_TOKEN_EXPIRED')
    if (row.suspended) throw tokenRefused('E_TOKEN_SUSPENDED')
    // of many requests at once one writes; the others find it written and do not wait for it
    if (row.unnoticed) {
      await trx.rawQuery(
        `update access_tokens set last_used_at = now() where workspace_id = ? and id = (
           select id from access_tokens where workspace_id = ? and id = ?
             and coalesce(last_used_at < now() - interval '${NOTICED_EVERY}', true) for update skip locked)`,
        [workspaceId, workspaceId, id],
      )
    }
    return { id, workspaceId, userId: row.user_id, scopes: row.scopes }
  })
}

async function addressOf(token: string): Promise<{ workspace_id: string; id: string } | undefined> {
  const { rows } = await db.rawQuery<{ rows: { workspace_id: string; id: string }[] }>(
    'select workspace_id, id from access_token_address(?)',
    [tokenHash(token)],
  )
  return rows[0]
}
