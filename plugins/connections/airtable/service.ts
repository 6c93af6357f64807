import { defineService, objectIn } from '@formwright/kit/service'

const API = 'https://api.airtable.com'

/** A personal access token: its id, and its secret. */
const TOKEN = /^pat[A-Za-z0-9]{14}\.[a-f0-9]{64}$/

/** Airtable, as the person who made the token. */
export default defineService({
  kind: 'airtable',
  version: 1,
  origins: [API],
  credentials: {
    by: 'token',
    refusal: (token) =>
      TOKEN.test(token) ? undefined : 'Enter the whole token, as Airtable shows it once: pat….….',
  },
  async account(ask) {
    const { status, body } = await ask({
      method: 'GET',
      url: `${API}/v0/meta/whoami`,
      headers: {},
      body: '',
    })
    const { id, email } = objectIn(body)
    if (status !== 200 || typeof id !== 'string') throw new Error('Airtable did not say whose token this is.')
    // the address is told where the token has user.email:read
    return { id, name: typeof email === 'string' ? email : id }
  },
})
