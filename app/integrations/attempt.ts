import logger from '@adonisjs/core/services/logger'
import { announce } from '#app/forms/events'
import { failpoint } from '#app/http/failpoints'
import { type Begun, beginAttempt, type Ready } from '#app/integrations/begin_attempt'
import type { Leased } from '#app/integrations/claimer'
import { maskHeaders, maskText, maskUrl, secretsInUrl, secretValues } from '#app/integrations/masks'
import { OutboundError } from '#app/integrations/outbound/errors'
import type { GuardedClient } from '#app/integrations/outbound/guarded_client'
import { failWaiting } from '#app/integrations/pause'
import { type Conclusion, type Exchange, recordOutcome } from '#app/integrations/record_outcome'
import type { DeliverySettings } from '#app/integrations/settings'
import { within } from '#app/workspaces/within'
import type { OutboundRequest, OutboundResponse } from '#kit/integration'

/** What an attempt works with. */
export interface AttemptTools {
  client: GuardedClient
  settings: DeliverySettings
  /** fires when the process must not wait any longer */
  signal: AbortSignal
}

/** Makes one attempt of a leased delivery, from reading it to recording what came of it. */
export async function attempt(leased: Leased, tools: AttemptTools): Promise<void> {
  const started = new Date()
  const begun = await within(leased.workspaceId, (scope) =>
    beginAttempt(scope, leased, { now: started, most: tools.settings.schedule.length }),
  )
  if (!begun) return
  const exchange: Exchange = {}
  const conclusion =
    'kind' in begun.next ? await send(begun, begun.next, tools, exchange, started) : begun.next
  failpoint('attempt-record')
  const attempted = { conclusion, exchange, started, finished: new Date() }
  const paused = await within(leased.workspaceId, (scope) =>
    recordOutcome(scope, leased, begun, attempted, tools.settings),
  )
  if (paused) await failWaiting(leased.workspaceId, begun.integration.id)
  announce(begun.row.form_id, { name: 'deliveries', data: {} })
}

async function send(
  { row }: Begun,
  { kind, body, settings, secrets }: Ready,
  tools: AttemptTools,
  exchange: Exchange,
  started: Date,
): Promise<Conclusion> {
  const powers = {
    secrets,
    now: started.getTime(),
    request: (request: OutboundRequest) => exchangeWith(tools, request, secrets, exchange),
  }
  try {
    return await kind.deliver.deliver({ id: row.id, body, settings }, powers)
  } catch (error) {
    if (error instanceof OutboundError) {
      return error.code === 'E_OUTBOUND_STOPPED'
        ? { result: 'stopped' }
        : { result: 'retry', reason: error.message }
    }
    logger.error({ err: error, delivery: row.id }, 'a delivery failed on our side')
    return { result: 'retry', reason: 'The delivery failed on our side.' }
  }
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
  const hidden = [...secrets, ...secretValues(request.headers), ...secretsInUrl(request.url)]
  exchange.response = {
    status: response.status,
    headers: maskHeaders(response.headers, hidden),
    body: maskText(response.body, hidden),
    duration_ms: Date.now() - started,
  }
  return response
}
