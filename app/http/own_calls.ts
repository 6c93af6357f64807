import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { CodedError } from '#app/http/errors'
import { INSTANCE } from '#app/http/instance'

/** The header in which each call of ours says of which instance it is. */
export const CALLER = 'formwright-instance'

/**
 * Refuses what this instance sends to itself: an integration that fills in a form would tell of a submission by making the
 * next one, without end.
 */
export default class OwnCallsMiddleware {
  handle({ request: { request } }: HttpContext, next: NextFn) {
    if (request.headers[CALLER] === INSTANCE)
      throw new CodedError(
        'E_LOOP',
        508,
        'This request comes from an integration of the same server. Enter the address of another service.',
      )
    return next()
  }
}
