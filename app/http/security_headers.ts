import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import env from '#start/env'

const OVER_TLS = env.get('APP_URL', '').startsWith('https:')

/**
 * Headers that every answer carries. The policy is the strictest there is; pages that load something (the creator's
 * app, public forms) replace it with their own.
 */
export const SECURITY_HEADERS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  ...(OVER_TLS && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
}

/** Gives every answer those headers. */
export default class SecurityHeadersMiddleware {
  handle(ctx: HttpContext, next: NextFn) {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) ctx.response.header(name, value)
    return next()
  }
}
