import { setTimeout as wait } from 'node:timers/promises'
import logger from '@adonisjs/core/services/logger'
import {
  type ConnectionId,
  keepCredential,
  markLost,
  readConnection,
  type StoredCredential,
} from '#app/connections/credentials'
import { ConnectionError, lostConnection, unreadConnection } from '#app/connections/errors'
import { isOAuth, type OAuthService, refreshedTokens } from '#app/connections/token_requests'
import { withAdvisoryLock } from '#app/jobs/advisory_lock'
import { within } from '#app/workspaces/within'
import type { ServiceDefinition } from '@formwright/kit/service'

/** How long somebody waits for another process that refreshes the same connection; it has the 15 seconds of a call. */
const LONGEST_WAIT = 20_000
const LOOK_AGAIN = 100

/** Who refreshes in this process: the others wait for the same. */
const underWay = new Map<string, Promise<StoredCredential>>()

/**
 * A credential that is another one than `stale`. One process at a time asks for it: a refresh token may be good for one use.
 * Throws a ConnectionError: the connection is lost, or the service could not be asked.
 */
export function refreshed(
  connection: ConnectionId,
  service: ServiceDefinition,
  stale: StoredCredential,
): Promise<StoredCredential> {
  const name = `connection ${connection.workspaceId} ${connection.id}`
  const running = underWay.get(name)
  if (running) return running
  const started = refreshInTurn(name, connection, service, stale).finally(() => underWay.delete(name))
  underWay.set(name, started)
  return started
}

async function refreshInTurn(
  name: string,
  connection: ConnectionId,
  service: ServiceDefinition,
  stale: StoredCredential,
): Promise<StoredCredential> {
  const patience = Date.now() + LONGEST_WAIT
  for (;;) {
    let found: StoredCredential | undefined
    const mine = await withAdvisoryLock(name, async () => {
      found = await refreshAlone(connection, service, stale)
    })
    if (mine && found) return found
    const now = await stored(connection)
    if (isAnother(now, stale)) return now
    if (Date.now() > patience) throw busy('The connection is just being refreshed.')
    await wait(LOOK_AGAIN)
  }
}

/** While nobody else refreshes this connection. */
async function refreshAlone(
  connection: ConnectionId,
  service: ServiceDefinition,
  stale: StoredCredential,
): Promise<StoredCredential> {
  const now = await stored(connection)
  if (isAnother(now, stale)) return now
  const { refreshToken } = now.credential
  if (!isOAuth(service) || refreshToken === undefined) return lose(connection, now, 'it was revoked')
  return refreshBy(service, refreshToken, connection, now)
}

async function refreshBy(
  service: OAuthService,
  refreshToken: string,
  connection: ConnectionId,
  now: StoredCredential,
): Promise<StoredCredential> {
  const answer = await refreshedTokens(service, refreshToken)
  if ('grant' in answer) {
    const { expiresIn, token, refreshToken: next = refreshToken } = answer.grant
    const kept = { credential: { token, refreshToken: next }, expiresIn }
    // kept before it is used: a process that dies afterwards has lost nothing
    await within(connection.workspaceId, (scope) =>
      keepCredential(scope, connection.id, now.generation, kept),
    )
    return stored(connection)
  }
  if (!answer.ended) throw busy(`The service gave no new token (${answer.reason}).`)
  logger.warn({ connection: connection.id, reason: answer.reason }, 'a connection was lost')
  return lose(connection, now, answer.reason)
}

/**
 * Notes that this credential is none any more, and throws; where somebody has connected again meanwhile, theirs is
 * the answer.
 */
export async function lose(
  connection: ConnectionId,
  refused: { generation: number },
  reason: string,
): Promise<StoredCredential> {
  if (await loseConnection(connection, refused.generation, reason)) throw lostConnection()
  return stored(connection)
}

/** Notes that the service does not accept a credential any more; false when somebody has connected again meanwhile. */
export function loseConnection(
  { workspaceId, id }: ConnectionId,
  generation: number,
  reason: string,
): Promise<boolean> {
  return within(workspaceId, (scope) => markLost(scope, id, generation, reason))
}

/** The connection's credential as it is now. Throws a ConnectionError when it is gone, lost, or cannot be read. */
export async function stored({ workspaceId, id }: ConnectionId): Promise<StoredCredential> {
  const found = await within(workspaceId, (scope) => readConnection(scope, id))
  if (!found)
    throw new ConnectionError('E_CONNECTION_LOST', 'The connection was removed. Choose another one.')
  if (found.lost) throw lostConnection()
  const { credential } = found
  if (!credential) throw unreadConnection()
  return { ...found, credential }
}

function isAnother(now: StoredCredential, stale: StoredCredential): boolean {
  return now.credential.token !== stale.credential.token
}

function busy(message: string): ConnectionError {
  return new ConnectionError('E_CONNECTION_BUSY', message)
}
