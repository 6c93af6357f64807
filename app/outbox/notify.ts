import { EventEmitter } from 'node:events'
import { randomUUID } from 'node:crypto'
import { listen } from '#app/workspaces/listen'
import { pool } from '#app/workspaces/pool'

const CHANNEL = 'formwright_outbox'

/** How long a notice to the other processes waits for more of its kind. */
const COALESCE_MS = 100

/** What there is new: events that become deliveries, or deliveries that may be made now. */
export type Notice = 'outbox' | 'deliveries'

const here = new EventEmitter()
const me = randomUUID()
/** to be said to the others when the wait is over */
const pending = new Set<Notice>()

/**
 * Says that there are new rows in the outbox. To be called after the commit: a NOTIFY inside the transaction would
 * make all commits wait for each other. Never throws; what a lost notice delays is found by the poll within a second.
 */
export function notifyOutbox(): void {
  notify('outbox')
}

/** Says that there are deliveries to make which no event has brought: a test, or one to make again. As `notifyOutbox`. */
export function notifyDeliveries(): void {
  notify('deliveries')
}

/** Calls `listener` whenever this process or another one says so. Returns the way to stop. */
export function onNotice(listener: (notice: Notice) => void): () => Promise<void> {
  here.on('notice', listener)
  const others = listen(CHANNEL, {
    hear(payload) {
      const [from, notice] = payload.split(' ')
      if (from !== me) listener(notice === 'deliveries' ? notice : 'outbox')
    },
    begun() {
      listener('outbox')
      listener('deliveries')
    },
  })
  return async () => {
    here.off('notice', listener)
    await others.stop()
  }
}

function notify(notice: Notice): void {
  here.emit('notice', notice)
  if (pending.has(notice)) return
  pending.add(notice)
  setTimeout(() => {
    pending.delete(notice)
    pool()
      .query('select pg_notify($1, $2)', [CHANNEL, `${me} ${notice}`])
      .catch(() => undefined)
  }, COALESCE_MS).unref()
}
