import { test } from '@japa/runner'
import { Visitor } from '#tests/functional/visitor'

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
  })
})
