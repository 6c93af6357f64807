import { createHash } from 'node:crypto'
import hash from '@adonisjs/core/services/hash'
import type { FormState } from '#app/forms/states'
import { sign, verify } from '#app/respond/signed'

/** What a visitor shows to be let in: the cookie of a form, or its value in a header (the API). */
export interface Presented {
  token: string | undefined
}

/** Thirty days, in seconds. */
export const PASSWORD_LIFETIME = 30 * 24 * 3600

/** The cookie that lets a visitor in again. */
export function passwordCookie(slug: string): string {
  return `password-${slug}`
}

/** True when the form has no password, or the token was given for the one it has now. */
export function opens(form: FormState, { token }: Presented): boolean {
  const kept = form.access.passwordHash
  if (kept === undefined) return true
  if (token === undefined) return false
  const [formId, print, until] = (verify('form-password', token) ?? '').split(' ')
  return formId === form.formId && print === printOf(kept) && Number(until) > Date.now()
}

/** A token for the right password, or undefined. */
export async function tokenFor(form: FormState, password: string): Promise<string | undefined> {
  const kept = form.access.passwordHash
  if (kept === undefined || !(await hash.verify(kept, password))) return undefined
  return sign('form-password', `${form.formId} ${printOf(kept)} ${Date.now() + PASSWORD_LIFETIME * 1000}`)
}

/** Names the password in force, so that changing it ends what the old one opened. */
function printOf(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('base64url').slice(0, 16)
}
