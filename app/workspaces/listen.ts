import { setTimeout as sleep } from 'node:timers/promises'
import logger from '@adonisjs/core/services/logger'
import pg from 'pg'
import { OutageLog } from '#app/http/outage_log'
import env from '#start/env'

const RECONNECT_MS = 1_000
/** A connection on which nothing is said is probed: what lies between may have dropped it without a word. */
const PROBE_MS = 30_000
/** The database answers, or it is tried again. */
const PATIENCE_MS = 10_000
/** Who stops does not wait for a database that is silent. */
const FAREWELL_MS = 500

/** What is done with notices. */
export interface Ear {
  hear(payload: string): void
  /** It listens, for the first time or `again` after the connection was lost: what was said meanwhile was not heard. */
  begun(again: boolean): void
}

/** Listening that goes on until it is stopped. */
export interface Subscription {
  /** settled when the first try succeeded or failed; further ones follow by themselves */
  tried: Promise<void>
  stop(): Promise<void>
}

/** Listens to a channel of the database on a connection of its own, which is opened again whenever it breaks. */
export function listen(channel: string, ear: Ear): Subscription {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let stopped = false
  let before = false
  const log = new OutageLog('not listening to other processes; trying again')

  async function connect(): Promise<void> {
    const opened = new pg.Client({
      connectionString: env.get('DATABASE_URL'),
      keepAlive: true,
      keepAliveInitialDelayMillis: PROBE_MS,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    })
    client = opened
    const lost = () => {
      if (client !== opened || stopped) return
      client = undefined
      opened.end().catch(() => {})
      retry = setTimeout(() => void connect(), RECONNECT_MS)
      retry.unref()
    }
    opened.on('error', lost)
    opened.on('end', lost)
    opened.on('notification', ({ payload = '' }) => heard(payload))
    try {
      await opened.connect()
      await opened.query(`listen ${channel}`)
    } catch (error) {
      if (!stopped) log.failed(error, { channel })
      return lost()
    }
    log.worked()
    ear.begun(before)
    before = true
  }

  /** Another process may be of another version: what it says and we do not understand must not end us. */
  function heard(payload: string): void {
    try {
      ear.hear(payload)
    } catch (error) {
      logger.warn({ err: error, channel }, 'a notice of another process was not understood')
    }
  }

  return {
    tried: connect(),
    async stop() {
      stopped = true
      clearTimeout(retry)
      await Promise.race([client?.end().catch(() => {}), sleep(FAREWELL_MS, undefined, { ref: false })])
    },
  }
}
