import { createHash, randomBytes } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import { instanceCookie } from '#app/http/instance'

const COOKIE = instanceCookie('formwright_device')

/** What a browser keeps after a sign-in, encrypted: whose it was, and a name of its own. Opens nothing. */
interface Device {
  account: string
  name: string
}

function markOf(account: string): string {
  return createHash('sha256').update(account).digest('base64url')
}

function isDevice(value: unknown): value is Device {
  return (
    typeof value === 'object' &&
    value !== null &&
    'account' in value &&
    typeof value.account === 'string' &&
    'name' in value &&
    typeof value.name === 'string'
  )
}

/** The name of this browser, if the person whose address has this key has signed in with it before. */
export function knownDevice(ctx: HttpContext, account: string): string | undefined {
  const kept: unknown = ctx.request.encryptedCookie(COOKIE)
  return isDevice(kept) && kept.account === markOf(account) ? kept.name : undefined
}

/** Remembers that the person whose address has this key has signed in with this browser. */
export function rememberDevice(ctx: HttpContext, account: string): void {
  const name = knownDevice(ctx, account) ?? randomBytes(16).toString('base64url')
  ctx.response.encryptedCookie(COOKIE, { account: markOf(account), name } satisfies Device, { maxAge: '1y' })
}
