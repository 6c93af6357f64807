import logger from '@adonisjs/core/services/logger'
import db from '@adonisjs/lucid/services/db'
import { callService } from '#app/connections/call_service'
import { sealCredential } from '#app/connections/credentials'
import { notConnected } from '#app/connections/errors'
import type { Flow } from '#app/connections/flows'
import { asClient, isOAuth, type OAuthService, tokensFor } from '#app/connections/token_requests'
import { CodedError } from '#app/http/errors'
import { inLine, type Places } from '#app/http/load_shedding'
import { inTurn } from '#app/jobs/advisory_lock'
import { OutboundError } from '#app/outbound/errors'
import { ServiceFault } from '#app/plugins/service'
import { type Scope, within } from '#app/workspaces/within'
import type { OutboundResponse } from '@formwright/kit/integration'
import {
  type Account,
  type Credential,
  isRefused,
  type ServiceDefinition,
  signed,
} from '@formwright/kit/service'

/** Turns that this process has or waits for, of an account and of all, and how many wait before that, so long in milliseconds. */
const TURNS = { account: 2, most: 4, line: { most: 20, ms: 30_000 } }

/** Most connections of a workspace. */
const MOST = 100

interface NewCredential {
  credential: Credential
  expiresIn?: number
}

/** Connects with the code that somebody brought back. Answers the id of the connection. Throws `E_CONNECT`. */
export async function connectByCode(service: OAuthService, flow: Flow, code: string): Promise<string> {
  const answer = await asked(() =>
    tokensFor(service, { code, redirectUri: flow.redirectUri, verifier: flow.verifier }),
  )
  if (!('grant' in answer)) throw notConnected(`The service gave no token (${answer.reason}).`)
  const { token, refreshToken, expiresIn, scopes } = answer.grant
  const credential = { token, ...(refreshToken !== undefined && { refreshToken }) }
  const missing = service.credentials.scopes.filter((scope) => scopes && !scopes.includes(scope))
  if (missing.length > 0) {
    await takeBackUnshared(service, credential)
    throw notConnected(
      `Not everything was granted that is needed (${missing.join(', ')}). Leave all boxes ticked.`,
    )
  }
  const account = await accountOf(service, credential)
  const given = { credential, ...(expiresIn !== undefined && { expiresIn }) }
  const keep = () =>
    within(flow.workspaceId, (scope) =>
      keepConnection(scope, service.kind, account, given, flow.connectionId),
    )
  if (!service.credentials.revoke) return keep()
  return byAccount(service.kind, account.id, async () => {
    // another workspace may have given the account up since, and this grant with it
    await accountOf(service, credential)
    try {
      return await keep()
    } catch (error) {
      if (error instanceof CodedError && !(await isShared(service.kind, account.id)))
        await takeBack(service, credential)
      throw error
    }
  })
}

/**
 * What an account gave is kept, or taken back, by one workspace at a time: what one takes back may be taken from all. A turn
 * has a connection to the database of its own: few wait with one, the others before. 503 where too many wait.
 */
export function byAccount<T>(service: string, accountId: string, work: () => Promise<T>): Promise<T> {
  const account = `account ${service} ${accountId}`
  const places: [Places, Places] = [
    { of: account, most: TURNS.account },
    { of: 'accounts', most: TURNS.most },
  ]
  return inLine(places, TURNS.line, () => inTurn(account, work))
}

/** Takes back what does not suffice; not where it cannot be known whose it is, for others may work by the same account. */
async function takeBackUnshared(service: OAuthService, credential: Credential): Promise<void> {
  const account = await accountOf(service, credential).catch(() => undefined)
  if (!account) return
  await byAccount(service.kind, account.id, async () => {
    if (!(await isShared(service.kind, account.id))) await takeBack(service, credential)
  })
}

/** Connects with a token that somebody typed, once the service has taken it. Answers the id. Throws `E_CONNECT`. */
export async function connectByToken(
  workspaceId: string,
  service: ServiceDefinition,
  token: string,
): Promise<string> {
  const refusal = refusalOf(service, token)
  if (refusal !== undefined) throw notConnected(refusal)
  const account = await accountOf(service, { token })
  return within(workspaceId, (scope) =>
    keepConnection(scope, service.kind, account, { credential: { token } }, null),
  )
}

/** Why this text cannot be a token. */
function refusalOf({ credentials }: ServiceDefinition, token: string): string | undefined {
  if (credentials.by !== 'token') return 'This service is connected by signing in there.'
  return credentials.refusal?.(token)
}

async function accountOf(service: ServiceDefinition, credential: Credential): Promise<Account> {
  let last: OutboundResponse | undefined
  try {
    return await service.account(async (request) => {
      last = await callService(service.kind, signed(service, request, credential))
      return last
    })
  } catch (error) {
    if (error instanceof OutboundError) throw notConnected(error.message)
    if (last && isRefused(service, last)) throw notConnected('The service does not accept this token.')
    if (error instanceof ServiceFault) throw notConnected(error.message)
    logger.warn({ service: service.kind, status: last?.status }, 'whose credential it is could not be read')
    throw notConnected('The service did not say whose access this is.')
  }
}

/** A credential of the account, whether or not there is a connection to it already. */
async function keepConnection(
  scope: Scope,
  service: string,
  account: Account,
  given: NewCredential,
  again: string | null,
): Promise<string> {
  const { trx, workspaceId } = scope
  if (again !== null) await refuseOtherAccount(scope, again, account)
  // in one line for each workspace, so that the count holds
  await trx.rawQuery('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`connections ${workspaceId}`])
  const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
    `insert into connections as c (workspace_id, service, account_id, account_name) values (?, ?, ?, ?)
     on conflict (workspace_id, service, account_id) do update
     set account_name = excluded.account_name, generation = c.generation + 1, lost_at = null, lost_reason = null,
         connected_at = now()
     returning id`,
    [workspaceId, service, account.id.slice(0, 500), account.name.slice(0, 500)],
  )
  await refuseTooMany(scope)
  const id = rows[0]?.id ?? ''
  // sealed for its row, so the row's id comes first
  await trx.rawQuery(
    `update connections set credentials = ?, expires_at = now() + make_interval(secs => nullif(?, 0))
     where workspace_id = ? and id = ?`,
    [sealCredential({ workspaceId, id }, given.credential), given.expiresIn ?? 0, workspaceId, id],
  )
  return id
}

async function refuseOtherAccount({ trx, workspaceId }: Scope, id: string, account: Account): Promise<void> {
  const { rows } = await trx.rawQuery<{ rows: { account_id: string; account_name: string }[] }>(
    'select account_id, account_name from connections where workspace_id = ? and id = ?',
    [workspaceId, id],
  )
  const before = rows[0]
  if (!before || before.account_id === account.id) return
  throw notConnected(`This is “${account.name}”, and the connection is to “${before.account_name}”.`)
}

/** To be called once a connection was added: one that there was before goes on in a workspace that is full. */
async function refuseTooMany({ trx, workspaceId }: Scope): Promise<void> {
  const { rows } = await trx.rawQuery<{ rows: { count: number }[] }>(
    'select count(*)::int from connections where workspace_id = ?',
    [workspaceId],
  )
  if ((rows[0]?.count ?? 0) > MOST)
    throw new CodedError('E_TOO_MANY', 422, `A workspace has up to ${MOST} connections. Remove one first.`)
}

/**
 * Whether there is a connection to this account, in whatever workspace: what one of them takes back at the service is taken
 * from all.
 */
export async function isShared(
  service: string,
  accountId: string,
  client: Pick<Scope['trx'], 'rawQuery'> = db,
): Promise<boolean> {
  const { rows } = await client.rawQuery<{ rows: { shared: boolean }[] }>(
    'select account_is_shared(?, ?) as shared',
    [service, accountId],
  )
  return rows[0]?.shared === true
}

/** Takes back what we do not keep; what a service says to that changes nothing. */
export async function takeBack(service: ServiceDefinition, credential: Credential): Promise<boolean> {
  const { kind } = service
  if (!isOAuth(service) || !service.credentials.revoke) return false
  try {
    const { status } = await callService(kind, asClient(service, service.credentials.revoke(credential)))
    return status >= 200 && status < 300
  } catch (error) {
    logger.warn({ service: kind, err: error }, 'a grant could not be taken back')
    return false
  }
}

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw error instanceof OutboundError ? notConnected(error.message) : error
  }
}
