import { randomBytes } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'

const ACCEPTABLE = /^[\w-]{8,64}$/

/** A fresh id for a request: it is in every log line and every error answer. */
export function requestId(): string {
  return randomBytes(10).toString('hex')
}

/** Keeps a caller's request id when it is harmless, and makes one otherwise. */
export default class RequestIdMiddleware {
  handle(ctx: HttpContext, next: NextFn) {
    const { headers } = ctx.request.request
    const given = headers['x-request-id']
    const id = typeof given === 'string' && ACCEPTABLE.test(given) ? given : requestId()
    headers['x-request-id'] = id
    ctx.response.header('x-request-id', id)
    ctx.logger = ctx.logger.child({ request_id: id })
    return next()
  }
}
