import { createHash, randomBytes } from 'node:crypto'
import type { Arrived, Said } from '#tests/stand_ins/stand_in_server'

/** How a service gives tokens. */
interface OAuthRules {
  clientId: string
  clientSecret: string
  /** where people may be sent back to */
  redirect: RegExp
  /** what stands between scopes in the address of the consent page */
  scopesJoinedBy: ' ' | ','
  pkce: boolean
  /** whether tokens are asked for as JSON, and the client shows itself by Basic authentication */
  basicJson?: boolean
  /** whether there are no scopes */
  unscoped?: boolean
  /** whether a refresh token is good for one use */
  rotates: boolean
  tokenPrefix: string
}

interface Code {
  redirectUri: string
  challenge: string | null
  scopes: string[]
}

/** What an access token is good for. */
export interface Grant {
  token: string
  refreshToken: string
  scopes: string[]
  expiresAt: number
  revoked: boolean
}

/** Consent, codes and tokens as a strict service has them. */
export class OAuthGrants {
  readonly rules: OAuthRules
  readonly grants: Grant[] = []
  readonly #codes = new Map<string, Code>()
  readonly #spent = new Set<string>()
  /** how long access tokens last, in seconds; null: for good, and without refresh tokens */
  lifetime: number | null = 3_600
  /** scopes whose box somebody unticks */
  unticked: readonly string[] = []

  constructor(rules: OAuthRules) {
    this.rules = rules
  }

  /** The consent page: links by which a person agrees or does not. */
  consent({ query }: Arrived): Said {
    const { rules } = this
    const redirectUri = query.get('redirect_uri') ?? ''
    const scopes = (query.get('scope') ?? '').split(rules.scopesJoinedBy).filter((one) => one !== '')
    const faults = [
      query.get('client_id') !== rules.clientId && 'client_id',
      !rules.redirect.test(redirectUri) && 'redirect_uri',
      (rules.unscoped ? query.has('scope') : scopes.length === 0) && 'scope',
      (query.get('state') ?? '').length < 32 && 'state',
      query.get('response_type') !== 'code' && 'response_type',
      rules.pkce !== (query.get('code_challenge_method') === 'S256') && 'code_challenge_method',
    ].filter((one) => one !== false)
    if (faults.length > 0) return { status: 400, body: `Refused: ${faults.join(', ')}` }
    const code = randomBytes(12).toString('hex')
    const granted = scopes.filter((scope) => !this.unticked.includes(scope))
    this.#codes.set(code, { redirectUri, challenge: query.get('code_challenge'), scopes: granted })
    const back = (said: Record<string, string>) => {
      const address = new URL(redirectUri)
      for (const [name, value] of Object.entries({ ...said, state: query.get('state') ?? '' }))
        address.searchParams.set(name, value)
      return address.href.replaceAll('&', '&amp;')
    }
    const links = `<a href="${back({ code })}">Allow</a> <a href="${back({ error: 'access_denied' })}">Cancel</a>`
    const page = `<!doctype html><html lang="en"><title>Consent</title><h1>Allow access?</h1>${links}</html>`
    return { status: 200, headers: { 'content-type': 'text/html' }, body: page }
  }

  /** The token endpoint: a grant, or the code of what is wrong. */
  token(arrived: Arrived): { grant: Grant } | { error: string } {
    const { rules } = this
    const type = rules.basicJson ? 'application/json' : 'application/x-www-form-urlencoded'
    if (arrived.method !== 'POST' || !arrived.headers['content-type']?.startsWith(type))
      return { error: 'invalid_request' }
    const form = new URLSearchParams(rules.basicJson ? JSON.parse(arrived.body) : arrived.body)
    if (!this.isClient(arrived, form)) return { error: 'invalid_client' }
    if (form.get('grant_type') === 'refresh_token') return this.#refresh(form)
    if (form.get('grant_type') !== 'authorization_code') return { error: 'unsupported_grant_type' }
    const code = this.#codes.get(form.get('code') ?? '')
    this.#codes.delete(form.get('code') ?? '')
    if (!code || code.redirectUri !== form.get('redirect_uri')) return { error: 'invalid_grant' }
    const verifier = form.get('code_verifier')
    if (rules.pkce !== (verifier !== null) || (verifier !== null && challengeOf(verifier) !== code.challenge))
      return { error: 'invalid_grant' }
    return { grant: this.give(code.scopes) }
  }

  /** Whether a request is the client's own, by its header or by the fields of its form, and by one of them only. */
  isClient({ headers }: Arrived, form: URLSearchParams): boolean {
    const { basicJson, clientId, clientSecret } = this.rules
    const [id, secret] = [form.get('client_id'), form.get('client_secret')]
    if (!basicJson) return id === clientId && secret === clientSecret
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    return headers.authorization === `Basic ${basic}` && id === null && secret === null
  }

  /** The grant of a request; undefined when its token is none, ran out, or was revoked. */
  of({ headers }: Arrived): Grant | undefined {
    const token = headers.authorization?.replace(/^Bearer /, '')
    return this.grants.find(
      (grant) => grant.token === token && !grant.revoked && grant.expiresAt > Date.now(),
    )
  }

  /** Every token is revoked, as when somebody removes the app. */
  revokeAll(): void {
    for (const grant of this.grants) grant.revoked = true
  }

  /** The grant that a token, of either sort, belongs to. */
  byToken(token: string): Grant | undefined {
    return this.grants.find((grant) => grant.token === token || grant.refreshToken === token)
  }

  /** Every access token has run out. */
  expireAll(): void {
    for (const grant of this.grants) grant.expiresAt = 0
  }

  #refresh(form: URLSearchParams): { grant: Grant } | { error: string } {
    const refreshToken = form.get('refresh_token') ?? ''
    const grant = this.grants.find((one) => one.refreshToken === refreshToken)
    if (!grant || grant.revoked || this.#spent.has(refreshToken) || form.has('scope'))
      return { error: 'invalid_grant' }
    if (this.rules.rotates) {
      this.#spent.add(refreshToken)
      grant.revoked = true
      return { grant: this.give(grant.scopes) }
    }
    const next = { ...grant, token: newToken(this.rules.tokenPrefix), expiresAt: this.#expiry() }
    this.grants.push(next)
    return { grant: next }
  }

  /** A new grant, as somebody gives it who consents. */
  give(scopes: string[] = []): Grant {
    const grant = {
      token: newToken(this.rules.tokenPrefix),
      refreshToken: newToken('refresh-'),
      scopes,
      expiresAt: this.#expiry(),
      revoked: false,
    }
    this.grants.push(grant)
    return grant
  }

  #expiry(): number {
    return this.lifetime === null ? Infinity : Date.now() + this.lifetime * 1000
  }
}

function newToken(prefix: string): string {
  return `${prefix}${randomBytes(20).toString('hex')}`
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}
