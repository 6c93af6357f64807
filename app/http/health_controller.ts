import type { HttpContext } from '@adonisjs/core/http'
import pg from 'pg'
import { isDraining } from '#app/http/drain'
import { OutageLog } from '#app/http/outage_log'
import env from '#start/env'

/** How long the database may take to let us in, and then to answer, in milliseconds. */
const PATIENCE = 1_500

let asking: Promise<void> | undefined

const log = new OutageLog('the database does not answer')

/** Asks the database by a connection of its own: one of the pool could wait for ever behind a network gone silent. */
async function askDatabase(): Promise<void> {
  const client = new pg.Client({
    connectionString: env.get('DATABASE_URL'),
    connectionTimeoutMillis: PATIENCE,
    query_timeout: PATIENCE,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    client.end().catch(() => undefined)
  }
}

/** What a load balancer asks. */
export default class HealthController {
  /** The process answers. */
  live({ response }: HttpContext) {
    return response.header('cache-control', 'no-store').json({ status: 'ok' })
  }

  /** The process can serve: the database answers and nobody asked it to stop. */
  async ready({ response }: HttpContext) {
    response.header('cache-control', 'no-store')
    if (isDraining()) return response.status(503).json({ status: 'stopping' })
    try {
      // however many ask at once, the database is asked once
      await (asking ??= askDatabase().finally(() => (asking = undefined)))
    } catch (error) {
      log.failed(error)
      return response.status(503).json({ status: 'database' })
    }
    log.worked()
    return response.json({ status: 'ok' })
  }
}
