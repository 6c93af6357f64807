import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import env from '#start/env'
import { CodedError } from '#app/http/errors'

const OWN = env.get('APP_URL', '')

/** The host name of a Host header, without its port. */
function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '')
}

/** Whether a Host header names the host of the public address, on whatever port. */
export function isKnownHost(host: string, appUrl: string): boolean {
  return nameOf(host) === nameOf(new URL(appUrl).host)
}

/**
 * Where a public address is set: refuses other names (421), so that no answer is ever made for a foreign host. Elsewhere
 * whatever is a name will do, since what is told of this server begins with it (400).
 */
export default class KnownHostMiddleware {
  handle(ctx: HttpContext, next: NextFn) {
    // probes come by address, from inside
    if (ctx.request.url().startsWith('/health/')) return next()
    const host = ctx.request.request.headers.host ?? ''
    if (OWN !== '' && !isKnownHost(host, OWN)) {
      throw new CodedError('E_UNKNOWN_HOST', 421, 'This server does not answer for this host name.')
    }
    if (OWN === '' && !URL.canParse(`http://${ctx.request.host() ?? ''}`)) {
      throw new CodedError('E_BAD_REQUEST', 400, 'The host name of this request cannot be read.')
    }
    return next()
  }
}
