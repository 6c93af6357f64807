import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { notFound } from '#app/http/errors'

/** Lets operators of the instance pass, as the database has it now; for all others there is nothing here. Behind `auth`. */
export default class OperatorMiddleware {
  async handle({ auth }: HttpContext, next: NextFn) {
    if (!auth.getUserOrFail().operator) throw notFound()
    return next()
  }
}
