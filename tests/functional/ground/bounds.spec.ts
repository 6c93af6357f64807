import { test } from '@japa/runner'
import { newForm } from '#tests/functional/forms/factories'

test.group('What anybody may ask for', () => {
  test('JSON that is nested without end is refused', async ({ assert }) => {
    const { creator, form } = await newForm()
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const json = { 'content-type': 'application/json' }
    const { visitor, workspaceId } = creator
    const bodies: [method: string, path: string, body: string][] = [
      ['PATCH', `/api/forms/${form.id}/draft`, `{"base":1,"ops":${deep}}`],
      ['POST', `/api/workspaces/${workspaceId}/forms`, `{"title":"A","blocks":${deep}}`],
      ['POST', `/api/forms/${form.id}/integrations`, `{"kind":"webhook","settings":{"a":${deep}}}`],
      ['POST', '/api/login', `{"email":${deep},"password":"a"}`],
      ['POST', '/api/login', deep],
      ['POST', `/api/forms/${form.slug}/submissions`, `{"answers":{"a":${deep}}}`],
    ]
    for (const [method, path, body] of bodies) {
      const answer = await visitor.request<{ code: string }>(method, path, body, json)
      assert.deepEqual([answer.status, answer.body.code], [422, 'E_TOO_DEEP'], `${method} ${path}`)
    }
  })
})
