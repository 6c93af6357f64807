import { EventEmitter } from 'node:events'
import { randomUUID } from 'node:crypto'
import { listen } from '#app/workspaces/listen'
import { pool } from '#app/workspaces/pool'

const CHANNEL = 'formwright_outbox'

/** How long a notice to the other processes waits for more of its kind. */
const COALESCE_MS = 100

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
  const others = listen(CHANNEL, {
    hear(payload) {
      const [from, news] = payload.split(' ')
      if (from !== me) listener(news === 'deliveries' ? news : 'outbox')
    },
    begun() {
      listener('outbox')
      listener('deliveries')
    },
  })
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
