import logger from '@adonisjs/core/services/logger'
import { notifyForm } from '#app/forms/events'
import { linkSignals } from '#app/http/abort'
import { failpoint } from '#app/http/failpoints'
import { type Begun, beginAttempt, type Ready } from '#app/integrations/begin_attempt'
import type { Lease } from '#app/integrations/claimer'
import { maskHeaders, maskText, maskUrl, secretsInUrl, secretValues } from '#app/integrations/masks'
import { OutboundError } from '#app/integrations/outbound/errors'
import type { GuardedClient } from '#app/integrations/outbound/guarded_client'
import { readOutcome } from '#app/integrations/outcome'
import { failWaiting } from '#app/integrations/pause'
import { type Conclusion, type Exchange, recordOutcome } from '#app/integrations/record_outcome'
import { secretParts } from '#app/integrations/secret_settings'
import type { DeliverySettings } from '#app/integrations/settings'
import { integrationState, stateRefusal } from '#app/integrations/state'
import { within } from '#app/workspaces/within'
import type { OutboundRequest, OutboundResponse } from '@formwright/kit/integration'

/** What an attempt works with. */
export interface AttemptTools {
  client: GuardedClient
  settings: DeliverySettings
  /** fires when the process must not wait any longer */
  signal: AbortSignal
}

/** Longest reason that is kept; what a plugin says has no limit of its own. */
const LONGEST_REASON = 1_000

/** Makes one attempt of a leased delivery, from reading it to recording what came of it. */
export async function attempt(leased: Lease, tools: AttemptTools): Promise<void> {
  const started = new Date()
  const begun = await within(leased.workspaceId, (scope) =>
    beginAttempt(scope, leased, { now: started, most: tools.settings.schedule.length }),
  )
  if (!begun) return
  const exchange: Exchange = {}
  const conclusion =
    'bound' in begun.next ? await send(begun, begun.next, tools, exchange, started) : begun.next
  failpoint('attempt-record')
  const attempted = { conclusion, exchange, started, finished: new Date() }
  const paused = await within(leased.workspaceId, (scope) =>
    recordOutcome(scope, leased, begun, attempted, tools.settings),
  )
  if (paused) await failWaiting(leased.workspaceId, begun.integration.id)
  notifyForm(begun.row.form_id, { name: 'deliveries', data: {} })
}

/** Calls the plugin, which may throw, hang or answer anything: whatever it does is a conclusion. */
async function send(
  { row, integration }: Begun,
  { bound, body, secrets }: Ready,
  tools: AttemptTools,
  exchange: Exchange,
  started: Date,
): Promise<Conclusion> {
  const hidden = new Set([...secrets, ...bound.secretValues.flatMap(secretParts)])
  const { signal, end } = linkSignals([tools.signal])
  const powers = {
    secrets,
    now: started.getTime(),
    state: integrationState(integration.workspaceId, integration.id, signal),
    request: (request: OutboundRequest) => exchangeWith(tools.client, request, signal, hidden, exchange),
  }
  const masked = (text: string) => {
    // Postgres keeps no U+0000 in text
    return maskText(text.replaceAll('\0', '\ufffd'), [...hidden]).slice(0, LONGEST_REASON)
  }
  try {
    const answer = await beforeDeadline(
      bound.deliver({ id: row.id, body, ...(row.state !== null && { state: row.state }) }, powers),
      tools.settings.attemptMs,
    )
    const outcome = readOutcome(answer)
    if (!outcome) throw new Error('deliver answered something that is no outcome.')
    if ('state' in outcome) {
      const refusal = stateRefusal(outcome.state)
      // it may have been delivered: it is not sent again
      if (refusal) return { result: 'failed', reason: bound.installed.fault(refusal).reason }
    }
    return 'reason' in outcome ? { ...outcome, reason: masked(outcome.reason) } : outcome
  } catch (error) {
    if (error instanceof OutboundError) {
      return error.code === 'E_OUTBOUND_STOPPED'
        ? { result: 'stopped' }
        : { result: 'retry', reason: error.message }
    }
    const { place, reason } = bound.installed.fault(error)
    logger.error({ delivery: row.id, place }, 'a plugin failed')
    return { result: 'retry', reason: masked(reason) }
  } finally {
    // an attempt that is over sends nothing more
    end()
  }
}

/** The work's result, or an error when it is not there in time: then it goes on, but nobody waits for it. */
async function beforeDeadline<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`it did not end within ${milliseconds / 1000} seconds.`)),
    milliseconds,
  )
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** One call through the guarded client, noted for the log before it is made. What is secret in it joins `hidden`. */
async function exchangeWith(
  client: GuardedClient,
  request: OutboundRequest,
  signal: AbortSignal,
  hidden: Set<string>,
  exchange: Exchange,
): Promise<OutboundResponse> {
  for (const secret of [...secretValues(request.headers), ...secretsInUrl(request.url)]) hidden.add(secret)
  exchange.request = {
    method: request.method,
    url: maskUrl(request.url, [...hidden]),
    headers: maskHeaders(request.headers, [...hidden]),
  }
  delete exchange.response
  const started = Date.now()
  const response = await client.request(request, signal)
  exchange.response = {
    status: response.status,
    headers: maskHeaders(response.headers, [...hidden]),
    body: maskText(response.body, [...hidden]),
    duration_ms: Date.now() - started,
  }
  return response
}
