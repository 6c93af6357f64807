// The one-time link by which the operator makes the first account, so that no stranger does it before them.
import { createHash, randomBytes } from 'node:crypto'
import { withClient } from './database.mjs'

const VALID = '24 hours'

/**
 * Makes the token of a new set-up link, which replaces an older one; undefined when there is an account already.
 * @param {string} ownerUrl
 */
export async function newSetupToken(ownerUrl) {
  const token = `fwsetup_${randomBytes(20).toString('base64url')}`
  return withClient({ connectionString: ownerUrl }, async (client) => {
    const { rowCount } = await client.query(
      `insert into setup_link (token_hash, expires_at)
       select $1, now() + $2::interval where not exists (select from users)
       on conflict (single) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
      [createHash('sha256').update(token).digest('hex'), VALID],
    )
    return rowCount ? token : undefined
  })
}
