import { addressAt } from '#app/connections/operator_settings'
import type { ConnectionId, StoredCredential } from '#app/connections/credentials'
import { ConnectionError } from '#app/connections/errors'
import { lose, refreshed, stored } from '#app/connections/refresh'
import { plugins } from '#app/plugins/registry'
import { ServiceFault } from '#app/plugins/service'
import type { OutboundRequest, OutboundResponse } from '@formwright/kit/integration'
import { type Credential, isRefused, type ServiceDefinition, signed } from '@formwright/kit/service'

/** A token with less than this before it is refreshed first. */
const MARGIN_MS = 120_000

/** Makes the call itself; what is `hidden` must not be told. */
export type MakeCall = (request: OutboundRequest, hidden: readonly string[]) => Promise<OutboundResponse>

/** What was answered, and to which credential. */
export interface AnswerTo {
  response: OutboundResponse
  generation: number
}

/**
 * A request with the credential of a connection: refreshed where it runs out, and once more where the service does not
 * accept it. Throws a ConnectionError: the connection is lost, or no new token could be had now.
 */
export async function askWith(
  connection: ConnectionId,
  request: OutboundRequest,
  call: MakeCall,
): Promise<AnswerTo> {
  const before = await stored(connection)
  const service = plugins.service(before.service)
  if (!service)
    throw new ConnectionError('E_CONNECTION_BUSY', `The service "${before.service}" is not installed.`)
  const now = isRunningOut(before) ? await fresh(connection, service, before) : before
  const answer = await callAs(service, request, now, call)
  if (!isRefused(service, answer)) return { response: answer, generation: now.generation }
  const next = await refreshed(connection, service, now)
  const second = await callAs(service, request, next, call)
  // the new one is not accepted either
  if (isRefused(service, second)) await lose(connection, next, 'it was revoked')
  return { response: second, generation: next.generation }
}

function callAs(
  service: ServiceDefinition,
  request: OutboundRequest,
  { credential }: StoredCredential,
  call: MakeCall,
): Promise<OutboundResponse> {
  const sent = signedBy(service, request, credential)
  const { token, refreshToken } = credential
  const hidden = [token, ...(refreshToken === undefined ? [] : [refreshToken])]
  return call({ ...sent, url: addressAt(service.kind, sent.url) }, hidden)
}

/** A plugin that cannot sign a request is none of whoever asked: the call is made again later. */
function signedBy(
  service: ServiceDefinition,
  request: OutboundRequest,
  credential: Credential,
): OutboundRequest {
  try {
    return signed(service, request, credential)
  } catch (error) {
    throw error instanceof ServiceFault ? new ConnectionError('E_SERVICE_FAILED', error.message) : error
  }
}

function isRunningOut({ expiresAt }: StoredCredential): boolean {
  return expiresAt !== null && expiresAt.getTime() < Date.now() + MARGIN_MS
}

/** A new credential; while the old one is good, a service that gives none just now is no hindrance. */
async function fresh(
  connection: ConnectionId,
  service: ServiceDefinition,
  before: StoredCredential,
): Promise<StoredCredential> {
  try {
    return await refreshed(connection, service, before)
  } catch (error) {
    const good = before.expiresAt !== null && before.expiresAt.getTime() > Date.now()
    const lost = error instanceof ConnectionError && error.code === 'E_CONNECTION_LOST'
    if (good && !lost) return before
    throw error
  }
}
