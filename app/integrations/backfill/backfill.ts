import type { Backfill } from '#api_types/integrations'
import { countEarlier } from '#app/integrations/backfill/earlier'
import { BACKFILL_CANCELLED, BACKFILL_PAUSED } from '#app/integrations/backfill/reasons'
import { backfillUnderWay, noBackfill, nothingEarlier, takesNoEarlier } from '#app/integrations/errors'
import type { Integration } from '#app/integrations/integration'
import type { Scope } from '#app/workspaces/within'

interface BackfillRow {
  id: string
  status: Backfill['status']
  expected: number
  made: number
  unmatched: number
  started_at: Date
  finished_at: Date | null
  waiting: number
  failed: number
  unsure: number
  cancelled: number
}

/** How the last backfill of an integration stands; null when there was none. */
export async function backfillOf(scope: Scope, integration: Integration): Promise<Backfill | null> {
  const { rows } = await scope.trx.rawQuery<{ rows: BackfillRow[] }>(
    `select b.id, b.status, b.expected, b.made, b.unmatched, b.started_at, b.finished_at,
            c.waiting, c.failed, c.unsure, c.cancelled
     from backfills b cross join lateral (
       select count(*) filter (where d.status = 'pending')::int as waiting,
              count(*) filter (where d.status = 'failed')::int as failed,
              count(*) filter (where d.status = 'unsure')::int as unsure,
              count(*) filter (where d.status = 'cancelled')::int as cancelled
       from deliveries d where d.workspace_id = b.workspace_id and d.backfill_id = b.id
     ) c
     where b.workspace_id = ? and b.integration_id = ?`,
    [scope.workspaceId, integration.id],
  )
  const [row] = rows
  return row ? backfillJson(row, integration) : null
}

/**
 * Begins to send what an integration has not got; `background.ts` does the work. 409 while another backfill of it is
 * under way, when it sends nothing, and when there is nothing to send.
 */
export async function startBackfill(scope: Scope, integration: Integration): Promise<Backfill> {
  const listens = integration.events.includes('submission.created')
  if (!integration.enabled || integration.pausedAt !== null || !listens) throw takesNoEarlier()
  const count = await countEarlier(scope, integration)
  if (count === 0) throw nothingEarlier()
  const { rowCount } = await scope.trx.rawQuery<{ rowCount: number }>(
    `insert into backfills as b (workspace_id, integration_id, up_to, expected) values (?, ?, clock_timestamp(), ?)
     on conflict (workspace_id, integration_id) do update
     set id = excluded.id, status = 'running', up_to = excluded.up_to, expected = excluded.expected,
         seen_at = excluded.seen_at, seen_id = excluded.seen_id, made = 0, unmatched = 0,
         turn_at = now(), started_at = now(), finished_at = null
     where b.status in ('done', 'cancelled')`,
    [scope.workspaceId, integration.id, count],
  )
  if (rowCount === 0) throw backfillUnderWay()
  return one(scope, integration)
}

/**
 * Sends nothing more until it goes on: what is due waits, and what comes due meanwhile will (`begin_attempt.ts`). 409
 * when none is under way.
 */
export async function pauseBackfill(scope: Scope, integration: Integration): Promise<Backfill> {
  const id = await change(scope, integration, `status = 'paused'`)
  await scope.trx.rawQuery(
    `update deliveries set reason = ?, next_attempt_at = now() + interval '1 hour'
     where workspace_id = ? and backfill_id = ? and status = 'pending' and next_attempt_at <= now()
       and (leased_until is null or leased_until < now())`,
    [BACKFILL_PAUSED, scope.workspaceId, id],
  )
  return one(scope, integration)
}

/** Goes on with what was paused. 409 when none is under way. */
export async function resumeBackfill(scope: Scope, integration: Integration): Promise<Backfill> {
  const id = await change(scope, integration, `status = 'running'`)
  await scope.trx.rawQuery(
    `update deliveries set next_attempt_at = now(), reason = null
     where workspace_id = ? and backfill_id = ? and status = 'pending' and reason = ?`,
    [scope.workspaceId, id, BACKFILL_PAUSED],
  )
  return one(scope, integration)
}

/** Ends it: what has not been sent is not, but for what is being sent at this moment. 409 when none is under way. */
export async function cancelBackfill(scope: Scope, integration: Integration): Promise<Backfill> {
  const id = await change(scope, integration, `status = 'cancelled', finished_at = now()`)
  await scope.trx.rawQuery(
    `update deliveries set status = 'cancelled', reason = ?, finished_at = now(), lease = null, leased_until = null
     where workspace_id = ? and backfill_id = ? and status = 'pending'
       and (leased_until is null or leased_until < now())`,
    [BACKFILL_CANCELLED, scope.workspaceId, id],
  )
  return one(scope, integration)
}

async function one(scope: Scope, integration: Integration): Promise<Backfill> {
  const found = await backfillOf(scope, integration)
  if (!found) throw noBackfill()
  return found
}

/** Answers its id. */
async function change(scope: Scope, integration: Integration, to: string): Promise<string> {
  const { rows } = await scope.trx.rawQuery<{ rows: { id: string }[] }>(
    `update backfills set ${to}
     where workspace_id = ? and integration_id = ? and status in ('running', 'paused') returning id`,
    [scope.workspaceId, integration.id],
  )
  if (!rows[0]) throw noBackfill()
  return rows[0].id
}

function backfillJson(row: BackfillRow, integration: Integration): Backfill {
  const { waiting, failed, unsure, cancelled, made } = row
  return {
    id: row.id,
    status: row.status,
    waits_for: row.status === 'running' ? waitsFor(integration) : null,
    total: row.expected,
    // deliveries are forgotten in time: those that arrived are what is left of all
    delivered: made - waiting - failed - unsure - cancelled,
    failed,
    unsure,
    waiting,
    unmatched: row.unmatched,
    started_at: row.started_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}

function waitsFor(integration: Integration): Backfill['waits_for'] {
  if (!integration.enabled || integration.pausedAt !== null) return 'integration'
  return integration.waitsSince === null ? null : 'connection'
}
