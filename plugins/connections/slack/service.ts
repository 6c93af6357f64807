import { defineService, objectIn } from '@formwright/kit/service'

const API = 'https://slack.com/api'

/** Errors that mean that the token is none any more; all of them come with status 200. */
const REFUSALS = new Set(['invalid_auth', 'not_authed', 'account_inactive', 'token_revoked', 'token_expired'])

/** Slack, as a bot of its workspace. */
export default defineService({
  kind: 'slack',
  version: 1,
  origins: ['https://slack.com'],
  credentials: {
    by: 'oauth',
    authorise: 'https://slack.com/oauth/v2/authorize',
    token: `${API}/oauth.v2.access`,
    scopes: ['chat:write', 'chat:write.public', 'channels:read', 'groups:read'],
    scopesJoinedBy: ',',
    // with PKCE an app counts as public for good, and its refresh tokens die after 30 days
    pkce: false,
    endedBy: ['invalid_refresh_token', 'token_revoked', 'account_inactive', 'invalid_auth'],
    revoke: ({ token }) => ({
      method: 'POST',
      url: `${API}/auth.revoke`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
    }),
  },
  refuses({ status, body }) {
    if (status !== 200) return status === 401
    const { ok, error } = objectIn(body)
    return ok === false && REFUSALS.has(String(error))
  },
  async account(ask) {
    const { body } = await ask({
      method: 'POST',
      url: `${API}/auth.test`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
    })
    const { ok, team, team_id: id } = objectIn(body)
    if (ok !== true || typeof id !== 'string' || typeof team !== 'string')
      throw new Error('Slack did not say which workspace this is.')
    return { id, name: team }
  },
})
