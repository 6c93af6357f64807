import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { ApiError, Client } from './client.ts'

/** What a server answers to one request: status, headers, body; 0 breaks the connection. */
type Said = [status: number, headers?: Record<string, string>, body?: unknown]

/** A server that says these one after the other and keeps what it was asked. */
async function serve(said: Said[], cleanup: (end: () => Promise<void>) => void) {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    const [status, headers = {}, body] = said.shift() ?? [500]
    if (status === 0) return request.socket.destroy()
    const type = body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }
    response.writeHead(status, { ...type, ...headers })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  cleanup(() => new Promise((done) => server.close(() => done())))
  const { port }: AddressInfo = Object.assign({ port: 0, address: '', family: '' }, server.address())
  return { asked, url: `http://127.0.0.1:${port}` }
}

const LATER: Said = [429, { 'retry-after': '0' }, { code: 'E_TOO_MANY', message: 'Wait.' }]

test.group('Client', () => {
  test('a POST comes again with its key after a while, and then is done', async ({ assert, cleanup }) => {
    const done: Said = [204]
    const { asked, url } = await serve([LATER, [503, { 'retry-after': '0' }], done], cleanup)
    const client = new Client({ url: `${url}/`, token: 'fw_1' })
    const { status, body } = await client.post('/api/forms/{form}/closure', { path: { form: 'a/b' } })
    assert.equal(status, 204)
    assert.isUndefined(body)
    assert.deepEqual([...new Set(asked.map(({ url: path }) => path))], ['/api/forms/a%2Fb/closure'])
    const keys = asked.map(({ headers }) => headers['idempotency-key'])
    assert.lengthOf(keys, 3)
    assert.lengthOf([...new Set(keys)], 1)
    assert.match(String(keys[0]), /^[\w-]{36}$/)
    assert.equal(asked[0].headers.authorization, 'Bearer fw_1')

    const own = await serve([[201, {}, {}]], cleanup)
    const sent = { submission_key: '018f2b5e-7c1a-7e3e-9d5c-2f1a4b6c8d0e', answers: {} }
    await new Client({ url: own.url }).post('/api/forms/{form}/submissions', {
      path: { form: 'a' },
      body: sent,
    })
    assert.isUndefined(own.asked[0].headers['idempotency-key'], 'a submission has a key of its own')
  })

  test('it comes again so often only, and waits so long only', async ({ assert, cleanup }) => {
    const { asked, url } = await serve(Array<Said>(9).fill(LATER), cleanup)
    const failed = async (client: Client) => {
      const error = await client.get('/api/open/workspaces').catch((thrown: unknown) => thrown)
      if (!(error instanceof ApiError)) throw error
      return [error.status, error.code, asked.splice(0).length]
    }
    assert.deepEqual(await failed(new Client({ url, repeats: 2 })), [429, 'E_TOO_MANY', 3])
    const tomorrow: Said = [503, { 'retry-after': '86400' }, { code: 'E_AWAY', message: 'Wait.' }]
    const other = await serve([tomorrow], cleanup)
    const begun = Date.now()
    await assert.rejects(() => new Client({ url: other.url }).get('/api/open/workspaces'), 'Wait.')
    assert.isBelow(Date.now() - begun, 5_000)
    assert.lengthOf(other.asked, 1)
  })

  test('over a broken connection comes again what is done once, and nothing else', async ({
    assert,
    cleanup,
  }) => {
    const form = { path: { form: 'a' } }
    const broken = async (
      said: Said[],
      call: (client: Client) => Promise<{ status: number }>,
      token?: string,
    ) => {
      const { asked, url } = await serve(said, cleanup)
      const status = await call(new Client({ url, token })).then(
        (answer) => answer.status,
        (thrown: unknown) => (thrown instanceof TypeError ? 'broken' : thrown),
      )
      const keys = asked.map(({ headers }) => headers['idempotency-key'])
      return [status, asked.length, new Set(keys).size]
    }
    const close = (client: Client) => client.post('/api/forms/{form}/closure', form)
    assert.deepEqual(await broken([[0], [204]], close, 'fw_1'), [204, 2, 1])
    const read = (client: Client) => client.get('/api/forms/{form}', form)
    assert.deepEqual(await broken([[0], [200, {}, {}]], read, 'fw_1'), [200, 2, 1])
    // nobody keeps the keys of whoever has no token
    assert.deepEqual(await broken([[0], [204]], close), ['broken', 1, 1])
    const remove = (client: Client) => client.delete('/api/forms/{form}', form)
    assert.deepEqual(await broken([[0], [204]], remove, 'fw_1'), ['broken', 1, 1])
    assert.deepEqual((await broken(Array<Said>(9).fill([0]), read)).slice(0, 2), ['broken', 4])
  }).timeout(20_000)

  test('a signal ends the waiting', async ({ assert, cleanup }) => {
    const { url } = await serve([[429, { 'retry-after': '30' }]], cleanup)
    const signal = AbortSignal.timeout(300)
    const answer = new Client({ url }).get('/api/open/workspaces', { signal })
    assert.equal(await answer.catch((thrown: unknown) => thrown), signal.reason)
  }).timeout(10_000)

  test('what something on the way says is no answer of the API', async ({ assert, cleanup }) => {
    const { url } = await serve([[502, { 'content-type': 'text/html', 'x-request-id': 'r1' }]], cleanup)
    const error = await new Client({ url }).get('/api/open/workspaces').catch((thrown: unknown) => thrown)
    assert.instanceOf(error, ApiError)
    assert.include(error, { status: 502, code: 'E_NO_ANSWER', requestId: 'r1' })
  })

  test('a list is read to its end', async ({ assert, cleanup }) => {
    const page = (names: string[], next_cursor: string | null): Said => [
      ...([200, {}] as const),
      { data: names.map((id) => ({ id, answers: {} })), next_cursor },
    ]
    const { asked, url } = await serve([page(['1', '2'], 'a b'), page([], 'c'), page(['3'], null)], cleanup)
    const found: string[] = []
    const client = new Client({ url })
    for await (const { id } of client.each('/api/forms/{form}/answers', {
      ...{ path: { form: 'f' }, query: { search: 'x' } },
    }))
      found.push(id)
    assert.deepEqual(found, ['1', '2', '3'])
    const addresses = asked.map(({ url: path }) => path)
    const first = '/api/forms/f/answers?search=x'
    assert.deepEqual(addresses, [first, `${first}&cursor=a+b`, `${first}&cursor=c`])
  })
})
