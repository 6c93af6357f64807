import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { hasBody } from '#app/http/body_bytes'
import { CodedError } from '#app/http/errors'

/**
 * Refuses bodies that were compressed, whoever would read them (RFC 9110, 15.5.16): what they unfold to is counted nowhere, and
 * read as they are they are no JSON, no form, and another file than the one that was meant.
 */
export default class PlainBodiesMiddleware {
  handle({ request: { request } }: HttpContext, next: NextFn) {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? ''
    if (hasBody(request) && encoding !== '' && encoding !== 'identity') throw compressed()
    return next()
  }
}

function compressed(): CodedError {
  const message = 'A compressed body is not accepted. Send it as it is, without Content-Encoding.'
  const error = new CodedError('E_MEDIA_TYPE', 415, message)
  error.headers = { 'accept-encoding': 'identity' }
  return error
}
