import logger from '@adonisjs/core/services/logger'
import { notifyForm } from '#app/forms/events'
import { linkSignals } from '#app/http/abort'
import { failpoint } from '#app/http/failpoints'
import { ConnectionError } from '#app/connections/errors'
import { type BegunDelivery, beginAttempt, beginFollowers, type Ready } from '#app/integrations/begin_attempt'
import type { Lease } from '#app/integrations/claimer'
import { connectionInUse } from '#app/integrations/connection_power'
import { hookAddress } from '#app/integrations/hook_address'
import { finishDeletion } from '#app/integrations/delete_integration'
import { deliverMail, MailWaits } from '#app/integrations/deliver_mail'
import { maskHeaders, maskText, maskUrl, secretsInUrl, secretValues } from '#app/outbound/masks'
import { OutboundError } from '#app/outbound/errors'
import type { GuardedClient } from '#app/outbound/guarded_client'
import { readOutcome } from '#app/integrations/outcome'
import { failWaiting } from '#app/integrations/pause'
import type { Exchange } from '#app/integrations/exchange'
import { type Conclusion, recordOutcome } from '#app/integrations/record_outcome'
import { secretParts } from '#app/integrations/secret_settings'
import { noteSending } from '#app/integrations/sent_once'
import type { DeliverySettings } from '#app/integrations/settings'
import { integrationState, stateRefusal } from '#app/integrations/state'
import { beforeDeadline } from '#app/plugins/deadline'
import { within } from '#app/workspaces/within'
import type { OutboundRequest, OutboundResponse } from '@formwright/kit/integration'
import type { Mail } from '@formwright/kit/mail'
import { leavesUnsure } from '@formwright/kit/once'

/** What an attempt works with. */
export interface AttemptTools {
  client: GuardedClient
  settings: DeliverySettings
  /** those that this process holds and extends */
  leases: Set<Lease>
  /** fires when the process must not wait any longer */
  signal: AbortSignal
  /** told when a call of the plugin begins, and when it is over */
  calling?: (calls: boolean) => void
}

/** Longest reason that is kept; what a plugin says has no limit of its own. */
const LONGEST_REASON = 1_000

/** Of what a receiver answered so many characters are kept, of each attempt and for a month. */
const LONGEST_KEPT = 8_000

/** How long a plugin has when the process stops, in milliseconds. */
const STOP_MS = 500

/**
 * Makes one attempt of a leased delivery, from reading it to recording what came of it; with those of the same
 * integration that may go with it.
 */
export async function attempt(leased: Lease, tools: AttemptTools): Promise<void> {
  const started = new Date()
  const begun = await begin(leased, tools, started)
  const leases = begun.map(({ lease }) => lease)
  for (const lease of leases) tools.leases.add(lease)
  try {
    await makeAttempt(begun, tools, started)
  } finally {
    for (const lease of leases) tools.leases.delete(lease)
  }
}

/** The delivery, with those that go in one attempt with it; none when it was cancelled, or leased by another one since. */
function begin(leased: Lease, tools: AttemptTools, now: Date): Promise<BegunDelivery[]> {
  const { schedule, leaseSeconds } = tools.settings
  return within(leased.workspaceId, async (scope) => {
    const options = { now, most: schedule.length, leaseSeconds }
    const first = await beginAttempt(scope, leased, options)
    return first ? [first, ...(await beginFollowers(scope, first, options))] : []
  })
}

async function makeAttempt(
  begun: readonly BegunDelivery[],
  tools: AttemptTools,
  started: Date,
): Promise<void> {
  const exchange: Exchange = {}
  const ready = begun.flatMap(({ next, ...one }) => ('bound' in next ? [{ ...one, next }] : []))
  const sent = await send(ready, tools, exchange, started)
  failpoint('attempt-record')
  const conclusions = begun.map(({ next }) => ('bound' in next ? sent.shift() : next))
  const finished = new Date()
  for (const [index, conclusion] of conclusions.entries()) {
    const one = begun[index]
    if (!conclusion || !one) continue
    const { lease, row, integration } = one
    const attempted = { conclusion, exchange: 'bound' in one.next ? exchange : {}, started, finished }
    const followed = await within(lease.workspaceId, (scope) =>
      recordOutcome(scope, lease, one, attempted, tools.settings),
    )
    if (followed === 'paused') await failWaiting(lease.workspaceId, integration.id)
    if (followed === 'ended') await finishDeletion(lease.workspaceId, integration.id, tools.signal)
    notifyForm(row.form_id, { name: 'deliveries', data: {} })
  }
}

/** A delivery that can be sent. */
type ReadyDelivery = Omit<BegunDelivery, 'next'> & { next: Ready }

/** Calls the plugin, which may throw, hang or answer anything: whatever it does is a conclusion for each delivery. */
async function send(
  ready: readonly ReadyDelivery[],
  tools: AttemptTools,
  exchange: Exchange,
  started: Date,
): Promise<Conclusion[]> {
  const [first] = ready
  if (!first) return []
  const { bound, secrets } = first.next
  const { workspaceId, id, connectionId } = first.integration
  const hidden = new Set([...secrets, ...bound.secretValues.flatMap(secretParts)])
  const leases = ready.map(({ lease }) => lease)
  const { signal, end } = linkSignals([tools.signal])
  let last: Promise<unknown> = Promise.resolve()
  const call = (request: OutboundRequest) => {
    const noteOnce = () => noteSending(leases, started, exchange.request)
    tools.calling?.(true)
    const made = exchangeWith(tools.client, request, { signal, hidden, exchange, noteOnce }).finally(() =>
      tools.calling?.(false),
    )
    last = made.catch((error: unknown) => error)
    return made
  }
  const connection = connectionInUse({ workspaceId, connectionId }, (request, secret) => {
    for (const one of secret) hidden.add(one)
    return call(request)
  })
  const powers = {
    secrets,
    connection,
    now: started.getTime(),
    hookAddress: (path: string) => hookAddress({ workspaceId, id }, path),
    state: integrationState(workspaceId, id, signal),
    request: call,
    mail: async (mail: Mail) => {
      signal.throwIfAborted()
      return deliverMail(workspaceId, bound, mail, { exchange, state: first.row.state })
    },
  }
  const masked = (text: string) => {
    // Postgres keeps no U+0000 in text
    return maskText(text.replaceAll('\0', '\ufffd'), [...hidden]).slice(0, LONGEST_REASON)
  }
  const deliveries = ready.map(({ row, next: { body } }) => {
    return { id: row.id, body, attempt: row.attempts, ...(row.state !== null && { state: row.state }) }
  })
  const faulty = (error: unknown): Conclusion => {
    const { place, reason } = bound.installed.noted('deliver', error)
    logger.error({ deliveries: deliveries.map((delivery) => delivery.id), place }, 'a plugin failed')
    return { result: 'retry', reason: masked(reason) }
  }
  try {
    const made = beforeDeadline(bound.deliver(deliveries, powers), tools.settings.attemptMs)
    const answers = await Promise.race([made, stopped(signal)])
    const conclusions = answers.map((answer): Conclusion => {
      const outcome = readOutcome(answer)
      if (!outcome) return faulty(new Error('deliver answered something that is no outcome.'))
      const refusal = 'state' in outcome && stateRefusal(outcome.state)
      // it may have been delivered: it is not sent again
      if (refusal) return { result: 'failed', reason: bound.installed.fault(refusal).reason }
      return outcome.reason === undefined ? outcome : { ...outcome, reason: masked(outcome.reason) }
    })
    const refused = conclusions.find(({ result }) => result === 'reconnect')
    if (refused?.result === 'reconnect') await connection.lose(refused.reason)
    return conclusions
  } catch (error) {
    // what is under way still is cut off, and then says whether it was sent
    end()
    const conclusion = unsure(await last) ?? unmade(error) ?? faulty(error)
    return deliveries.map(() => conclusion)
  } finally {
    // an attempt that is over sends nothing more
    end()
  }
}

/** Rejects a moment after the signal: a plugin that waits for something else than its call, which is cut off, waits no longer. */
function stopped(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => {
    const error = new OutboundError('E_OUTBOUND_STOPPED', 'The server stops.')
    setTimeout(() => reject(error), STOP_MS).unref()
  }
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  return promise
}

/** What follows from a call that could not be made, or got no answer; undefined where the plugin failed. */
function unmade(error: unknown): Conclusion | undefined {
  if (error instanceof MailWaits) return { result: 'waiting', reason: error.message }
  if (error instanceof ConnectionError)
    return { result: error.code === 'E_CONNECTION_LOST' ? 'reconnect' : 'retry', reason: error.message }
  if (!(error instanceof OutboundError)) return undefined
  if (error.code === 'E_OUTBOUND_UNSURE') return unsure(error)
  return error.code === 'E_OUTBOUND_STOPPED'
    ? { result: 'stopped' }
    : { result: 'retry', reason: error.message }
}

/** What follows from a call that is not made again, though nobody knows what came of it. */
function unsure(error: unknown): Conclusion | undefined {
  return error instanceof OutboundError && error.code === 'E_OUTBOUND_UNSURE'
    ? { result: 'unsure', reason: error.message }
    : undefined
}

/** A gateway answered in the place of the service. */
function fromGateway({ status }: OutboundResponse): OutboundError {
  return new OutboundError(
    'E_OUTBOUND_UNSURE',
    `It was sent, and a gateway answered ${status} in the place of the service. It may have arrived: look there before you send it again.`,
  )
}

/** What goes with each call of an attempt. */
interface CallOfAttempt {
  signal: AbortSignal
  hidden: Set<string>
  exchange: Exchange
  /** awaited before what may be sent once is sent */
  noteOnce: () => Promise<void>
}

/** One call through the guarded client, noted for the log before it is made. What is secret in it joins `hidden`. */
async function exchangeWith(
  client: GuardedClient,
  request: OutboundRequest,
  { signal, hidden, exchange, noteOnce }: CallOfAttempt,
): Promise<OutboundResponse> {
  for (const secret of [...secretValues(request.headers), ...secretsInUrl(request.url)]) hidden.add(secret)
  exchange.request = {
    method: request.method,
    url: maskUrl(request.url, [...hidden]),
    headers: maskHeaders(request.headers, [...hidden]),
  }
  delete exchange.response
  if (request.once) await noteOnce()
  const started = Date.now()
  const response = await client.request(request, signal)
  exchange.response = {
    status: response.status,
    headers: maskHeaders(response.headers, [...hidden]),
    body: beginningOf(maskText(response.body, [...hidden])),
    duration_ms: Date.now() - started,
  }
  if (leavesUnsure(request, response)) throw fromGateway(response)
  return response
}

/** Without half of a character at its end, which the database does not take. */
function beginningOf(text: string): string {
  return text.length > LONGEST_KEPT ? `${text.slice(0, LONGEST_KEPT).toWellFormed()}…` : text
}
