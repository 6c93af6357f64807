import { defineService, objectIn } from '@formwright/kit/service'

const API = 'https://api.notion.com'

/** Requests are read by the rules of that day (developers.notion.com/reference/versioning). */
const VERSION = { 'notion-version': '2026-03-11' }

/** What a person gave access to in a workspace of Notion. */
export default defineService({
  kind: 'notion',
  version: 1,
  origins: [API],
  credentials: {
    by: 'oauth',
    authorise: `${API}/v1/oauth/authorize?owner=user`,
    token: `${API}/v1/oauth/token`,
    // what a client may do is said where it is registered
    scopes: [],
    pkce: false,
    basicJson: { headers: VERSION },
    revoke: ({ token }) => ({
      method: 'POST',
      url: `${API}/v1/oauth/revoke`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    }),
  },
  async account(ask) {
    const { status, body } = await ask({
      method: 'GET',
      url: `${API}/v1/users/me`,
      headers: VERSION,
      body: '',
    })
    // each consent has a bot of its own
    const { id, bot } = objectIn(body)
    const { workspace_name: name }: Record<string, unknown> = Object(bot)
    if (status !== 200 || typeof id !== 'string' || typeof bot !== 'object')
      throw new Error('Notion did not say whose token this is.')
    return { id, name: typeof name === 'string' ? name : 'Notion' }
  },
})
