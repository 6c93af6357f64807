import { callService } from '#app/connections/call_service'
import { operatorSettings } from '#app/connections/operator_settings'
import { maskText } from '#app/outbound/masks'
import {
  type OAuthCredentials,
  readTokenAnswer,
  type ServiceDefinition,
  type TokenAnswer,
} from '@formwright/kit/service'

/** A service with OAuth. */
export type OAuthService = ServiceDefinition & { credentials: OAuthCredentials }

/** Whether a service works by OAuth. */
export function isOAuth(service: ServiceDefinition): service is OAuthService {
  return service.credentials.by === 'oauth'
}

/** Asks the token endpoint. Rejects with an `OutboundError` when it could not be asked. */
async function askForToken(
  { kind, credentials }: OAuthService,
  parameters: Record<string, string>,
): Promise<TokenAnswer> {
  const { clientId, clientSecret } = operatorSettings(kind)
  const answer = await callService(kind, {
    method: 'POST',
    url: credentials.token,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      ...parameters,
      client_id: clientId,
      client_secret: clientSecret,
    }).toString(),
  })
  const read = readTokenAnswer(credentials, answer)
  if ('grant' in read) return read
  // a service may repeat what it was told, and creators are told why it gave nothing
  const { code = '', refresh_token: refreshToken = '', code_verifier: verifier = '' } = parameters
  return { ...read, reason: maskText(read.reason, [clientSecret, code, refreshToken, verifier]) }
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
