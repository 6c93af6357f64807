import { createHash, randomBytes } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { CodedError } from '#app/http/errors'

type Client = Pick<TransactionClientContract, 'rawQuery'>

/** How long a link is good, once. */
const GOOD_FOR = '1 hour'

/** A link by which a person chooses a new password. Others that they have go on being good. */
export async function makeReset(client: Client, userId: string, origin: string): Promise<string> {
  const token = `fwreset_${randomBytes(20).toString('base64url')}`
  await client.rawQuery(
    'insert into password_resets (token_hash, user_id, expires_at) values (?, ?, now() + ?::interval)',
    [hashOf(token), userId, GOOD_FOR],
  )
  return new URL(`/password/reset/${token}`, origin).href
}

/** Whose password a token changes; 410 where it is not good, any more or at all. */
export async function readReset(token: string): Promise<{ userId: string; email: string }> {
  const { rows } = await db.rawQuery<{ rows: { id: string; email: string }[] }>(
    `select u.id, u.email from password_resets r join users u on u.id = r.user_id
     where r.token_hash = ? and r.expires_at > now() and u.suspended_at is null`,
    [hashOf(token)],
  )
  const [person] = rows
  if (!person) throw notGood()
  return { userId: person.id, email: person.email }
}

/** Uses a token up, as part of a transaction: of several at once, one gets through. All others of the person end with it. */
export async function spendReset(trx: Client, token: string, userId: string): Promise<void> {
  const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
    'delete from password_resets where token_hash = ? and user_id = ? and expires_at > now() returning 1',
    [hashOf(token), userId],
  )
  if (rows.length === 0) throw notGood()
  await endResets(trx, userId)
}

/** Links of a person are good no more: their password is another one. */
export async function endResets(trx: Client, userId: string): Promise<void> {
  await trx.rawQuery('delete from password_resets where user_id = ?', [userId])
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function notGood(): CodedError {
  return new CodedError(
    'E_RESET_LINK',
    410,
    'This link was used or has expired. Ask for a new one, or sign in if you know your password.',
  )
}
