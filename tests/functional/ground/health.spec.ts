import { test } from '@japa/runner'
import { Visitor } from '#tests/functional/visitor'
import { textBlock } from '#tests/functional/forms/making'
import { publishedForm } from '#tests/functional/respond/answering'

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

  test('a harmless request id is kept, any other is replaced', async ({ assert }) => {
    const visitor = new Visitor()
    const kept = await visitor.get('/health/live', { 'x-request-id': 'abc-123-def' })
    assert.equal(kept.headers.get('x-request-id'), 'abc-123-def')
    const replaced = await visitor.get('/health/live', { 'x-request-id': 'a "quoted" one' })
    assert.match(replaced.headers.get('x-request-id') ?? '', /^[0-9a-f]{20}$/)
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
    const script = /src="(\/creator\/assets\/[^"]+)"/.exec(page.text)?.[1] ?? ''
    const served = await visitor.get(script, { 'accept-encoding': 'br' })
    assert.equal(served.status, 200)
    assert.equal(served.headers.get('content-encoding'), 'br')
    assert.equal(served.headers.get('cache-control'), 'public, max-age=31536000, immutable')
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
})
