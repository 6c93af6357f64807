import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import env from '#start/env'
import { CodedError } from '#app/http/errors'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** The host name of a Host header, without its port. */
function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '')
}

/** Whether this host name belongs to the application: the configured one, or any loopback name when none is. */
export function isKnownHost(host: string, appUrl: string): boolean {
  const name = nameOf(host)
  return appUrl === '' ? LOOPBACK.test(name) : name === nameOf(new URL(appUrl).host)
}

/** Refuses names that are not ours (421), so that no answer or link is ever made for a foreign host. */
export default class KnownHostMiddleware {
  handle(ctx: HttpContext, next: NextFn) {
    const own = env.get('APP_URL', '')
    const host = ctx.request.request.headers.host ?? ''
    const path = ctx.request.url()
    // probes come by address, from inside
    if (own !== '' && !path.startsWith('/health/') && !isKnownHost(host, own)) {
      throw new CodedError('E_UNKNOWN_HOST', 421, 'This server does not serve this host name.')
    }
    return next()
  }
}
