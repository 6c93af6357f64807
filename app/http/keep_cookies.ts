import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'

/**
 * Answers without cookies. A file takes minutes to arrive, and meanwhile the browser may have got another session token: the
 * one that the request came with must not come back with its answer.
 */
export default class KeepCookies {
  async handle({ response }: HttpContext, next: NextFn) {
    try {
      await next()
    } finally {
      response.removeHeader('set-cookie')
    }
  }
}
