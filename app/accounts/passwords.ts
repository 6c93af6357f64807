import { createHash } from 'node:crypto'
import hash from '@adonisjs/core/services/hash'
import { isCommonPassword } from '#app/accounts/common_passwords'
import { FieldErrors } from '#app/http/errors'
import { passwordMatches, type PasswordGiver } from '#app/http/hashing'

let decoy: Promise<string> | undefined

/** Refuses a password that is guessed first. */
export function refuseCommonPassword(person: { email: string; password: string }): void {
  if (!isCommonPassword(person.password, person.email)) return
  const message = 'This password is too easy to guess. Choose another one.'
  throw new FieldErrors('E_VALIDATION', message, { password: [message] })
}

/**
 * Whether the password is the one kept. Without anything kept (an unknown address) the same work is done against a
 * decoy, so that the time taken tells nothing.
 */
export async function passwordFits(
  kept: string | undefined,
  password: string,
  by: PasswordGiver,
): Promise<boolean> {
  decoy ??= hash.make('nobody has this password')
  const other = await decoy
  const fits = await passwordMatches(kept ?? other, password, by)
  return fits && kept !== undefined
}

/** Names the kept password in a session, without being of use to anybody: another password, another name. */
export function passwordMark(kept: string): string {
  return createHash('sha256').update(kept).digest('base64url').slice(0, 24)
}
