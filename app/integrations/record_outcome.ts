import type { Lease } from '#app/integrations/claimer'
import type { CancelledDelivery, Unsent } from '#app/integrations/begin_attempt'
import type { Integration } from '#app/integrations/integration'
import { type Exchange, loggedJson } from '#app/integrations/exchange'
import { dropNotices } from '#app/integrations/notices'
import { pause } from '#app/integrations/pause'
import { nextWait } from '#app/integrations/schedule'
import { endSubscription } from '#app/integrations/ended_subscriptions'
import { isSubscription } from '#app/integrations/subscriptions'
import { stateText } from '#app/integrations/state'
import { concludeNotes } from '#app/integrations/sent_once'
import type { DeliverySettings } from '#app/integrations/settings'
import { UNTIL_CONNECTED, waitForConnection } from '#app/integrations/waiting'
import type { Scope } from '#app/workspaces/within'
import type { Outcome } from '@formwright/kit/integration'

/** What came of an attempt; `stopped` and `waiting` (there is no mail server, or another key is needed) say nothing about the receiver. */
export type Conclusion = Outcome | CancelledDelivery | Unsent

/** `paused`: what waits is failed (`failWaiting`); `ended`: it goes with its log (`finishDeletion`). */
export type Followed = 'paused' | 'ended' | undefined

/** How long a delivery waits that nobody can deliver yet, before it looks again. */
const PUT_OFF_SECONDS = 3600

/** One attempt, as it goes into the log. */
export interface AttemptRecord {
  conclusion: Conclusion
  exchange: Exchange
  started: Date
  finished: Date
}

interface Subject {
  row: { test: boolean; attempts: number; round_start: number }
  integration: Integration
}

/** How a delivery stands after an attempt. */
type DeliveryStatus =
  /** with a reason where the service said no more than that it took it */
  | { status: 'delivered'; reason: string }
  | { status: 'failed' | 'unsure' | 'cancelled'; reason: string }
  | { status: 'pending'; reason: string; waitSeconds: number | 'until connected' }

/**
 * Writes down an attempt and what follows from it, if the lease is still ours; otherwise the attempt alone. Answers
 * what became of the integration for it, and has to be followed up after the commit.
 */
export async function recordOutcome(
  scope: Scope,
  leased: Lease,
  subject: Subject,
  attempted: AttemptRecord,
  settings: DeliverySettings,
): Promise<Followed> {
  const { conclusion, exchange } = attempted
  if (conclusion.result === 'stopped') {
    await logAttempt(scope, leased, attempted)
    await giveBack(scope, leased)
    return undefined
  }
  if (conclusion.result === 'waiting') {
    await putOff(scope, leased, conclusion.reason)
    return undefined
  }
  // what was never sent says nothing about the receiver, and a test nothing about deliveries
  const telling = exchange.request !== undefined && !subject.row.test
  // always the integration before its deliveries: whoever pauses it holds it and then wants them all
  const waits = waitsForConnection(conclusion, subject)
  if (waits) await waitForConnection(scope, subject.integration.id)
  else if (telling) {
    if (conclusion.result === 'delivered') await noteSuccess(scope, subject.integration.id)
    else if (conclusion.result !== 'skipped') await noteFailure(scope, subject.integration.id)
  }
  await logAttempt(scope, leased, attempted)
  if (conclusion.result === 'unsure') await concludeNotes(scope, leased, conclusion.reason)
  const mine = await settle(scope, leased, standingAfter(conclusion, subject, settings), conclusion)
  const over = conclusion.result === 'delivered' || conclusion.result === 'skipped'
  if (!mine || !telling || waits || over) return undefined
  if (conclusion.result === 'gone' && isSubscription(subject.integration)) {
    return (await endSubscription(scope, subject.integration)) ? 'ended' : undefined
  }
  const { id } = subject.integration
  const paused =
    conclusion.result === 'gone' || conclusion.result === 'reconnect'
      ? await pause(scope, id, conclusion.result, conclusion.reason)
      : await pauseAfterDays(scope, id, settings.pauseAfterSeconds)
  return paused ? 'paused' : undefined
}

/** Whether a delivery is kept until somebody connects again. A test is made once. */
function waitsForConnection(conclusion: Conclusion, { row, integration }: Subject): boolean {
  return conclusion.result === 'reconnect' && integration.connectionNeeded && !row.test
}

function standingAfter(
  conclusion: Exclude<Conclusion, { result: 'stopped' | 'waiting' }>,
  subject: Subject,
  settings: DeliverySettings,
): DeliveryStatus {
  const { row } = subject
  if (conclusion.result === 'delivered') {
    const { reason = '' } = conclusion
    return { status: 'delivered', reason }
  }
  const { reason } = conclusion
  if (conclusion.result === 'unsure') return { status: 'unsure', reason }
  if (conclusion.result === 'cancelled' || conclusion.result === 'skipped')
    return { status: 'cancelled', reason }
  if (waitsForConnection(conclusion, subject))
    return { status: 'pending', reason, waitSeconds: 'until connected' }
  if (conclusion.result !== 'retry' || row.test) return { status: 'failed', reason }
  const wait = nextWait(
    row.attempts - row.round_start,
    Math.random(),
    conclusion.retryAfter,
    settings.schedule,
  )
  return wait === undefined ? { status: 'failed', reason } : { status: 'pending', reason, waitSeconds: wait }
}

/**
 * Of a delivery whose body was forgotten meanwhile, because its submission was deleted, nothing that was said is kept
 * either. The row is held from here on: whoever forgets it afterwards finds the attempt. One that sent what may be sent once
 * is noted already (`sent_once.ts`).
 */
async function logAttempt(
  scope: Scope,
  leased: Lease,
  { conclusion, exchange, started, finished }: AttemptRecord,
) {
  const reason = 'reason' in conclusion ? (conclusion.reason ?? '') : ''
  await scope.trx.rawQuery(
    `insert into delivery_attempts (workspace_id, delivery_id, number, started_at, finished_at, request, response, outcome, reason)
     select workspace_id, id, ?, ?, ?, case when body is not null then nullif(?, '')::jsonb end,
            case when body is not null then nullif(?, '')::jsonb end, ?, nullif(?, '')
     from deliveries where workspace_id = ? and id = ? for update
     on conflict (workspace_id, delivery_id, number) do update
       set finished_at = excluded.finished_at, request = excluded.request, response = excluded.response,
           outcome = excluded.outcome, reason = excluded.reason`,
    [
      leased.attempt,
      started,
      finished,
      loggedJson(exchange.request),
      loggedJson(exchange.response),
      conclusion.result,
      reason,
      scope.workspaceId,
      leased.id,
    ],
  )
}

/** True when the lease was still ours and the delivery stands as it should. */
async function settle(
  scope: Scope,
  { id, lease }: Lease,
  standing: DeliveryStatus,
  made: Conclusion,
): Promise<boolean> {
  const waitSeconds = 'waitSeconds' in standing ? standing.waitSeconds : 0
  const { rowCount } = await scope.trx.rawQuery<{ rowCount: number }>(
    `update deliveries
     set status = ?, reason = nullif(?, ''), state = coalesce(nullif(?, '')::jsonb, state),
         link = coalesce(nullif(?, ''), link), lease = null, leased_until = null,
         next_attempt_at = case when ? then '${UNTIL_CONNECTED}' else now() + make_interval(secs => ?) end,
         finished_at = case when ? = 'pending' then null else now() end
     where workspace_id = ? and id = ? and lease = ? and status = 'pending'`,
    [
      standing.status,
      standing.reason,
      'state' in made && made.state !== undefined ? stateText(made.state) : '',
      'link' in made && made.link !== undefined ? made.link : '',
      waitSeconds === 'until connected',
      waitSeconds === 'until connected' ? 0 : waitSeconds,
      standing.status,
      scope.workspaceId,
      id,
      lease,
    ],
  )
  return rowCount === 1
}

/** The process stops: the attempt does not count, and another process may begin at once. */
async function giveBack(scope: Scope, { id, lease }: Lease): Promise<void> {
  await scope.trx.rawQuery(
    `update deliveries set lease = null, leased_until = null, round_start = round_start + 1
     where workspace_id = ? and id = ? and lease = ? and status = 'pending'`,
    [scope.workspaceId, id, lease],
  )
}

/**
 * Nobody can deliver it yet: it waits, and no attempt is lost. Whoever makes it possible wakes it (`wake_waiting.ts`); it
 * looks by itself, too.
 */
async function putOff(scope: Scope, { id, lease }: Lease, reason: string): Promise<void> {
  await scope.trx.rawQuery(
    `update deliveries set lease = null, leased_until = null, round_start = round_start + 1, reason = ?,
       next_attempt_at = now() + make_interval(secs => ${PUT_OFF_SECONDS})
     where workspace_id = ? and id = ? and lease = ? and status = 'pending'`,
    [reason, scope.workspaceId, id, lease],
  )
}

async function noteSuccess(scope: Scope, integrationId: string): Promise<void> {
  const { rowCount } = await scope.trx.rawQuery<{ rowCount: number }>(
    `update integrations set failing_since = null, told = null
     where workspace_id = ? and id = ? and failing_since is not null`,
    [scope.workspaceId, integrationId],
  )
  if (rowCount > 0) await dropNotices(scope, integrationId)
}

async function noteFailure(scope: Scope, integrationId: string): Promise<void> {
  await scope.trx.rawQuery(
    `update integrations set failing_since = coalesce(failing_since, now()) where workspace_id = ? and id = ?`,
    [scope.workspaceId, integrationId],
  )
}

async function pauseAfterDays(scope: Scope, integrationId: string, seconds: number): Promise<boolean> {
  const { rows } = await scope.trx.rawQuery<{ rows: { since: Date }[] }>(
    `select failing_since as since from integrations
     where workspace_id = ? and id = ? and failing_since < now() - make_interval(secs => ?)`,
    [scope.workspaceId, integrationId, seconds],
  )
  const since = rows[0]?.since
  if (!since) return false
  const from = since.toLocaleString('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return pause(scope, integrationId, 'failing', `Every delivery since ${from} UTC has failed.`)
}
