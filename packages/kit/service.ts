import type { OutboundRequest, OutboundResponse } from './integration.ts'

/** What a service gave us to act for an account: an access token, or what somebody typed. */
export interface Credential {
  token: string
  /** of OAuth: what a new token is asked for with, where the service gives one */
  refreshToken?: string
}

/** Who a connection acts for. `id` never changes at the service, `name` is what a person knows it by. */
export interface Account {
  id: string
  name: string
}

/** A request that carries the credential already. */
export type AskService = (request: OutboundRequest) => Promise<OutboundResponse>

/**
 * OAuth 2 with an authorisation code (RFC 6749). The core makes the addresses, keeps `state` and verifier, asks for tokens
 * and refreshes them; the operator sets client id and secret.
 */
export interface OAuthCredentials {
  by: 'oauth'
  /** where a person consents; parameters of its own may stand in it */
  authorise: string
  token: string
  /** all of them must be granted; a service may have none */
  scopes: readonly string[]
  /** what stands between scopes; a blank if not said otherwise */
  scopesJoinedBy?: ','
  /** whether the service takes PKCE (RFC 7636) */
  pkce: boolean
  /**
   * Where tokens are asked for as JSON, with the client in the header (Basic, RFC 6749, 2.3.1): what else such a request
   * carries, as a revocation does, too. Without it they are asked for by a form (RFC 6749, 4.1.3).
   */
  basicJson?: { headers: Readonly<Record<string, string>> }
  /**
   * Codes (`error` of a token answer, of whatever status) that end a grant for good, besides `invalid_grant`: its person
   * has to connect again.
   */
  endedBy?: readonly string[]
  /** The request that takes the grant back at the service. */
  revoke?(credential: Credential): OutboundRequest
}

/** A token that a person types in, made at the service. */
export interface TokenCredentials {
  by: 'token'
  /** why this cannot be one, in a sentence; undefined when it can */
  refusal?(token: string): string | undefined
}

/**
 * What a service is to the integrations that share its connections. Its folder is `plugins/connections/<kind>/` with
 * `service.ts`, `texts/en.json` (`name`, `description`; of a typed token `token` and `token.help`) and `icon.svg`.
 */
export interface ServiceDefinition {
  /** the folder's name */
  kind: string
  version: number
  /** Origins that its credentials may be sent to (`https://slack.com`), and no other. */
  origins: readonly string[]
  credentials: OAuthCredentials | TokenCredentials
  /** A request with the credential in it; a Bearer token in the header `authorization` if not said otherwise. */
  sign?(request: OutboundRequest, credential: Credential): OutboundRequest
  /** Whether an answer says that the credential is not accepted any more; status 401 if not said otherwise. */
  refuses?(answer: OutboundResponse): boolean
  /** Whose credential it is, asked of the service: this is the check of a new one. Throws when that cannot be said. */
  account(ask: AskService): Promise<Account>
}

/** Identity that gives a service its types. */
export function defineService(definition: ServiceDefinition): ServiceDefinition {
  return definition
}

/** A request of this service with its credential. Throws where it would be sent somewhere else. */
export function signed(
  { kind, origins, sign = bearer }: ServiceDefinition,
  request: OutboundRequest,
  credential: Credential,
): OutboundRequest {
  if (!URL.canParse(request.url) || !origins.includes(new URL(request.url).origin))
    throw new TypeError(`${kind} is asked at ${origins.join(', ')} only.`)
  return sign(request, credential)
}

/** Whether the service does not accept the credential any more. */
export function isRefused({ refuses }: ServiceDefinition, answer: OutboundResponse): boolean {
  return refuses ? refuses(answer) : answer.status === 401
}

function bearer(request: OutboundRequest, { token }: Credential): OutboundRequest {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }
}

/** What a token endpoint answered. */
export type TokenAnswer =
  | { grant: Credential & { expiresIn?: number; scopes?: readonly string[] } }
  /** `ended`: the grant is none any more; `reason` is the service's code, as long as it is */
  | { ended: boolean; reason: string }

/** Reads the answer of a token endpoint (RFC 6749, 5.1 and 5.2); an error counts whatever its status. */
export function readTokenAnswer(
  { endedBy = [] }: OAuthCredentials,
  { status, body }: OutboundResponse,
): TokenAnswer {
  const said = objectIn(body)
  if (typeof said.error === 'string') {
    const ended = status < 500 && ['invalid_grant', ...endedBy].includes(said.error)
    return { ended, reason: said.error }
  }
  const { access_token: token, refresh_token: refreshToken, expires_in: expiresIn, scope } = said
  if (status < 200 || status > 299 || typeof token !== 'string' || token === '')
    return { ended: false, reason: `status ${status}` }
  return {
    grant: {
      token,
      ...(typeof refreshToken === 'string' && refreshToken !== '' && { refreshToken }),
      ...(Number(expiresIn) > 0 && { expiresIn: Number(expiresIn) }),
      ...(typeof scope === 'string' && { scopes: scope.split(/[ ,]+/).filter((one) => one !== '') }),
    },
  }
}

/** The JSON object in a body; empty when there is none. */
export function objectIn(body: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(body)
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {}
  }
}
