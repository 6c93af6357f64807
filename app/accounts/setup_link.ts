import { createHash } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { CodedError } from '#app/http/errors'

/** Refuses while the first account is still to be made by the link that the start printed. */
export async function refuseWhileSettingUp(): Promise<void> {
  // an expired link counts as well: it shuts the door until the next start prints another
  const { rows } = await db.rawQuery<{ rows: unknown[] }>(
    'select 1 from setup_link where not exists (select from users)',
  )
  if (rows.length === 0) return
  throw new CodedError(
    'E_SETUP',
    403,
    'To create the first account, open the setup link that was printed when Formwright started.',
  )
}

/** Uses the set-up link up, as part of a transaction: of several at once, one gets through. */
export async function spendSetupLink(trx: TransactionClientContract, token: string): Promise<void> {
  const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
    `delete from setup_link
     where token_hash = ? and expires_at > now() and not exists (select from users) returning 1`,
    [createHash('sha256').update(token).digest('hex')],
  )
  if (rows.length > 0) return
  throw new CodedError(
    'E_SETUP_LINK',
    410,
    'This setup link was used, has expired, or was replaced by a newer one. Sign in if you have an account, or restart Formwright for a new link.',
  )
}
