import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { test } from '@japa/runner'
import { pageFile, pageFileAt } from '#app/http/page_files'
import { newCreator, Visitor } from '#tests/functional/visitor'
import { textBlock } from '#tests/functional/forms/factories'
import { publishedForm } from '#tests/functional/respond/answering'

interface Refusal {
  code: string
  message: string
  request_id: string
}

test.group('Health', () => {
  test('the process says that it lives and that it is ready', async ({ assert }) => {
    const visitor = new Visitor()
    assert.equal((await visitor.get('/health/live')).status, 200)
    assert.equal((await visitor.get('/health/ready')).status, 200)
  })

  test('an unknown address is a coded 404 for programs and a page for people', async ({ assert }) => {
    const visitor = new Visitor()
    const json = await visitor.get<{ code: string; request_id: string }>('/api/nothing')
    assert.equal(json.status, 404)
    assert.equal(json.body.code, 'E_NOT_FOUND')
    assert.equal(json.body.request_id, json.headers.get('x-request-id'))
    const page = await visitor.get('/nothing', { accept: 'text/html' })
    assert.equal(page.status, 404)
    assert.include(page.text, 'Page not found')
    assert.include(page.text, 'Page Not Found: /nothing')
    const hostile = await visitor.get('/nothing<b>', { accept: 'text/html' })
    assert.notInclude(hostile.text, '<b>')
  })

  test('an address of the API that is asked in a way it does not take says which it takes', async ({
    assert,
  }) => {
    const wrong = await new Visitor().request<{ code: string }>('PUT', '/api/forms/registration')
    assert.deepEqual([wrong.status, wrong.body.code], [405, 'E_METHOD'])
    assert.equal(wrong.headers.get('allow'), 'GET, HEAD, DELETE')
    for (const path of ['/api/forms/%zz', '/api/forms/%E0%A4%A'])
      assert.include([400, 405], (await new Visitor().request('PUT', path)).status, path)
  })

  test('a harmless request id is kept, any other is replaced', async ({ assert }) => {
    const visitor = new Visitor()
    const kept = await visitor.get('/health/live', { 'x-request-id': 'abc-123-def' })
    assert.equal(kept.headers.get('x-request-id'), 'abc-123-def')
    const replaced = await visitor.get('/health/live', { 'x-request-id': 'a "quoted" one' })
    assert.match(replaced.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
  })

  test('an address with a broken escape is refused like anything else', async ({ assert }) => {
    const visitor = new Visitor()
    for (const path of ['/%ff', '/forms/%E0%A4%A', '/api/forms/%E0%A4%A/public']) {
      const json = await visitor.get<{ code: string; request_id: string }>(path)
      assert.deepEqual([json.status, json.body.code], [400, 'E_BAD_REQUEST'], path)
      assert.equal(json.body.request_id, json.headers.get('x-request-id'))
      assert.equal(json.headers.get('x-content-type-options'), 'nosniff')
      assert.include(json.headers.get('content-security-policy'), "default-src 'none'")
    }
    const page = await visitor.get('/%ff<b>', { accept: 'text/html' })
    assert.equal(page.status, 400)
    assert.include(page.text, page.headers.get('x-request-id') ?? '?')
    assert.notInclude(page.text, '<b>')
  })

  test('a body that cannot be read is the fault of who sent it', async ({ assert }) => {
    const { visitor, workspaceId } = await newCreator()
    const list = await visitor.post<Refusal>(`/api/workspaces/${workspaceId}/forms`, '[]', {
      'content-type': 'application/json',
    })
    assert.deepEqual([list.status, list.body.code], [422, 'E_VALIDATION'], 'a list is no form of nothing')
    const send = async (body: string, type = 'application/json') => {
      const answer = await visitor.post<Refusal>('/api/workspaces', body, { 'content-type': type })
      assert.equal(answer.body.request_id, answer.headers.get('x-request-id'))
      return [answer.status, answer.body.code]
    }
    assert.deepEqual(await send('{'), [400, 'E_BAD_REQUEST'])
    assert.deepEqual(await send('"text"'), [422, 'E_BAD_REQUEST'])
    assert.deepEqual(await send('[{"name":"Mine"}]'), [422, 'E_VALIDATION'])
    assert.deepEqual(await send(`{"name":"${'x'.repeat(4_200_000)}"}`), [413, 'E_TOO_LARGE'])
    assert.deepEqual(await send('['.repeat(100_000)), [422, 'E_TOO_DEEP'])
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream']) {
      assert.deepEqual(await send('{"name":"Mine"}', type), [415, 'E_MEDIA_TYPE'], type)
    }
    const form = new FormData()
    form.append('name', 'Mine')
    form.append('photo', new File(['x'], 'x.png'))
    assert.equal((await visitor.post('/api/workspaces', form)).status, 415)
    assert.equal((await visitor.post('/api/workspaces', { name: 'Mine' })).status, 201)
  })

  test('a body that was compressed is told so, wherever it was sent to', async ({ assert }) => {
    const form = await publishedForm([textBlock('name01', 'Name')])
    const { visitor } = form.creator
    const gzip = async (method: string, path: string, type: string, encoding = 'gzip') => {
      const headers = { 'content-type': type, 'content-encoding': encoding }
      const answer = await visitor.request<Refusal>(method, path, gzipSync('{}'), headers)
      return [answer.status, answer.body.code, answer.body.message, answer.headers.get('accept-encoding')]
    }
    const said = 'A compressed body is not accepted. Send it as it is, without Content-Encoding.'
    const refused = [415, 'E_MEDIA_TYPE', said, 'identity']
    const json = 'application/json'
    const bytes = 'application/octet-stream'
    const key = `key=${randomUUID()}&name=a`
    const sent: [path: string, type: string][] = [
      ['/api/workspaces', json],
      [`/api/forms/${form.slug}/submissions`, json],
      [`/api/forms/${form.slug}/evaluation`, json],
      [`/api/forms/${form.slug}/files?block=name01&${key}&version=1`, bytes],
      [`/api/forms/${form.id}/media?name=a.png`, bytes],
      [`/forms/${form.slug}`, 'application/x-www-form-urlencoded'],
      [`/forms/${form.slug}`, 'multipart/form-data; boundary=b'],
      [`/hooks/${randomUUID()}`, json],
    ]
    for (const [path, type] of sent) assert.deepEqual(await gzip('POST', path, type), refused, path)
    assert.deepEqual(await gzip('POST', '/api/workspaces', json, 'br, gzip'), refused)
    const plain = await visitor.post('/api/workspaces', { name: 'Mine' }, { 'content-encoding': 'identity' })
    assert.equal(plain.status, 201)
    // what has no body says nothing of it
    assert.equal((await visitor.get('/api/user', { 'content-encoding': 'gzip' })).status, 200)
  })

  test('scripts of another site read what anybody may ask for, and nothing that a cookie opens', async ({
    assert,
  }) => {
    const form = await publishedForm([textBlock('name01', 'Name')])
    const origin = { origin: 'https://elsewhere.example' }
    const { visitor } = form.creator
    const api = `/api/forms/${form.slug}`
    const answer = { submission_key: randomUUID(), answers: { name01: 'Ada' } }
    const replies = await Promise.all([
      visitor.get('/api/user', origin),
      visitor.get(`${api}/submissions`, origin),
      visitor.get(`/forms/${form.slug}`, origin),
      visitor.get('/health/live', origin),
      visitor.post('/api/workspaces', { name: 1 }, origin),
    ])
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200, 200, 422],
    )
    for (const { headers } of replies) {
      assert.deepEqual(
        [...headers.keys()].filter((name) => name.startsWith('access-control-')),
        [],
      )
    }
    const open = await Promise.all([
      visitor.get(`${api}/public`, origin),
      visitor.post(`${api}/submissions`, answer, origin),
      visitor.request('OPTIONS', '/api/user', undefined, {
        ...origin,
        'access-control-request-method': 'POST',
      }),
    ])
    assert.deepEqual(
      open.map(({ status }) => status),
      [200, 201, 204],
    )
    for (const { headers } of open) {
      assert.equal(headers.get('access-control-allow-origin'), '*')
      // a browser hides what was answered to a cookie then
      assert.isNull(headers.get('access-control-allow-credentials'))
    }
  })

  test('every answer carries the strictest policy, unless its page needs another', async ({ assert }) => {
    const visitor = new Visitor()
    const { headers } = await visitor.get('/api/user')
    assert.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'")
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('referrer-policy'), 'strict-origin-when-cross-origin')
    const shell = await visitor.get('/home')
    assert.include(shell.headers.get('content-security-policy'), "frame-ancestors 'none'")
    assert.notMatch(shell.headers.get('content-security-policy') ?? '', /script-src|unsafe-eval/)
  })

  test('built scripts are served compressed, for a year, and nothing else is', async ({ assert }) => {
    const visitor = new Visitor()
    const page = await visitor.get('/')
    const scripts = [...page.text.matchAll(/(?:src|href)="(\/creator\/assets\/[^"]+\.js)"/g)]
    const served = await Promise.all(
      scripts.map(([, script = '']) => visitor.get(script, { 'accept-encoding': 'br' })),
    )
    for (const one of served) {
      assert.equal(one.status, 200)
      assert.equal(one.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      // what is small would hardly be smaller
      if (one.bytes.length > 1024) assert.equal(one.headers.get('content-encoding'), 'br')
    }
    assert.isTrue(served.some((one) => one.headers.has('content-encoding')))
    for (const path of ['/creator/../stamp', '/creator/.vite/manifest.json', '/creator/assets/']) {
      assert.equal((await visitor.get(path)).status, 404, path)
    }
    const build = await visitor.get<{ id: string }>('/builds/latest.json')
    assert.match(build.body.id, /^[0-9a-f]{16}$/)
  })

  test('the script of a public page is one file for the kinds it shows, and no other address gives one', async ({
    assert,
  }) => {
    const visitor = new Visitor()
    const form = await publishedForm([textBlock('name01', 'Name')])
    const page = await visitor.get(`/forms/${form.slug}`)
    const [script = '', ...others] = [...page.text.matchAll(/(?:src|href)="(\/respondent\/[^"]+\.js)"/g)].map(
      ([, address]) => address ?? '',
    )
    assert.lengthOf(others, 0)
    assert.match(script, /\/page-[\da-f]{10}\.text\.js$/)
    const plain = await visitor.get(script, { 'accept-encoding': 'identity' })
    assert.equal(plain.status, 200)
    assert.equal(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    for (const encoding of ['gzip', 'br']) {
      const served = await visitor.get(script, { 'accept-encoding': encoding })
      assert.equal(served.headers.get('content-encoding'), encoding)
      assert.equal(served.text, plain.text)
    }
    for (const other of [
      script.replace('.text.', '.text.text.'),
      script.replace('.text.', '.text.number.'),
      script.replace('.text.', '.nothing.'),
      script.replace('.text.', '.__proto__.'),
      script.replace(/page-\w+/, 'page-0123456789'),
    ]) {
      assert.equal((await visitor.get(other)).status, 404, other)
    }
  })

  test('of addresses that nobody asked for before only a few are compressed at a time', async ({
    assert,
  }) => {
    const kinds = ['text', 'number', 'select', 'checkbox']
    const sets = [...Array(2 ** kinds.length).keys()].map((set) => kinds.filter((_, at) => set & (1 << at)))
    const addresses = sets.map((names) => pageFile('css', ['_sections', ...names]))
    const once = await Promise.all(addresses.map(pageFileAt))
    assert.isAtMost(once.filter((file) => file?.brotli).length, 8)
    for (const [at, address] of addresses.entries()) {
      const again = await pageFileAt(address)
      assert.isTrue(once[at]?.plain.equals(again?.plain ?? Buffer.alloc(0)))
      assert.isDefined(again?.brotli)
    }
  })
})
