import { EventEmitter } from 'node:events'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { pool } from '#app/workspaces/pool'
import env from '#start/env'

const CHANNEL = 'formwright_outbox'

/** How long a notice to the other processes waits for more of its kind. */
const COALESCE_MS = 100

const RECONNECT_MS = 1_000

/** What there is new: events that become deliveries, or deliveries that may be made now. */
export type News = 'outbox' | 'deliveries'

const here = new EventEmitter()
const me = randomUUID()
const told = new Set<News>()

/**
 * Says that there are new rows in the outbox. To be called after the commit: a NOTIFY inside the transaction would
 * make all commits wait for each other. Never throws; what a lost notice delays is found by the poll within a second.
 */
export function wakeOutbox(): void {
  tell('outbox')
}

/** Says that there are deliveries to make which no event has brought: a test, or one to make again. As `wakeOutbox`. */
export function wakeDeliveries(): void {
  tell('deliveries')
}

/** Calls `listener` whenever this process or another one says so. Returns the way to stop. */
export function onWake(listener: (news: News) => void): () => Promise<void> {
  here.on('wake', listener)
  const others = listen(listener)
  return async () => {
    here.off('wake', listener)
    await others.stop()
  }
}

function tell(news: News): void {
  here.emit('wake', news)
  if (told.has(news)) return
  told.add(news)
  setTimeout(() => {
    told.delete(news)
    pool()
      .query('select pg_notify($1, $2)', [CHANNEL, `${me} ${news}`])
      .catch(() => undefined)
  }, COALESCE_MS).unref()
}

/** Listens to the other processes on a connection of its own, and opens it again when it breaks. */
function listen(listener: (news: News) => void): { stop: () => Promise<void> } {
  let client: pg.Client | undefined
  let again: NodeJS.Timeout | undefined
  let stopped = false

  const reconnect = () => {
    client = undefined
    if (!stopped) again = setTimeout(connect, RECONNECT_MS)
  }
  const connect = () => {
    const opened = new pg.Client({ connectionString: env.get('DATABASE_URL') })
    client = opened
    opened.on('error', () => undefined)
    opened.on('end', reconnect)
    opened.on('notification', ({ payload = '' }) => {
      const [from, news] = payload.split(' ')
      if (from !== me) listener(news === 'deliveries' ? news : 'outbox')
    })
    opened
      .connect()
      .then(() => opened.query(`listen ${CHANNEL}`))
      // what was said while nobody listened
      .then(() => {
        listener('outbox')
        listener('deliveries')
      })
      .catch(() => opened.end())
  }
  connect()
  return {
    async stop() {
      stopped = true
      clearTimeout(again)
      await client?.end()
    },
  }
}
