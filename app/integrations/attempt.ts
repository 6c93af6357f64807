import encryption from '@adonisjs/core/services/encryption'
import logger from '@adonisjs/core/services/logger'
import { announce } from '#app/forms/events'
import { failpoint } from '#app/http/failpoints'
import type { Leased } from '#app/integrations/claimer'
import { deletionEvent, type EventForm, type EventSubmission, submissionEvent } from '#app/integrations/event'
import { Integration } from '#app/integrations/integration'
import { installedKind, type Kind, readSettings } from '#app/integrations/kinds'
import { maskHeaders, maskText, maskUrl, secretValues } from '#app/integrations/masks'
import { OutboundError } from '#app/integrations/outbound/errors'
import type { GuardedClient } from '#app/integrations/outbound/guarded_client'
import { type Conclusion, type Exchange, recordOutcome } from '#app/integrations/record_outcome'
import { unseal, valid } from '#app/integrations/secrets'
import type { DeliverySettings } from '#app/integrations/settings'
import { type Scope, within } from '#app/workspaces/within'
import type { EventName, Outcome, OutboundRequest, OutboundResponse } from '#kit/integration'

/** What an attempt works with. */
export interface AttemptTools {
  client: GuardedClient
  settings: DeliverySettings
  /** fires when the process must not wait any longer */
  signal: AbortSignal
}

interface DeliveryRow {
  id: string
  form_id: string
  integration_id: string
  event: EventName
  submission_id: string
  test: boolean
  body: string | null
  attempts: number
  round_start: number
  payload: { version?: number; received_at?: string }
  occurred_at: Date
  slug: string
  title: string
  form_deleted: boolean
}

interface Prepared {
  row: DeliveryRow
  integration: Integration
  submission: EventSubmission | undefined
}

/** Everything that is sure before the call. */
interface Ready {
  kind: Kind
  settings: Record<string, unknown>
  secrets: string[]
  body: string
}

/** Makes one attempt of a leased delivery, from reading it to recording what came of it. */
export async function attempt(leased: Leased, tools: AttemptTools): Promise<void> {
  const prepared = await within(leased.workspaceId, (scope) => prepare(scope, leased))
  if (!prepared) return
  const started = new Date()
  const exchange: Exchange = {}
  const conclusion = await conclude(leased, prepared, tools, exchange, started)
  failpoint('attempt-record')
  await within(leased.workspaceId, (scope) =>
    recordOutcome(
      scope,
      leased,
      prepared,
      { conclusion, exchange, started, finished: new Date() },
      tools.settings,
    ),
  )
  announce(prepared.row.form_id, { name: 'deliveries', data: {} })
}

async function conclude(
  leased: Leased,
  prepared: Prepared,
  tools: AttemptTools,
  exchange: Exchange,
  started: Date,
): Promise<Conclusion> {
  const { row, integration } = prepared
  if (row.attempts - row.round_start > tools.settings.schedule.length) {
    return { result: 'failed', reason: 'The last attempt was interrupted, and there are none left.' }
  }
  if (row.form_deleted) return { result: 'failed', reason: 'The form was deleted.' }
  if (!row.test && !integration.enabled)
    return { result: 'failed', reason: 'The integration was switched off.' }
  if (!row.test && integration.pausedAt) return { result: 'failed', reason: 'The integration was paused.' }
  try {
    const ready = await makeReady(leased, prepared, started)
    if ('result' in ready) return ready
    const powers = {
      secrets: ready.secrets,
      now: started.getTime(),
      request: (request: OutboundRequest) => exchangeWith(tools, request, ready.secrets, exchange),
    }
    return await ready.kind.deliver.deliver(
      { id: row.id, body: ready.body, settings: ready.settings },
      powers,
    )
  } catch (error) {
    if (error instanceof OutboundError) {
      return error.code === 'E_OUTBOUND_STOPPED'
        ? { result: 'stopped' }
        : { result: 'retry', reason: error.message }
    }
    logger.error({ err: error, delivery: row.id }, 'a delivery could not be attempted')
    return { result: 'retry', reason: 'The delivery could not be made ready on our side.' }
  }
}

/** Reads the delivery while the lease is ours. Nothing when it was cancelled, or leased by another one since. */
async function prepare(scope: Scope, leased: Leased): Promise<Prepared | undefined> {
  const { rows } = await scope.trx.rawQuery<{ rows: DeliveryRow[] }>(
    `select d.id, d.form_id, d.integration_id, d.event, d.submission_id, d.test, d.body, d.attempts, d.round_start,
            d.payload, d.occurred_at, f.slug, f.title, f.deleted_at is not null as form_deleted
     from deliveries d join forms f on f.workspace_id = d.workspace_id and f.id = d.form_id
     where d.workspace_id = ? and d.id = ? and d.lease = ? and d.status = 'pending'`,
    [scope.workspaceId, leased.id, leased.lease],
  )
  const row = rows[0]
  if (!row) return undefined
  const integration = await Integration.findOrFail(row.integration_id)
  const { rows: submissions } = await scope.trx.rawQuery<{ rows: EventSubmission[] }>(
    'select id, version, answers, received_at from submissions where workspace_id = ? and id = ?',
    [scope.workspaceId, row.submission_id],
  )
  return { row, integration, submission: submissions[0] }
}

/** Settings, secrets and the body: built once, kept, and from then on always the same. */
async function makeReady(leased: Leased, prepared: Prepared, now: Date): Promise<Ready | Outcome> {
  const { row, integration, submission } = prepared
  const kind = installedKind(integration.kind)
  if (!kind)
    return {
      result: 'failed',
      reason: `The integration "${integration.kind}" is not installed on this server.`,
    }
  const settings = readSettings(kind, integration)
  const sealed = integration.secrets === null ? [] : unseal(encryption, integration, integration.secrets)
  const secrets = valid(sealed, now.getTime()).map(({ secret }) => secret)
  if (row.body !== null) return { kind, settings, secrets, body: row.body }

  const form: EventForm = {
    workspaceId: leased.workspaceId,
    id: row.form_id,
    slug: row.slug,
    title: row.title,
  }
  if (row.event !== 'submission.deleted' && !submission) {
    return { result: 'failed', reason: 'The submission was deleted.' }
  }
  const event = submission
    ? await submissionEvent(row.event, row.occurred_at, form, submission)
    : deletionEvent(row.occurred_at, form, {
        id: row.submission_id,
        version: row.payload.version ?? 0,
        receivedAt: row.payload.received_at ?? row.occurred_at.toISOString(),
      })
  const body = await within(leased.workspaceId, (scope) =>
    keepBody(scope, leased, kind.deliver.body(event, settings)),
  )
  if (body === undefined) return { result: 'failed', reason: 'The delivery was taken back.' }
  return { kind, settings, secrets, body }
}

/** The first body that was kept is the body. */
async function keepBody(scope: Scope, { id, lease }: Leased, body: string): Promise<string | undefined> {
  const { rows } = await scope.trx.rawQuery<{ rows: { body: string }[] }>(
    `update deliveries set body = coalesce(body, ?)
     where workspace_id = ? and id = ? and lease = ? and status = 'pending' returning body`,
    [body, scope.workspaceId, id, lease],
  )
  return rows[0]?.body
}

/** One call through the guarded client, noted for the log before it is made. */
async function exchangeWith(
  { client, signal }: AttemptTools,
  request: OutboundRequest,
  secrets: readonly string[],
  exchange: Exchange,
): Promise<OutboundResponse> {
  exchange.request = {
    method: request.method,
    url: maskUrl(request.url, secrets),
    headers: maskHeaders(request.headers, secrets),
  }
  const started = Date.now()
  const response = await client.request(request, signal)
  const hidden = [...secrets, ...secretValues(request.headers)]
  exchange.response = {
    status: response.status,
    headers: maskHeaders(response.headers, hidden),
    body: maskText(response.body, hidden),
    duration_ms: Date.now() - started,
  }
  return response
}
