import { randomUUID } from 'node:crypto'
import { messageFault, type SlackMessage } from '#tests/stand_ins/slack/message_rules'
import { OAuthGrants } from '#tests/stand_ins/oauth_grants'
import { type Arrived, type Played, type Said, StandInServer } from '#tests/stand_ins/stand_in_server'

interface Channel {
  id: string
  name: string
  is_private: boolean
  is_archived: boolean
  is_member: boolean
}

/** A message that stands in a channel. */
export interface Posted extends SlackMessage {
  ts: string
}

/** Slack on 127.0.0.1: OAuth v2 with token rotation, channels, messages, incoming webhooks. See the README. */
export class SlackStandIn {
  readonly server = new StandInServer()
  readonly oauth = new OAuthGrants({
    clientId: '1234.5678',
    clientSecret: 'slack-client-secret-canary',
    redirect: /^https?:\/\/[^/]+\/settings\/connections\/callback\/slack$/,
    scopesJoinedBy: ',',
    pkce: false,
    rotates: true,
    tokenPrefix: 'xoxe.xoxb-1-',
  })
  readonly posted: Posted[] = []
  readonly hook = '/services/T024BE7LD/B0HOOKS00/5ecretcanary5ecretcanary'
  channels: Channel[] = [channel('C0GENERAL', 'general'), channel('C0FEEDBACK', 'feedback')]
  /** of its own, so that nobody else is connected to it */
  team = { id: `T${randomUUID().slice(0, 8).toUpperCase()}`, name: 'Lighthouse' }

  static async open(): Promise<SlackStandIn> {
    const slack = new SlackStandIn()
    await slack.server.open((arrived) => slack.#answer(arrived))
    return slack
  }

  /** What an operator sets so that this stands in for Slack. */
  get settings(): Record<string, string> {
    const { clientId, clientSecret } = this.oauth.rules
    return { SLACK_URL: this.server.url, SLACK_CLIENT_ID: clientId, SLACK_CLIENT_SECRET: clientSecret }
  }

  play(played: Played): void {
    this.server.play(played)
  }

  close(): Promise<void> {
    return this.server.close()
  }

  #answer(arrived: Arrived): Said {
    const { path, method } = arrived
    if (path === '/oauth/v2/authorize') return this.oauth.consent(arrived)
    if (path === '/api/oauth.v2.access') return this.#token(arrived)
    if (path === this.hook) return this.#hook(arrived)
    if (path.startsWith('/services/')) return { status: 404, body: 'no_service' }
    const grant = this.oauth.of(arrived)
    if (!grant) return failed(arrived.headers.authorization ? this.#whyRefused(arrived) : 'not_authed')
    switch (`${method} ${path}`) {
      case 'POST /api/auth.test':
        return said({ team: this.team.name, team_id: this.team.id, user: 'formwright', user_id: 'U1' })
      case 'POST /api/auth.revoke':
        grant.revoked = true
        return said({ revoked: true })
      case 'GET /api/conversations.list':
        return grant.scopes.includes('channels:read') ? this.#list(arrived) : failed('missing_scope')
      case 'POST /api/chat.postMessage':
        return this.#post(arrived)
      case 'POST /api/chat.update':
        return this.#update(arrived)
    }
    return failed('unknown_method')
  }

  #token(arrived: Arrived): Said {
    const result = this.oauth.token(arrived)
    if ('error' in result) {
      const isRefresh = new URLSearchParams(arrived.body).get('grant_type') === 'refresh_token'
      if (result.error !== 'invalid_grant') return failed(result.error)
      return failed(isRefresh ? 'invalid_refresh_token' : 'invalid_code')
    }
    const { token, refreshToken, scopes, expiresAt } = result.grant
    return said({
      access_token: token,
      token_type: 'bot',
      scope: scopes.join(','),
      bot_user_id: 'U1',
      app_id: 'A1',
      team: this.team,
      ...(Number.isFinite(expiresAt) && {
        refresh_token: refreshToken,
        expires_in: this.oauth.lifetime ?? 0,
      }),
    })
  }

  #whyRefused({ headers }: Arrived): string {
    const grant = this.oauth.byToken(headers.authorization?.replace(/^Bearer /, '') ?? '')
    if (!grant) return 'invalid_auth'
    return grant.revoked ? 'token_revoked' : 'token_expired'
  }

  #list({ query }: Arrived): Said {
    const limit = Number(query.get('limit'))
    if (!(limit >= 1 && limit <= 1_000)) return failed('invalid_limit')
    const types = (query.get('types') ?? 'public_channel').split(',')
    const start = Number(Buffer.from(query.get('cursor') ?? '', 'base64').toString() || 0)
    const shown = this.channels.filter(
      (one) =>
        types.includes(one.is_private ? 'private_channel' : 'public_channel') &&
        !(one.is_archived && query.get('exclude_archived') === 'true') &&
        // of private ones a bot sees those that it was invited to
        (!one.is_private || one.is_member),
    )
    const end = start + limit
    const next = end < shown.length ? Buffer.from(String(end)).toString('base64') : ''
    return said({ channels: shown.slice(start, end), response_metadata: { next_cursor: next } })
  }

  #post(arrived: Arrived): Said {
    const message = readMessage(arrived, [
      'channel',
      'text',
      'blocks',
      'thread_ts',
      'unfurl_links',
      'unfurl_media',
    ])
    if (typeof message === 'string') return failed(message)
    const fault = messageFault(message) ?? this.#channelFault(message)
    if (fault !== undefined) return failed(fault)
    if (message.thread_ts !== undefined && !this.posted.some(({ ts }) => ts === message.thread_ts))
      return failed('thread_not_found')
    const ts = `${1_700_000_000 + this.posted.length}.000100`
    this.posted.push({ ...message, ts })
    return said({ channel: message.channel, ts, message: { text: message.text } })
  }

  #update(arrived: Arrived): Said {
    const message = readMessage(arrived, ['channel', 'ts', 'text', 'blocks'])
    if (typeof message === 'string') return failed(message)
    const fault = messageFault(message) ?? this.#channelFault(message)
    if (fault !== undefined) return failed(fault)
    const before = this.posted.find(({ ts, channel: at }) => ts === message.ts && at === message.channel)
    if (!before) return failed('message_not_found')
    // without blocks the ones that stand there are removed
    Object.assign(before, { text: message.text, blocks: message.blocks ?? [] })
    return said({ channel: message.channel, ts: before.ts, text: message.text })
  }

  #channelFault({ channel: id }: SlackMessage): string | undefined {
    const found = this.channels.find((one) => one.id === id)
    if (!found) return 'channel_not_found'
    if (found.is_archived) return 'is_archived'
    return found.is_private && !found.is_member ? 'not_in_channel' : undefined
  }

  /** An incoming webhook speaks plain text, and has one channel. */
  #hook(arrived: Arrived): Said {
    if (arrived.method !== 'POST') return { status: 405, body: 'invalid_method' }
    const message = readMessage(arrived, ['text', 'blocks', 'unfurl_links', 'unfurl_media'])
    if (typeof message === 'string') return { status: 400, body: 'invalid_payload' }
    const fault = messageFault(message)
    if (fault !== undefined) return { status: 400, body: fault }
    this.posted.push({ ...message, ts: 'hook' })
    return { status: 200, body: 'ok' }
  }
}

/** A channel as Slack has it. */
export function channel(id: string, name: string, more: Partial<Channel> = {}): Channel {
  return { id, name, is_private: false, is_archived: false, is_member: false, ...more }
}

function readMessage({ headers, body }: Arrived, members: readonly string[]): SlackMessage | string {
  if (!/^application\/json; ?charset=utf-8$/i.test(headers['content-type'] ?? '')) return 'missing_charset'
  let message: unknown
  try {
    message = JSON.parse(body)
  } catch {
    return 'invalid_json'
  }
  if (typeof message !== 'object' || message === null) return 'json_not_object'
  const unknown = Object.keys(message).find((name) => !members.includes(name))
  return unknown === undefined ? { ...message } : 'invalid_arguments'
}

/** Errors are answered with 200. */
function failed(error: string): Said {
  return { status: 200, body: { ok: false, error } }
}

function said(body: object): Said {
  return { status: 200, body: { ok: true, ...body } }
}
