import encryption from '@adonisjs/core/services/encryption'
import logger from '@adonisjs/core/services/logger'
import type { Lease } from '#app/integrations/claimer'
import { versionOf } from '#app/forms/versions'
import { readConnection } from '#app/connections/credentials'
import { lostConnection, unreadConnection } from '#app/connections/errors'
import { noConnection } from '#app/integrations/connection_power'
import { needsAnotherKey, notInstalled, notUsable, unreadReason } from '#app/integrations/errors'
import { deletionEvent, type EventSubmission, submissionEvent } from '#app/integrations/event'
import { SUBMISSION_DELETED } from '#app/integrations/forget_submissions'
import { Integration } from '#app/integrations/integration'
import { bindStored } from '#app/integrations/kinds'
import type { BoundIntegration } from '#app/plugins/integration'
import { plugins } from '#app/plugins/registry'
import { BACKFILL_CANCELLED, BACKFILL_PAUSED } from '#app/integrations/backfill/reasons'
import { signingSecrets } from '#app/integrations/secrets'
import { interrupted } from '#app/integrations/sent_once'
import type { Scope } from '#app/workspaces/within'
import type { EventName, IntegrationEvent, Outcome } from '@formwright/kit/integration'

interface DeliveryRow {
  id: string
  form_id: string
  integration_id: string
  event: EventName
  submission_id: string
  outbox_id: string
  in_order: boolean
  test: boolean
  body: string | null
  /** how its backfill stands */
  backfill: 'running' | 'paused' | 'done' | 'cancelled' | null
  /** of this delivery, or of the last one of its submission */
  state: unknown
  attempts: number
  round_start: number
  payload: { version?: number; received_at?: string }
  occurred_at: Date
  slug: string
  title: string
  form_deleted: boolean
}

/** Several times what the answers of the largest submission take. */
const LARGEST_BODY = 32 * 1024 * 1024

/** An attempt of several deliveries takes no more of them when their bodies have so many characters. */
const BATCH_BYTES = 4 * 1024 * 1024

/** Everything a call needs. */
export interface Ready {
  bound: BoundIntegration
  secrets: string[]
  body: string
}

/** There is nothing left to tell. */
export interface CancelledDelivery {
  result: 'cancelled'
  reason: string
}

/** A delivery that was read; ready to be sent, or with what there is to say instead. */
export interface BegunDelivery {
  lease: Lease
  row: DeliveryRow
  integration: Integration
  next: Ready | Outcome | CancelledDelivery | Unsent
}

/** Not now: it stands as before and waits for its turn, or for a backfill to go on. */
export type Unsent = { result: 'stopped' } | { result: 'waiting'; reason: string }

/**
 * Reads a delivery while the lease is ours and makes it ready: settings, secrets, and the body, which is built once,
 * kept, and from then on always the same. Nothing when it was cancelled, or leased by another one since.
 */
export async function beginAttempt(
  scope: Scope,
  leased: Lease,
  { now, most }: { now: Date; most: number },
): Promise<BegunDelivery | undefined> {
  const row = await read(scope, leased)
  if (!row) return undefined
  const integration = await Integration.findOrFail(row.integration_id)
  const unsure = row.attempts > 1 ? await interrupted(scope, leased) : undefined
  if (unsure) return { lease: leased, row, integration, next: unsure }
  const refusal = refusalOf(row, integration, most)
  if (refusal) return { lease: leased, row, integration, next: { result: 'failed', reason: refusal } }
  if (row.backfill === 'paused')
    return { lease: leased, row, integration, next: { result: 'waiting', reason: BACKFILL_PAUSED } }
  if (row.backfill === 'cancelled')
    return { lease: leased, row, integration, next: { result: 'cancelled', reason: BACKFILL_CANCELLED } }
  if (row.in_order && (await overtaken(scope, row, leased)))
    return { lease: leased, row, integration, next: { result: 'stopped' } }
  try {
    return { lease: leased, row, integration, next: await makeReady(scope, leased, row, integration, now) }
  } catch (error) {
    logger.error({ err: error, delivery: row.id }, 'a delivery could not be made ready')
    if (needsAnotherKey(error))
      return { lease: leased, row, integration, next: { result: 'waiting', reason: error.message } }
    const reason = unreadReason(error) ?? 'The delivery could not be prepared on our side.'
    return { lease: leased, row, integration, next: { result: 'retry', reason } }
  }
}

async function read(scope: Scope, leased: Lease): Promise<DeliveryRow | undefined> {
  const { rows } = await scope.trx.rawQuery<{ rows: DeliveryRow[] }>(
    `select d.id, d.form_id, d.integration_id, d.event, d.submission_id, d.outbox_id, d.in_order, d.test, d.body,
            (select b.status from backfills b
             where b.workspace_id = d.workspace_id and b.integration_id = d.integration_id and b.id = d.backfill_id) as backfill,
            coalesce(d.state, (
              select e.state from deliveries e
              where e.workspace_id = d.workspace_id and e.submission_id = d.submission_id
                and e.integration_id = d.integration_id and e.id <> d.id and e.state is not null
                and not e.test and not d.test
              order by e.occurred_at desc, e.id desc limit 1)) as state,
            d.attempts, d.round_start,
            d.payload, d.occurred_at, f.slug, f.title, f.deleted_at is not null as form_deleted
     from deliveries d join forms f on f.workspace_id = d.workspace_id and f.id = d.form_id
     where d.workspace_id = ? and d.id = ? and d.lease = ? and d.status = 'pending'`,
    [scope.workspaceId, leased.id, leased.lease],
  )
  return rows[0]
}

/**
 * Whether another delivery of an integration that takes one after the other is under way: a new one goes before earlier
 * ones, and two processes may have leased one of each at the same moment. Leases are committed by now, so at least one
 * of the two sees the other.
 */
async function overtaken(scope: Scope, row: DeliveryRow, { lease }: Lease): Promise<boolean> {
  const { rows } = await scope.trx.rawQuery<{ rows: object[] }>(
    `select from deliveries
     where workspace_id = ? and endpoint = ? and status = 'pending' and in_order and leased_until >= now() and lease <> ?
     limit 1`,
    [scope.workspaceId, row.integration_id, lease],
  )
  return rows.length > 0
}

/** Why there is nothing to send; a test is sent whatever the state of the integration. */
function refusalOf(row: DeliveryRow, integration: Integration, most: number): string | undefined {
  if (row.attempts - row.round_start > (row.test ? 1 : most))
    return 'The last attempt was interrupted, and no attempts are left.'
  if (row.form_deleted) return 'The form was deleted.'
  if (row.test) return undefined
  if (!integration.enabled) return 'The integration was switched off.'
  if (integration.pausedAt) return 'The integration was paused.'
  return undefined
}

/** What follows where nothing can be sent with the integration's connection; undefined when that is well, or none is needed. */
async function withoutConnection(
  scope: Scope,
  { connectionId, connectionNeeded }: Integration,
): Promise<Outcome | Unsent | undefined> {
  if (!connectionNeeded) return undefined
  const found = connectionId === null ? undefined : await readConnection(scope, connectionId)
  if (!found) return { result: 'reconnect', reason: noConnection().message }
  if (found.lost) return { result: 'reconnect', reason: lostConnection().message }
  // the key may be put back: it looks again by itself
  return found.credential ? undefined : { result: 'waiting', reason: unreadConnection().message }
}

async function makeReady(
  scope: Scope,
  leased: Lease,
  row: DeliveryRow,
  integration: Integration,
  now: Date,
): Promise<BegunDelivery['next']> {
  const kind = plugins.integration(integration.kind)
  if (!kind) {
    return plugins.isUnusable('integrations', integration.kind)
      ? { result: 'waiting', reason: notUsable(integration.kind) }
      : { result: 'failed', reason: notInstalled(integration.kind) }
  }
  const bound = bindStored(kind, integration)
  const unsent = await withoutConnection(scope, integration)
  if (unsent) return unsent
  const secrets = signingSecrets(encryption, integration, now.getTime())
  if (row.body !== null) return { bound, secrets, body: row.body }
  const event = await eventOf(scope, row)
  if (!event) return { result: 'cancelled', reason: SUBMISSION_DELETED }
  const made = bodyOf(bound, event)
  if (typeof made !== 'string') return made
  const body = await keepBody(scope, leased, made)
  if (body === undefined) return { result: 'failed', reason: 'The delivery was canceled.' }
  return { bound, secrets, body }
}

/** The body that the plugin makes, or what is to be said where it fails, or makes more than can be kept. */
function bodyOf(bound: BoundIntegration, event: IntegrationEvent): string | Outcome {
  const { installed } = bound
  try {
    const body = bound.body(event)
    if (body.length <= LARGEST_BODY) return body
    const words = `it made a body of ${body.length} characters; ${LARGEST_BODY} are possible.`
    return { result: 'failed', reason: installed.noted('body', words).reason }
  } catch (error) {
    return { result: 'retry', reason: installed.noted('body', error).reason }
  }
}

/** What happened, from what is stored; nothing when the submission it is about is gone. */
async function eventOf(scope: Scope, row: DeliveryRow): Promise<IntegrationEvent | undefined> {
  const form = { workspaceId: scope.workspaceId, id: row.form_id, slug: row.slug, title: row.title }
  if (row.event === 'submission.deleted') {
    const { version = 0 } = row.payload
    const published = await versionOf(scope.workspaceId, row.form_id, version)
    return deletionEvent(row.occurred_at, form, {
      id: row.submission_id,
      version,
      language: published?.document.settings.general.language ?? 'en',
      receivedAt: row.payload.received_at ?? row.occurred_at.toISOString(),
    })
  }
  const { rows } = await scope.trx.rawQuery<{ rows: EventSubmission[] }>(
    'select id, version, answers, received_at from submissions where workspace_id = ? and id = ?',
    [scope.workspaceId, row.submission_id],
  )
  return rows[0] && submissionEvent(row.event, row.occurred_at, form, rows[0])
}

/**
 * The deliveries of the same integration that may go in one attempt with this one, in their order: leased with it and
 * begun. Until it is concluded nobody else leases them (`claimer.ts`), so nothing comes between.
 */
export async function beginFollowers(
  scope: Scope,
  first: BegunDelivery,
  options: { now: Date; most: number; leaseSeconds: number },
): Promise<BegunDelivery[]> {
  const followers: BegunDelivery[] = []
  if (!('bound' in first.next) || !first.row.in_order) return followers
  const { batch } = first.next.bound
  let bytes = first.next.body.length
  let last = first
  while (followers.length + 1 < batch && bytes < BATCH_BYTES) {
    const lease = await leaseNext(scope, last, options.leaseSeconds)
    const begun = lease && (await beginAttempt(scope, lease, options))
    if (!begun) break
    followers.push(begun)
    if ('bound' in begun.next) bytes += begun.next.body.length
    // what waits for another attempt is not overtaken
    else if (['retry', 'reconnect', 'waiting', 'stopped'].includes(begun.next.result)) break
    last = begun
  }
  return followers
}

/** Leases the delivery that comes next after one that is ours, if it is due. */
async function leaseNext(
  scope: Scope,
  { lease: { lease }, row }: BegunDelivery,
  leaseSeconds: number,
): Promise<Lease | undefined> {
  const { rows } = await scope.trx.rawQuery<{ rows: { id: string; attempts: number; earlier: boolean }[] }>(
    `with next as (
       select id from deliveries
       where workspace_id = :workspace and endpoint = :integration and in_order and status = 'pending'
         and outbox_id > :after
       order by outbox_id limit 1 for no key update
     )
     update deliveries d
     set lease = :lease, leased_until = now() + make_interval(secs => :seconds), attempts = d.attempts + 1
     from next
     where d.workspace_id = :workspace and d.id = next.id and d.next_attempt_at <= now()
     returning d.id, d.attempts, d.earlier`,
    {
      workspace: scope.workspaceId,
      integration: row.integration_id,
      after: row.outbox_id,
      lease,
      seconds: leaseSeconds,
    },
  )
  const [next] = rows
  return (
    next && {
      ...{ workspaceId: scope.workspaceId, id: next.id, attempt: next.attempts, earlier: next.earlier },
      lease,
    }
  )
}

/** The first body that was kept is the body. */
async function keepBody(scope: Scope, { id, lease }: Lease, body: string): Promise<string | undefined> {
  const { rows } = await scope.trx.rawQuery<{ rows: { body: string }[] }>(
    `update deliveries set body = coalesce(body, ?)
     where workspace_id = ? and id = ? and lease = ? and status = 'pending' returning body`,
    [body, scope.workspaceId, id, lease],
  )
  return rows[0]?.body
}
