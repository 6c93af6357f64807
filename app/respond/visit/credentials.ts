import { createHash } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import encryption from '@adonisjs/core/services/encryption'
import type { FormState } from '#app/forms/states'
import { passwordMatches } from '#app/http/hashing'

/** What a visitor shows to be let in: the cookie of a form, or its value in a header (the API). */
export interface Credentials {
  token: string | undefined
}

export const PASSWORD_LIFETIME = '30 days'

const PURPOSE = 'form-password'

interface Pass {
  form: string
  /** of the password that was given */
  print: string
}

/** The cookie that lets a visitor in again. */
export function passwordCookie(slug: string): string {
  return `password-${slug}`
}

/** The credentials of a request: the cookie of the slug it names, or the header `form-password` of programs. */
export function credentialsOf(ctx: HttpContext): Credentials {
  const { cookie, 'form-password': header } = ctx.request.request.headers
  if (typeof header === 'string') return { token: header }
  if (cookie === undefined) return { token: undefined }
  const name = `${passwordCookie(String(ctx.params.slug ?? ctx.params.form))}=`
  const found = cookie.split(/; */).find((one) => one.startsWith(name))
  return { token: found?.slice(name.length) }
}

/** True when the form has no password, or the token was given for the one it has now. */
export function opens(form: FormState, { token }: Credentials): boolean {
  const { passwordHash } = form
  if (passwordHash === null) return true
  if (token === undefined) return false
  const pass = encryption.getMessageVerifier().unsign<Pass>(token, PURPOSE)
  return pass !== null && pass.form === form.formId && pass.print === printOf(passwordHash)
}

/** A token for the right password, given from this address, or undefined. */
export async function tokenFor(
  form: FormState,
  password: string,
  address: string,
): Promise<string | undefined> {
  const { passwordHash } = form
  const by = { kind: 'visitor', name: address } as const
  if (passwordHash === null || !(await passwordMatches(passwordHash, password, by))) return undefined
  const pass: Pass = { form: form.formId, print: printOf(passwordHash) }
  return encryption.getMessageVerifier().sign(pass, PASSWORD_LIFETIME, PURPOSE)
}

/** Names the password in force, so that changing it ends what the old one opened. */
function printOf(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('base64url').slice(0, 16)
}
