import { randomBytes } from 'node:crypto'
import { OAuthGrants } from '#tests/stand_ins/oauth_grants'
import { RequestError, Spreadsheet } from '#tests/stand_ins/google/spreadsheet'
import { type Arrived, type Played, type Said, StandInServer } from '#tests/stand_ins/stand_in_server'

const DRIVE_FILE = 'https://www.googleapis.com/auth/drive.file'

/** Google on 127.0.0.1: OAuth with PKCE, a little of Drive, spreadsheets. See the README. */
export class GoogleStandIn {
  readonly server = new StandInServer()
  readonly oauth = new OAuthGrants({
    clientId: '1234.apps.googleusercontent.com',
    clientSecret: 'google-client-secret-canary',
    redirect: /^https?:\/\/[^/]+\/settings\/connections\/callback\/google$/,
    scopesJoinedBy: ' ',
    pkce: true,
    rotates: false,
    tokenPrefix: 'ya29.',
  })
  // of its own, so that nobody else is connected to it
  readonly #person = randomBytes(8).toString('hex')
  readonly files = new Map<string, Spreadsheet>()

  static async open(): Promise<GoogleStandIn> {
    const google = new GoogleStandIn()
    await google.server.open((arrived) => google.#answer(arrived))
    return google
  }

  /** What an operator sets so that this stands in for Google. */
  get settings(): Record<string, string> {
    const { clientId, clientSecret } = this.oauth.rules
    return { GOOGLE_URL: this.server.url, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret }
  }

  play(played: Played): void {
    this.server.play(played)
  }

  close(): Promise<void> {
    return this.server.close()
  }

  /** A spreadsheet that was made by this app. */
  add(title: string): { id: string; sheet: Spreadsheet } {
    const id = randomBytes(16).toString('base64url')
    const sheet = new Spreadsheet(title)
    this.files.set(id, sheet)
    return { id, sheet }
  }

  #answer(arrived: Arrived): Said {
    const { path, method, query } = arrived
    if (path === '/o/oauth2/v2/auth') {
      if (query.get('access_type') !== 'offline' || query.get('prompt') !== 'consent')
        return { status: 400, body: 'Refused: no refresh token was asked for' }
      return this.oauth.consent(arrived)
    }
    if (path === '/token') return this.#token(arrived)
    if (path === '/revoke' && method === 'POST') return this.#revoke(arrived)
    const grant = this.oauth.of(arrived)
    if (!grant) return failed(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.')
    if (!grant.scopes.includes(DRIVE_FILE))
      return failed(403, 'PERMISSION_DENIED', 'Request had insufficient authentication scopes.')
    if (path === '/drive/v3/about')
      return said({ user: { emailAddress: 'ada@example.com', permissionId: this.#person } })
    if (path === '/drive/v3/files' && method === 'GET') return this.#list(arrived)
    if (path === '/v4/spreadsheets' && method === 'POST') return this.#create(arrived)
    const [, id = '', call = ''] = /^\/v4\/spreadsheets\/([\w-]+)(.*)$/.exec(path) ?? []
    const sheet = this.files.get(id)
    if (!sheet) return failed(404, 'NOT_FOUND', 'Requested entity was not found.')
    return this.#spreadsheet(sheet, `${method} ${call}`, arrived)
  }

  #token(arrived: Arrived): Said {
    const result = this.oauth.token(arrived)
    if ('error' in result)
      return { status: 400, body: { error: result.error, error_description: 'Bad Request' } }
    const isFirst = new URLSearchParams(arrived.body).get('grant_type') === 'authorization_code'
    const { token, refreshToken, scopes } = result.grant
    return said({
      access_token: token,
      expires_in: this.oauth.lifetime ?? 3_600,
      scope: scopes.join(' '),
      token_type: 'Bearer',
      // given once, and kept by whoever refreshes
      ...(isFirst && { refresh_token: refreshToken }),
    })
  }

  #revoke({ body }: Arrived): Said {
    const token = new URLSearchParams(body).get('token') ?? ''
    if (!this.oauth.byToken(token)) return { status: 400, body: { error: 'invalid_token' } }
    this.oauth.revokeAll()
    return said({})
  }

  #list({ query }: Arrived): Said {
    const q = query.get('q') ?? ''
    const [, typed] =
      /^mimeType='application\/vnd\.google-apps\.spreadsheet' and trashed=false(?: and name contains '((?:[^'\\]|\\['\\])*)')?$/.exec(
        q,
      ) ?? []
    if (!q.startsWith('mimeType=') || (typed === undefined && q.includes('name')))
      return failed(400, 'INVALID_ARGUMENT', 'Invalid Value')
    const wanted = (typed ?? '').replace(/\\(['\\])/g, '$1').toLowerCase()
    const files = [...this.files].filter(([, { title }]) => title.toLowerCase().includes(wanted))
    return said({ files: files.map(([id, { title }]) => ({ id, name: title })) })
  }

  #create(arrived: Arrived): Said {
    const { properties } = readJson(arrived)
    const title: unknown = Object(properties).title
    if (typeof title !== 'string') return failed(400, 'INVALID_ARGUMENT', 'properties.title')
    const { id } = this.add(title)
    return said({ spreadsheetId: id, properties: { title } })
  }

  #spreadsheet(sheet: Spreadsheet, call: string, arrived: Arrived): Said {
    try {
      switch (call) {
        case 'GET ':
          return said({ sheets: sheet.properties() })
        case 'POST /developerMetadata:search':
          return said(sheet.searchMetadata(readJson(arrived)))
        case 'POST /values:batchGetByDataFilter':
          return said(sheet.read(readJson(arrived)))
        case 'POST :batchUpdate':
          return said({ replies: sheet.batchUpdate(readJson(arrived)) })
      }
      return failed(404, 'NOT_FOUND', `There is no ${call}.`)
    } catch (error) {
      if (error instanceof RequestError) return failed(400, 'INVALID_ARGUMENT', error.message)
      throw error
    }
  }
}

function readJson({ headers, body }: Arrived): Record<string, unknown> {
  if (!headers['content-type']?.startsWith('application/json')) throw new RequestError('no JSON')
  if (body.length > 2_000_000) throw new RequestError('more than 2 MB')
  const read: unknown = JSON.parse(body)
  return { ...Object(read) }
}

function failed(status: number, code: string, message: string): Said {
  return { status, body: { error: { code: status, message, status: code } } }
}

function said(body: object): Said {
  return { status: 200, body }
}
