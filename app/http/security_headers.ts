import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import env from '#start/env'

const OVER_TLS = env.get('APP_URL', '').startsWith('https:')

/**
 * Headers that every answer carries. The policy is the strictest there is; pages that load something (the creator's
 * app, public forms) replace it with their own.
 */
export default class SecurityHeadersMiddleware {
  handle(ctx: HttpContext, next: NextFn) {
    const { response } = ctx
    response.header('x-content-type-options', 'nosniff')
    response.header('referrer-policy', 'strict-origin-when-cross-origin')
    response.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    response.header('cross-origin-opener-policy', 'same-origin')
    if (OVER_TLS) response.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    return next()
  }
}
