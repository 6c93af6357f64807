import type { Page } from '#api_types/answer'
import type { Delivery, DeliveryCount, DeliveryLog } from '#api_types/integrations'
import { notFound } from '#app/http/errors'
import {
  type AttemptRow,
  attemptJson,
  deliveryJson,
  type DeliveryRow,
} from '#app/integrations/delivery_transformer'
import { MOST, WAITING } from '#app/integrations/delivery_counts'
import { type DeliveryFilter, filterSql } from '#app/integrations/delivery_filter'
import { notWaiting, underWay } from '#app/integrations/errors'
import type { Integration } from '#app/integrations/integration'
import { pendingRoom, usePendingRoom } from '#app/integrations/pending_room'
import { type Scope, within } from '#app/workspaces/within'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** So many are put in line at a time: each in a short transaction. */
const TOGETHER = 1_000

/**
 * Deliveries `d` that are over, and of which there is something to send again. `offset 0` lets each be looked up: else the
 * planner reads all submissions of the workspace to know about a few.
 */
const OVER = `d.status <> 'pending' and (d.test or d.event = 'submission.deleted'
  or exists (select from submissions s where s.workspace_id = d.workspace_id and s.id = d.submission_id offset 0))`

/** Those that are sent again many at a time. */
const REPLAYABLE = `not d.test and ${OVER}`

/** One that waits for a connection has no time. */
const COLUMNS = `id, event, submission_id, test, earlier, status, reason, link, attempts, nullif(next_attempt_at, 'infinity') as next_attempt_at, occurred_at, created_at, finished_at`

/** A page of the log, newest first. `cursor` is the id of the last one seen. */
export async function listDeliveries(
  scope: Scope,
  integration: Integration,
  { cursor, limit, ...filter }: { cursor?: string; limit: number } & DeliveryFilter,
): Promise<Page<Delivery>> {
  const wanted = filterSql(filter)
  const conditions = ['workspace_id = ?', 'integration_id = ?', wanted.sql]
  const bindings: (string | number)[] = [scope.workspaceId, integration.id, ...wanted.bindings]
  if (cursor && UUID.test(cursor)) {
    conditions.push(
      '(created_at, id) < (select created_at, id from deliveries where workspace_id = ? and integration_id = ? and id = ?)',
    )
    bindings.push(scope.workspaceId, integration.id, cursor)
  }
  const { rows } = await scope.trx.rawQuery<{ rows: DeliveryRow[] }>(
    `select ${COLUMNS} from deliveries d where ${conditions.join(' and ')} order by created_at desc, id desc limit ?`,
    [...bindings, limit + 1],
  )
  const page = rows.slice(0, limit)
  return { data: page.map(deliveryJson), next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
}

/** How many deliveries there are, and how many of them can be sent again; of each up to 10,000 are counted. */
export async function countFiltered(
  scope: Scope,
  integration: Integration,
  filter: DeliveryFilter,
): Promise<DeliveryCount> {
  const { sql, bindings } = filterSql(filter)
  const { rows } = await scope.trx.rawQuery<{ rows: DeliveryCount[] }>(
    `select ${['true', REPLAYABLE]
      .map(
        (which) => `(select count(*)::int from (
           select from deliveries d where d.workspace_id = ? and d.integration_id = ? and ${sql} and ${which}
           limit ${MOST}) counted)`,
      )
      .map((count, index) => `${count} as ${index === 0 ? 'count' : 'replayable'}`)
      .join(', ')}`,
    [scope.workspaceId, integration.id, ...bindings, scope.workspaceId, integration.id, ...bindings],
  )
  return rows[0] ?? { count: 0, replayable: 0 }
}

/** One delivery with its body and what was said at each attempt; or 404. */
export async function showDelivery(scope: Scope, integration: Integration, id: string): Promise<DeliveryLog> {
  const delivery = await findDelivery(scope, integration, id)
  const { rows } = await scope.trx.rawQuery<{ rows: AttemptRow[] }>(
    `select number, started_at, finished_at, request, response, outcome, reason from delivery_attempts
     where workspace_id = ? and delivery_id = ? order by number desc`,
    [scope.workspaceId, id],
  )
  // kept once: every attempt sent these very bytes
  const log = rows.map((row) => attemptJson(row, delivery.body))
  return { ...deliveryJson(delivery), body: delivery.body, log }
}

/** Puts a delivery in line again, with the same id and body and a fresh schedule. */
export async function replayDelivery(scope: Scope, integration: Integration, id: string): Promise<Delivery> {
  const delivery = await findDelivery(scope, integration, id)
  if (delivery.status === 'pending') throw underWay()
  const replayed = await replay(scope, integration.id, 1, { sql: 'd.id = ?', bindings: [id] })
  if (replayed === 0) throw notFound()
  return deliveryJson(await findDelivery(scope, integration, id))
}

/**
 * Puts deliveries in line again that are over until now, those that failed for good where nothing else is said, as many as
 * may wait: `onStep` is told of each thousand. Tests are left out. Answers how many.
 */
export async function replayMany(
  workspaceId: string,
  integrationId: string,
  filter: DeliveryFilter,
  onStep: () => void,
): Promise<number> {
  const { sql, bindings } = filterSql({ ...filter, status: filter.status ?? 'failed' })
  let replayed = 0
  let until = 'infinity'
  for (let step = TOGETHER; step === TOGETHER;) {
    step = await within(workspaceId, async (scope) => {
      // one that is over again meanwhile has had its turn
      if (until === 'infinity') until = await clock(scope)
      const most = await pendingRoom(scope, TOGETHER)
      const again = await replay(scope, integrationId, most, {
        sql: `not d.test and coalesce(d.finished_at, d.created_at) <= ?::timestamptz and ${sql}`,
        bindings: [until, ...bindings],
      })
      await usePendingRoom(scope, again)
      return again
    })
    replayed += step
    onStep()
  }
  return replayed
}

/**
 * Makes the next attempt of a waiting delivery now; if that fails, it has the whole schedule before it again. One that
 * is being sent at this moment is left to it. 409 when it does not wait any more.
 */
export async function sendDelivery(scope: Scope, integration: Integration, id: string): Promise<Delivery> {
  const delivery = await findDelivery(scope, integration, id)
  if (delivery.status !== 'pending') throw notWaiting()
  await hurry(scope, integration.id, { sql: 'd.id = ?', bindings: [id] })
  return deliveryJson(await findDelivery(scope, integration, id))
}

/**
 * Does the same for every delivery that waits, each once, however many they are: `onStep` is told of each thousand.
 * Answers how many.
 */
export async function sendWaiting(
  workspaceId: string,
  integrationId: string,
  onStep: () => void,
): Promise<number> {
  let sent = 0
  let last = '00000000-0000-0000-0000-000000000000'
  for (let step = TOGETHER; step === TOGETHER;) {
    // one that fails meanwhile and waits again has had its turn: its id lies behind
    const ids = await within(workspaceId, (scope) =>
      hurry(scope, integrationId, { sql: 'not d.test and d.id > ?', bindings: [last] }),
    )
    step = ids.length
    last = ids.toSorted().at(-1) ?? last
    sent += step
    onStep()
  }
  return sent
}

/** Answers the ids of those whose attempt is due now. */
async function hurry(
  scope: Scope,
  integrationId: string,
  which: { sql: string; bindings: string[] },
): Promise<string[]> {
  const { rows } = await scope.trx.rawQuery<{ rows: { id: string }[] }>(
    `update deliveries d set next_attempt_at = now(), round_start = attempts
     where d.workspace_id = ? and ${WAITING} and d.id = any (array(
       select d.id from deliveries d
       where d.workspace_id = ? and d.integration_id = ? and ${WAITING} and ${which.sql}
       order by d.id limit ${TOGETHER}))
     returning d.id`,
    [scope.workspaceId, scope.workspaceId, integrationId, ...which.bindings],
  )
  return rows.map(({ id }) => id)
}

async function clock({ trx }: Scope): Promise<string> {
  const { rows } = await trx.rawQuery<{ rows: { now: string }[] }>('select now()::text as now')
  return rows[0]?.now ?? ''
}

/**
 * Deliveries whose submission is gone stay as they are: there is nothing left to send. What a stopped backfill left
 * undone is no part of it any more.
 */
async function replay(
  scope: Scope,
  integrationId: string,
  most: number,
  which: { sql: string; bindings: (string | number)[] },
): Promise<number> {
  const { rowCount } = await scope.trx.rawQuery<{ rowCount: number }>(
    `update deliveries
     set status = 'pending', reason = null, round_start = attempts, next_attempt_at = now(), finished_at = null,
         backfill_id = (
           select b.id from backfills b
           where b.workspace_id = deliveries.workspace_id and b.integration_id = deliveries.integration_id
             and b.id = backfill_id and b.status <> 'cancelled')
     where workspace_id = ? and status <> 'pending' and id = any (array(
       select d.id from deliveries d
       where d.workspace_id = ? and d.integration_id = ? and ${which.sql} and ${OVER}
       limit ?))`,
    [scope.workspaceId, scope.workspaceId, integrationId, ...which.bindings, most],
  )
  return rowCount
}

async function findDelivery(scope: Scope, integration: Integration, id: string) {
  if (!UUID.test(id)) throw notFound()
  const { rows } = await scope.trx.rawQuery<{ rows: (DeliveryRow & { body: string | null })[] }>(
    `select ${COLUMNS}, body from deliveries where workspace_id = ? and integration_id = ? and id = ?`,
    [scope.workspaceId, integration.id, id],
  )
  const delivery = rows[0]
  if (!delivery) throw notFound()
  return delivery
}
