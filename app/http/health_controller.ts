import type { HttpContext } from '@adonisjs/core/http'
import db from '@adonisjs/lucid/services/db'
import { isDraining } from '#app/http/drain'

/** What a load balancer asks. */
export default class HealthController {
  /** The process answers. */
  live({ response }: HttpContext) {
    return response.header('cache-control', 'no-store').json({ status: 'ok' })
  }

  /** The process can serve: the database answers and nobody asked it to stop. */
  async ready({ response, logger }: HttpContext) {
    response.header('cache-control', 'no-store')
    if (isDraining()) return response.status(503).json({ status: 'stopping' })
    try {
      await db.rawQuery('select 1')
    } catch (error) {
      logger.error({ err: error }, 'the database does not answer')
      return response.status(503).json({ status: 'database' })
    }
    return response.json({ status: 'ok' })
  }
}
