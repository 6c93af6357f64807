import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { bearerOf } from '#app/http/bearer'

/** What pages of other origins may ask of a program's routes; a browser is told once in two hours. */
const PREFLIGHT = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, form-password, idempotency-key, if-match, if-none-match, x-request-id',
  'access-control-max-age': '7200',
}

/** Headers of answers that pages of other origins may read. */
const READABLE =
  'etag, idempotency-replayed, ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after, www-authenticate, x-request-id'

/** Routes that ask nobody who they are: what anyone may know of a published form, and sending answers. */
const PUBLIC =
  /^(GET \/api\/forms\/[^/]+\/public|POST \/api\/forms\/[^/]+\/(submissions|evaluation|codes|confirmations|files))$/

/**
 * Lets pages of other origins call what asks for no cookie: public routes, and all others with an access token. Never with
 * credentials: without `Access-Control-Allow-Credentials` a browser sends no cookie along and hides what was answered to one.
 */
export default class CrossOriginMiddleware {
  handle({ request, response }: HttpContext, next: NextFn) {
    const path = request.url()
    if (!path.startsWith('/api/')) return next()
    if (request.method() === 'OPTIONS' && request.header('access-control-request-method') !== undefined) {
      for (const [name, value] of Object.entries(PREFLIGHT)) response.header(name, value)
      return response.status(204).send(null)
    }
    if (PUBLIC.test(`${request.method()} ${path}`) || bearerOf(request.request) !== undefined) {
      response.header('access-control-allow-origin', '*')
      response.header('access-control-expose-headers', READABLE)
    }
    return next()
  }
}
