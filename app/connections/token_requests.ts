import { callService } from '#app/connections/call_service'
import { operatorSettings } from '#app/connections/operator_settings'
import { maskText } from '#app/outbound/masks'
import type { OutboundRequest } from '@formwright/kit/integration'
import {
  type OAuthCredentials,
  readTokenAnswer,
  type ServiceDefinition,
  type TokenAnswer,
} from '@formwright/kit/service'

/** Characters of a service's code that are kept: cut once it is masked, for half a secret is not known as one. */
const LONGEST_REASON = 100

/** A service with OAuth. */
export type OAuthService = ServiceDefinition & { credentials: OAuthCredentials }

/** Whether a service works by OAuth. */
export function isOAuth(service: ServiceDefinition): service is OAuthService {
  return service.credentials.by === 'oauth'
}

/** Asks the token endpoint. Rejects with an `OutboundError` when it could not be asked. */
async function askForToken(service: OAuthService, parameters: Record<string, string>): Promise<TokenAnswer> {
  const { kind, credentials } = service
  const { clientSecret } = operatorSettings(kind)
  const answer = await callService(kind, tokenRequest(service, parameters))
  const read = readTokenAnswer(credentials, answer)
  if ('grant' in read) return read
  // a service may repeat what it was told, and creators are told why it gave nothing
  const { code = '', refresh_token: refreshToken = '', code_verifier: verifier = '' } = parameters
  const masked = maskText(read.reason, [clientSecret, basicOf(kind), code, refreshToken, verifier])
  return { ...read, reason: masked.slice(0, LONGEST_REASON) }
}

function tokenRequest(service: OAuthService, parameters: Record<string, string>): OutboundRequest {
  const { kind, credentials } = service
  const { clientId, clientSecret } = operatorSettings(kind)
  const to = { method: 'POST' as const, url: credentials.token }
  if (credentials.basicJson) {
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    return asClient(service, { ...to, headers, body: JSON.stringify(parameters) })
  }
  return {
    ...to,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      ...parameters,
      client_id: clientId,
      client_secret: clientSecret,
    }).toString(),
  }
}

/** A request with the client in its header, where the service wants that. */
export function asClient({ kind, credentials }: OAuthService, request: OutboundRequest): OutboundRequest {
  const { basicJson } = credentials
  if (!basicJson) return request
  const headers = { ...request.headers, ...basicJson.headers, authorization: `Basic ${basicOf(kind)}` }
  return { ...request, headers }
}

function basicOf(kind: string): string {
  const { clientId, clientSecret } = operatorSettings(kind)
  return Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
}

/** The tokens for a code that somebody came back with. */
export function tokensFor(
  service: OAuthService,
  { code, redirectUri, verifier }: { code: string; redirectUri: string; verifier: string | null },
): Promise<TokenAnswer> {
  return askForToken(service, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    ...(verifier !== null && { code_verifier: verifier }),
  })
}

/** New tokens for a refresh token. No scope is named: the grant keeps those it has. */
export function refreshedTokens(service: OAuthService, refreshToken: string): Promise<TokenAnswer> {
  return askForToken(service, { grant_type: 'refresh_token', refresh_token: refreshToken })
}
