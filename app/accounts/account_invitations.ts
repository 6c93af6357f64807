import { createHash, randomBytes } from 'node:crypto'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { emailKey } from '#app/accounts/email_key'
import { CodedError } from '#app/http/errors'
import env from '#start/env'

/** Who may make an account besides the first one: everybody, those with a link of the operator, nobody. */
export function registration(): 'open' | 'invited' | 'closed' {
  return env.get('REGISTRATION', 'invited')
}

/** How long an invitation can be used, once. */
export const INVITED_FOR = '7 days'

/** A new token of an invitation, and what the database keeps of it. */
export function invitationToken(): { token: string; hash: string } {
  const token = `fwinvite_${randomBytes(20).toString('base64url')}`
  return { token, hash: hashOf(token) }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Throws where nobody may register, or only with an invitation and there is none. */
export function refuseRegistration(invitation: string | undefined): void {
  if (registration() === 'closed') {
    throw new CodedError(
      'E_REGISTRATION_CLOSED',
      403,
      'New accounts are not accepted here. Ask whoever runs this server.',
    )
  }
  if (registration() === 'invited' && invitation === undefined) {
    throw new CodedError(
      'E_INVITATION',
      403,
      'New accounts are by invitation here. Ask whoever runs this server for a link.',
    )
  }
}

/**
 * Uses an invitation up, as part of a transaction: of several at once, one gets through. Throws `E_INVITATION`, also where it
 * is for another email address.
 */
export async function spendInvitation(
  trx: TransactionClientContract,
  token: string,
  email: string,
): Promise<void> {
  const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
    `delete from account_invitations
     where token_hash = ? and expires_at > now() and coalesce(email_key, ?) = ? returning 1`,
    [hashOf(token), emailKey(email), emailKey(email)],
  )
  if (rows.length > 0) return
  throw new CodedError(
    'E_INVITATION',
    403,
    'This invitation was used, has expired, or is for another email address. Sign in if you have an account, or ask for a new link.',
  )
}
