import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { CodedError } from '#app/http/errors'

/** Refuses bodies that are not JSON: what a form of another site could post by itself is read nowhere. */
export default class JsonOnlyMiddleware {
  handle({ request }: HttpContext, next: NextFn) {
    const { headers } = request.request
    const sent = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (sent && !request.is(['json'])) {
      throw new CodedError(
        'E_MEDIA_TYPE',
        415,
        'This content type is not accepted. Send JSON, with the content type application/json.',
      )
    }
    return next()
  }
}
