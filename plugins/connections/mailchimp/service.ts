import { defineService, objectIn } from '@formwright/kit/service'

const API = 'https://api.mailchimp.com'

/** A key, and the data center of its account (mailchimp.com/developer/marketing/docs/fundamentals). */
const KEY = /^[a-f0-9]{32}-([a-z]{2,3}\d{1,3})$/

/** A Mailchimp account. */
export default defineService({
  kind: 'mailchimp',
  version: 1,
  origins: [API],
  credentials: {
    by: 'token',
    refusal: (token) =>
      KEY.test(token) ? undefined : 'Enter the whole key, as Mailchimp shows it once: …-us21.',
  },
  sign(request, { token }) {
    const [, center] = KEY.exec(token) ?? []
    const url = new URL(request.url)
    if (center !== undefined) url.host = `${center}.${url.host}`
    // any name will do
    const authorization = `Basic ${Buffer.from(`formwright:${token}`).toString('base64')}`
    return { ...request, url: url.href, headers: { ...request.headers, authorization } }
  },
  async account(ask) {
    const { status, body } = await ask({
      method: 'GET',
      url: `${API}/3.0/?fields=account_id,account_name`,
      headers: {},
      body: '',
    })
    const { account_id: id, account_name: name } = objectIn(body)
    if (status !== 200 || typeof id !== 'string' || typeof name !== 'string')
      throw new Error('Mailchimp did not say whose key this is.')
    return { id, name }
  },
})
