import { OAuthGrants } from '#tests/stand_ins/oauth_grants'
import { type Arrived, type Said, StandInServer } from '#tests/stand_ins/stand_in_server'

/** The service that `make:service pigeon-post` writes, as its `service.ts` says it is. */
export class PigeonPost {
  readonly server = new StandInServer()
  readonly oauth = new OAuthGrants({
    clientId: 'pigeon-client',
    clientSecret: 'pigeon-client-secret',
    redirect: /^https?:\/\/[^/]+\/settings\/connections\/callback\/pigeon-post$/,
    scopesJoinedBy: ' ',
    pkce: true,
    rotates: false,
    tokenPrefix: 'pigeon-',
  })
  /** messages of those who may send some */
  readonly taken: string[] = []

  static async open(): Promise<PigeonPost> {
    const post = new PigeonPost()
    await post.server.open((arrived) => post.#answer(arrived))
    return post
  }

  /** What an operator sets so that this stands in for the service. */
  get settings(): Record<string, string> {
    const { clientId, clientSecret } = this.oauth.rules
    return {
      PIGEON_POST_URL: this.server.url,
      PIGEON_POST_CLIENT_ID: clientId,
      PIGEON_POST_CLIENT_SECRET: clientSecret,
    }
  }

  close(): Promise<void> {
    return this.server.close()
  }

  #answer(arrived: Arrived): Said {
    const { method, path, body } = arrived
    if (path === '/oauth/authorize') return this.oauth.consent(arrived)
    if (path === '/oauth/token') return this.#token(arrived)
    if (path === '/oauth/revoke') return this.#revoke(body)
    if (!this.oauth.of(arrived)) return { status: 401 }
    if (`${method} ${path}` === 'GET /me') return { status: 200, body: { id: 'loft-7', name: 'Loft 7' } }
    if (`${method} ${path}` !== 'POST /messages') return { status: 404 }
    this.taken.push(body)
    return { status: 201 }
  }

  #token(arrived: Arrived): Said {
    const result = this.oauth.token(arrived)
    if ('error' in result) return { status: 400, body: result }
    const { token, refreshToken, scopes } = result.grant
    return {
      status: 200,
      body: {
        ...{ access_token: token, token_type: 'Bearer', expires_in: this.oauth.lifetime ?? 0 },
        ...{ refresh_token: refreshToken, scope: scopes.join(' ') },
      },
    }
  }

  #revoke(body: string): Said {
    const grant = this.oauth.byToken(new URLSearchParams(body).get('token') ?? '')
    if (grant)
      this.oauth.grants
        .filter((one) => one.refreshToken === grant.refreshToken)
        .forEach((one) => (one.revoked = true))
    return { status: 200 }
  }
}
