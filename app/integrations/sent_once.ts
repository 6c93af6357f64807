import logger from '@adonisjs/core/services/logger'
import type { Lease } from '#app/integrations/claimer'
import { type Exchange, loggedJson } from '#app/integrations/exchange'
import { OutboundError } from '#app/outbound/errors'
import { type Scope, within } from '#app/workspaces/within'
import type { Outcome } from '@formwright/kit/integration'

/**
 * Notes that what may be sent once is sent now. Whoever finds such a note without an outcome knows that the process that
 * wrote it ended in between (`interrupted`). Throws an OutboundError where a lease is another process's by now, or nothing
 * could be noted: then nothing may be sent.
 */
export async function noteSending(
  leases: readonly Lease[],
  started: Date,
  request: Exchange['request'],
): Promise<void> {
  const [first] = leases
  if (!first) return
  const noted = await within(first.workspaceId, async (scope) => {
    for (const lease of leases) if (!(await note(scope, lease, started, request))) return false
    return true
  }).catch((error: unknown) => {
    logger.error({ err: error, delivery: first.id }, 'what is sent once could not be noted')
    throw new OutboundError('E_OUTBOUND_BUSY', 'Nothing was sent: it could not be noted on our side.')
  })
  if (!noted) throw new OutboundError('E_OUTBOUND_STOPPED', 'Another process has the delivery by now.')
}

/** True while the lease is ours. */
async function note(
  scope: Scope,
  { id, lease, attempt }: Lease,
  started: Date,
  request: Exchange['request'],
): Promise<boolean> {
  const { rowCount } = await scope.trx.rawQuery<{ rowCount: number }>(
    `insert into delivery_attempts (workspace_id, delivery_id, number, started_at, request)
     select workspace_id, id, ?, ?, case when body is not null then ?::jsonb end
     from deliveries where workspace_id = ? and id = ? and lease = ? and status = 'pending' for update
     on conflict (workspace_id, delivery_id, number) do update set request = excluded.request`,
    [attempt, started, loggedJson(request), scope.workspaceId, id, lease],
  )
  return rowCount === 1
}

/**
 * What follows from an attempt before this one that has sent what may be sent once, and whose process ended before it noted
 * what came of it; undefined where there is none.
 */
export async function interrupted(
  scope: Scope,
  { id, attempt }: Pick<Lease, 'id' | 'attempt'>,
): Promise<Outcome | undefined> {
  const reason =
    'The server stopped after it had sent this, before it noted an answer. It may have arrived: look there before you send it again.'
  const { rowCount } = await scope.trx.rawQuery<{ rowCount: number }>(
    `select from delivery_attempts
     where workspace_id = ? and delivery_id = ? and number < ? and outcome is null limit 1`,
    [scope.workspaceId, id, attempt],
  )
  return rowCount > 0 ? { result: 'unsure', reason } : undefined
}

/** Gives the notes of attempts before this one their outcome, as the delivery itself gets it: until then nobody sends it. */
export async function concludeNotes(
  scope: Scope,
  { id, attempt }: Pick<Lease, 'id' | 'attempt'>,
  reason: string,
): Promise<void> {
  await scope.trx.rawQuery(
    `update delivery_attempts set outcome = 'unsure', reason = ?
     where workspace_id = ? and delivery_id = ? and number < ? and outcome is null`,
    [reason, scope.workspaceId, id, attempt],
  )
}
