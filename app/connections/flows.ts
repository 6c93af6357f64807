import { createHash, randomBytes } from 'node:crypto'
import encryption from '@adonisjs/core/services/encryption'
import { notConfigured, foreignState } from '#app/connections/errors'
import { addressAt, isConfigured, operatorSettings, settingNames } from '#app/connections/operator_settings'
import type { OAuthService } from '#app/connections/token_requests'
import { notFound } from '#app/http/errors'
import { type Scope, within } from '#app/workspaces/within'

/** Somebody may be under way so often at a time; the oldest ways end then. */
const MOST = 20
const VALID_FOR = '10 minutes'

/** Who is under way, and in which browser. */
export interface Traveller {
  userId: string
  sessionId: string
}

/** Where somebody was going. */
export interface Flow {
  workspaceId: string
  connectionId: string | null
  redirectUri: string
  verifier: string | null
  popup: boolean
}

/** The address at the service to which somebody goes, to come back with a code. */
export async function beginFlow(
  scope: Scope,
  service: OAuthService,
  traveller: Traveller,
  way: { connectionId: string | null; redirectUri: string; popup: boolean },
): Promise<string> {
  const { kind, credentials } = service
  if (!isConfigured(kind)) {
    const { id, secret } = settingNames(kind)
    throw notConfigured([id, secret])
  }
  if (way.connectionId !== null) await refuseForeign(scope, kind, way.connectionId)
  const state = newState(scope.workspaceId)
  const verifier = credentials.pkce ? randomBytes(32).toString('base64url') : null
  await forgetOldest(scope, traveller.userId)
  await scope.trx.rawQuery(
    `insert into connection_flows (workspace_id, state_hash, session_hash, user_id, service, connection_id, redirect_uri,
                                   verifier, popup, expires_at)
     values (?, ?, ?, ?, ?, nullif(?, '')::uuid, ?, nullif(?, ''), ?, now() + ?::interval)`,
    [
      scope.workspaceId,
      hashOf(state),
      hashOf(traveller.sessionId),
      traveller.userId,
      kind,
      way.connectionId ?? '',
      way.redirectUri,
      verifier === null ? '' : encryption.encrypt(verifier, { purpose: purpose(state) }),
      way.popup,
      VALID_FOR,
    ],
  )
  const address = new URL(addressAt(kind, credentials.authorise))
  const parameters = {
    response_type: 'code',
    client_id: operatorSettings(kind).clientId,
    redirect_uri: way.redirectUri,
    ...(credentials.scopes.length > 0 && {
      scope: credentials.scopes.join(credentials.scopesJoinedBy ?? ' '),
    }),
    state,
    ...(verifier !== null && { code_challenge: challengeOf(verifier), code_challenge_method: 'S256' }),
  }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  return address.href
}

/** The workspace that a state is of; nothing where it is no state. It gives no right to anything. */
export function workspaceOf(state: string): string | undefined {
  const bytes = /^[\w-]{64}$/.test(state) ? Buffer.from(state, 'base64url') : undefined
  const hex = bytes?.subarray(0, 16).toString('hex')
  return hex?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Uses a state up: of this person, in this session, to this service, within ten minutes. Throws `E_STATE`. */
export async function takeFlow(
  workspaceId: string,
  service: string,
  state: string,
  traveller: Traveller,
): Promise<Flow> {
  const { rows } = await within(workspaceId, ({ trx }) =>
    trx.rawQuery<{
      rows: {
        connection_id: string | null
        redirect_uri: string
        verifier: string | null
        popup: boolean
        late: boolean
      }[]
    }>(
      `delete from connection_flows
       where workspace_id = ? and state_hash = ? and session_hash = ? and user_id = ? and service = ?
       returning connection_id, redirect_uri, verifier, popup, expires_at < now() as late`,
      [workspaceId, hashOf(state), hashOf(traveller.sessionId), traveller.userId, service],
    ),
  )
  const row = rows[0]
  if (!row || row.late) throw foreignState()
  return {
    workspaceId,
    connectionId: row.connection_id,
    redirectUri: row.redirect_uri,
    verifier: row.verifier === null ? null : encryption.decrypt<string>(row.verifier, purpose(state)),
    popup: row.popup,
  }
}

async function refuseForeign({ trx, workspaceId }: Scope, service: string, id: string): Promise<void> {
  const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
    'select from connections where workspace_id = ? and id = ? and service = ?',
    [workspaceId, id, service],
  )
  if (rows.length === 0) throw notFound()
}

async function forgetOldest({ trx, workspaceId }: Scope, userId: string): Promise<void> {
  await trx.rawQuery(
    `delete from connection_flows where workspace_id = ? and (expires_at < now() or state_hash = any (array(
       select state_hash from connection_flows where workspace_id = ? and user_id = ?
       order by expires_at desc offset ?)))`,
    [workspaceId, workspaceId, userId, MOST - 1],
  )
}

function newState(workspaceId: string): string {
  const workspace = Buffer.from(workspaceId.replaceAll('-', ''), 'hex')
  return Buffer.concat([workspace, randomBytes(32)]).toString('base64url')
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function purpose(state: string): string {
  return `connection_flows.verifier:${hashOf(state)}`
}
