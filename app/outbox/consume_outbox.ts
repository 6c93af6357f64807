import logger from '@adonisjs/core/services/logger'
import { notifyForm } from '#app/forms/events'
import { isBusy } from '#app/http/load_shedding'
import { isOutage } from '#app/http/outage'
import { outboxBatches } from '#app/outbox/outbox_batches'
import { countEvents, type OutboxRow, takeEvents } from '#app/outbox/take_events'
import { pool } from '#app/workspaces/pool'
import { type Scope, within } from '#app/workspaces/within'

/** How many events a round looks at. */
const BATCH = 1_000

/** How many of a workspace go to a consumer in a round: the answers it asks about are in memory together. */
const CONSUMER_BATCH = 200

/**
 * So many things may be made of them, one for each listener of each event; of one event any number. A form of 200 integrations
 * made 40,000 in one transaction, which ran out of time, and everybody waited for it.
 */
const MOST_MADE = 1_000

/** So long, in milliseconds, a round begins further batches: who comes meanwhile has a turn in the next one. */
const ROUND_MS = 500

/** How many workspaces are remembered that had a turn. */
const MOST_SERVED = 20_000

/** Workspaces that had a turn while others waited, the last one at the end. */
const served = new Set<string>()

/** How long a row that could not be worked is left alone, so that it does not hold up the others. */
const BACKOFF_MS = 5_000

/** Rows that failed, and until when they are left alone, in milliseconds of `performance.now()`. */
const backoff = new Map<string, number>()

/** Whoever makes something of events. What it may throw concerns the batch it was given only. */
export interface Consumer {
  /**
   * Reads what it needs to know of these events, outside the transaction that takes them. Answers what is to be done in
   * that transaction with the events that were taken; that answers how many things are now to be done.
   */
  prepare(
    workspaceId: string,
    ids: readonly string[],
  ): Promise<(scope: Scope, rows: readonly OutboxRow[]) => Promise<number>>
}

/** What a round over the outbox did. */
export interface OutboxRound {
  events: number
  /** there may be more to do at once */
  more: boolean
  /** how many things the consumer has now to do */
  made: number
}

/**
 * One round over the outbox of all workspaces, which take turns: each row becomes what the consumer makes of it and its part
 * in the counts, in the transaction that removes it. A process may die anywhere: the row is there, or its work is.
 */
export async function consumeOutbox(consumer: Consumer): Promise<OutboxRound> {
  const now = performance.now()
  for (const [id, until] of backoff) if (until <= now) backoff.delete(id)
  const { batches, more } = await outboxBatches(BATCH, [...backoff.keys()], [...served])
  const began = performance.now()
  let [made, events, left] = [0, 0, more]
  for (const { workspaceId, ids, listeners } of batches) {
    if (performance.now() - began > ROUND_MS) {
      left = true
      break
    }
    noteServed(workspaceId)
    // what is left of one has its turn after the others
    const some = listeners > 0 ? ids.slice(0, mostOf(listeners)) : ids
    events += some.length
    left ||= some.length < ids.length
    try {
      made += await eachAlone(some, (few) =>
        listeners > 0 ? consume(workspaceId, few, consumer) : countOnly(workspaceId, few),
      )
    } catch (error) {
      if (!isBusy(error)) throw error
      // who does too much waits, and the other workspaces do not
      for (const id of ids) leaveAlone(id)
    }
  }
  if (!left) served.clear()
  return { events, more: left, made }
}

/** What waits of it has its turn after all others. */
function noteServed(workspaceId: string): void {
  served.delete(workspaceId)
  served.add(workspaceId)
  for (const first of served) {
    if (served.size <= MOST_SERVED) break
    served.delete(first)
  }
}

/** How many events with so many listeners go to a consumer together. */
function mostOf(listeners: number): number {
  return Math.min(CONSUMER_BATCH, Math.max(1, Math.floor(MOST_MADE / listeners)))
}

function leaveAlone(id: string): void {
  backoff.set(id, performance.now() + BACKOFF_MS)
}

/** Works these events; one by one when they fail together. One that cannot be worked is left alone for a while. */
async function eachAlone(
  ids: readonly string[],
  work: (ids: readonly string[]) => Promise<number>,
): Promise<number> {
  try {
    return await work(ids)
  } catch (error) {
    // not the fault of any of them: the whole round, or that of a workspace, is tried again later
    if (isOutage(error) || isBusy(error)) throw error
    const [only, ...others] = ids
    if (only !== undefined && others.length === 0) {
      logger.error({ err: error, outbox: only }, 'an event could not be handed on yet')
      leaveAlone(only)
      return 0
    }
    // one of them is bad: the others must not wait for it
    let made = 0
    for (const id of ids) made += await eachAlone([id], work)
    return made
  }
}

/** Nobody listens: the events only count. One round trip for all of them. */
async function countOnly(workspaceId: string, ids: readonly string[]): Promise<number> {
  const { rows } = await pool().query<{ form: string }>({
    name: 'count-submissions',
    text: 'select form from count_submissions($1, $2::uuid[]) as form',
    values: [workspaceId, ids],
  })
  for (const { form } of rows) notifyForm(form, { name: 'submissions', data: {} })
  return 0
}

async function consume(workspaceId: string, ids: readonly string[], consumer: Consumer): Promise<number> {
  const handle = await consumer.prepare(workspaceId, ids)
  const { taken, made } = await within(workspaceId, async (scope) => {
    const rows = await takeEvents(scope, ids)
    await countEvents(scope, rows)
    return { taken: rows, made: await handle(scope, rows) }
  })
  for (const formId of new Set(taken.map((row) => row.form_id))) {
    notifyForm(formId, { name: 'submissions', data: {} })
    notifyForm(formId, { name: 'deliveries', data: {} })
  }
  return made
}
