import http from 'node:http'
import { test } from '@japa/runner'
import { ServerProcess } from '#tests/functional/ground/server_process'
import { newCreator } from '#tests/functional/visitor'

test.group('A server with a public address', (group) => {
  let server: ServerProcess
  group.setup(async () => {
    server = await ServerProcess.start({ APP_URL: 'https://forms.example.com' })
    return () => server.stop()
  })
  const at = (host: string, path: string) => server.get(path, { host, accept: 'application/json' })

  test('serves its own name, and 421 to any other, whatever is asked for', async ({ assert }) => {
    assert.equal((await at('forms.example.com', '/login')).status, 200)
    assert.equal((await at('FORMS.example.com:443', '/api/user')).status, 401)
    for (const host of ['evil.example', 'forms.example.com.evil.example', '127.0.0.1', 'localhost']) {
      for (const path of ['/login', '/api/user', '/forms/any-form', '/nothing', '/creator/assets/x.js']) {
        const { status, text, headers } = await at(host, path)
        assert.equal(status, 421, `${host}${path}`)
        assert.include(text, 'E_UNKNOWN_HOST')
        assert.isString(headers['x-request-id'])
        assert.notInclude(text, host)
      }
    }
    assert.equal((await at('10.0.0.1:3333', '/health/ready')).status, 200, 'probes come by address')
  })

  test('says that it is reached over TLS only, also where it refuses', async ({ assert }) => {
    const hsts = 'max-age=31536000; includeSubDomains'
    for (const [host, path] of [
      ['forms.example.com', '/login'],
      ['forms.example.com', '/api/user'],
      ['forms.example.com', '/forms/any-form'],
      ['evil.example', '/login'],
    ] as const) {
      assert.equal((await at(host, path)).headers['strict-transport-security'], hsts, host + path)
    }
    const { headers } = await at('forms.example.com', '/api/user')
    for (const cookie of headers['set-cookie'] ?? []) assert.match(cookie, /; Secure/i)
    // the session, what it holds of a visitor, and the token against cross-site requests
    assert.lengthOf(headers['set-cookie'] ?? [], 3)
  })
})

test.group('A server without a public address', () => {
  test('answers to any name, and refuses what is none', async ({ assert }) => {
    const { visitor, workspaceId } = await newCreator()
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const status = (headers: Record<string, string>, path: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = { ...headers, cookie, accept: 'application/json' }
        http
          .get(new URL(path, visitor.baseUrl), { headers: sent, agent: false }, (answer) => {
            answer.resume()
            resolve(answer.statusCode)
          })
          .on('error', reject)
      })
    const connections = `/api/workspaces/${workspaceId}/connections`
    for (const host of ['forms.example', 'FORMS.example:81', '[::1]:3333'])
      assert.equal(await status({ host }, connections), 200, host)
    assert.equal(await status({ 'x-forwarded-proto': 'go pher' }, connections), 200)
    for (const host of ['a b', '[::1', 'forms.example:99999', '%']) {
      for (const path of [connections, '/login', '/nothing'])
        assert.equal(await status({ host }, path), 400, host + path)
      assert.equal(await status({ host }, '/health/ready'), 200, host)
    }
  })
})
