import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { PERMISSIONS, type Permissions } from '@formwright/kit/field'
import env from '#start/env'

const OVER_TLS = env.get('APP_URL', '').startsWith('https:')

/** The policy that gives a page the features of the browser that somebody asks for, and refuses all others. */
export function permissionsPolicy(asked: readonly Permissions[] = []): string {
  return PERMISSIONS.map((name) => {
    const all = asked.flatMap((one) => (one[name] ? [one[name]] : []))
    const origins = [...new Set(all.flat())].map((origin) => ` "${origin}"`)
    return `${name}=(${all.length > 0 ? 'self' : ''}${origins.join('')})`
  }).join(', ')
}

/**
 * Headers that every answer carries. The policy is the strictest there is; pages that load something (the creator's
 * app, public forms) replace it with their own.
 */
export const SECURITY_HEADERS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': permissionsPolicy(),
  ...(OVER_TLS && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
}

/** Gives every answer those headers. */
export default class SecurityHeadersMiddleware {
  handle(ctx: HttpContext, next: NextFn) {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) ctx.response.header(name, value)
    return next()
  }
}
