import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { instanceCookie } from '#app/http/instance'

const COOKIE = instanceCookie('XSRF-TOKEN')

/** Hands the creator's app its CSRF token, which it sends back as `X-CSRF-TOKEN`. Runs after the guard made the token. */
export default class CsrfCookie {
  handle({ request, response }: HttpContext, next: NextFn) {
    response.plainCookie(COOKIE, request.csrfToken, { encode: false, httpOnly: false, maxAge: undefined })
    return next()
  }
}
