import { randomUUID } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'

const ACCEPTABLE = /^[\w-]{8,64}$/

/** A fresh id for a request: it is in every log line and every error answer. */
export function requestId(): string {
  return randomUUID()
}

/** Keeps a caller's request id when it is harmless, and makes one otherwise. */
export default class RequestIdMiddleware {
  handle(ctx: HttpContext, next: NextFn) {
    const { headers } = ctx.request.request
    const given = headers['x-request-id']
    if (typeof given !== 'string' || !ACCEPTABLE.test(given)) {
      headers['x-request-id'] = requestId()
      ctx.logger = ctx.logger.child({ request_id: headers['x-request-id'] })
    }
    ctx.response.header('x-request-id', String(headers['x-request-id']))
    return next()
  }
}
