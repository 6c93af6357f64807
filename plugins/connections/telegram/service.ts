import { defineService, objectIn } from '@formwright/kit/service'

const API = 'https://api.telegram.org'

/** The id of a bot and its secret, as BotFather writes it. */
const TOKEN = /^\d{5,20}:[\w-]{30,60}$/

/** Telegram, as a bot. */
export default defineService({
  kind: 'telegram',
  version: 1,
  origins: [API],
  credentials: {
    by: 'token',
    refusal: (token) =>
      TOKEN.test(token) ? undefined : 'Enter the whole token, as BotFather shows it: 123456:ABC….',
  },
  // Telegram takes the token in the address alone (core.telegram.org/bots/api#making-requests)
  sign(request, { token }) {
    const url = new URL(request.url)
    url.pathname = `/bot${token}${url.pathname}`
    return { ...request, url: url.href }
  },
  // of a token that was never one it says 404
  refuses: ({ status }) => status === 401 || status === 404,
  async account(ask) {
    const { body } = await ask({ method: 'GET', url: `${API}/getMe`, headers: {}, body: '' })
    const { ok, result } = objectIn(body)
    const { id, username }: Record<string, unknown> = Object(result)
    if (ok !== true || typeof id !== 'number' || typeof username !== 'string')
      throw new Error('Telegram did not say which bot this is.')
    return { id: String(id), name: `@${username}` }
  },
})
