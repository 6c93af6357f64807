import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'

/** Refusals of a server that is too busy or out of room: an answer, not a failure. */
const REFUSED = new Set([503, 507])

/** One line per request: what was asked, by route name, and how it ended. No addresses with tokens, no bodies. */
export default class RequestLogMiddleware {
  handle(ctx: HttpContext, next: NextFn) {
    const started = performance.now()
    const { response } = ctx.response
    response.once('close', () => {
      const route = ctx.route?.name ?? 'none'
      const fields = {
        method: ctx.request.method(),
        route,
        status: response.statusCode,
        ms: Math.round(performance.now() - started),
        cut: response.writableFinished ? undefined : true,
      }
      if (REFUSED.has(response.statusCode)) ctx.logger.warn(fields, 'answered')
      else if (response.statusCode >= 500) ctx.logger.error(fields, 'answered')
      else if (route.startsWith('health.')) ctx.logger.debug(fields, 'answered')
      else ctx.logger.info(fields, 'answered')
    })
    return next()
  }
}
