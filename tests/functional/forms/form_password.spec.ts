import hash from '@adonisjs/core/services/hash'
import { test } from '@japa/runner'
import { publishedForm as publishedVersion } from '#app/forms/publications'
import { patch } from '#tests/functional/forms/factories'
import { publishedForm } from '#tests/functional/respond/answering'
import { inWorkspace } from '#tests/functional/respond/rows'

const HTML = { accept: 'text/html' }

test.group('The password of a form', () => {
  test('works at once, whatever is published, and ends what the one before let in', async ({ assert }) => {
    const { creator, id, slug, visitor } = await publishedForm()
    const see = async () => (await visitor.get(`/forms/${slug}`, HTML)).status
    const enter = async (password: string) =>
      (await visitor.post(`/forms/${slug}/password`, new URLSearchParams({ password }), HTML)).status
    const path = `/api/forms/${id}/password`
    assert.equal(await see(), 200)
    assert.equal((await creator.visitor.put(path, { password: 'open sesame' })).status, 204)
    assert.equal(await see(), 401)
    assert.equal(await enter('open sesame'), 303)
    assert.equal(await see(), 200)
    assert.equal((await creator.visitor.put(path, { password: 'open barley' })).status, 204)
    assert.equal(await see(), 401)
    assert.equal(await enter('open sesame'), 401)
    assert.equal((await creator.visitor.delete(path)).status, 204)
    assert.equal((await creator.visitor.delete(path)).status, 204)
    assert.equal(await see(), 200)
  })

  test('is known to a browser for so many forms: of more it would send too much with each request', async ({
    assert,
  }) => {
    const { slug, visitor } = await publishedForm(undefined, { password: 'open sesame' })
    const earlier = Array.from({ length: 25 }, (_, n) => `password-form-${n}`)
    for (const name of earlier) visitor.cookies.set(name, 'x'.repeat(250))
    const password = new URLSearchParams({ password: 'open sesame' })
    assert.equal((await visitor.post(`/forms/${slug}/password`, password, HTML)).status, 303)
    const kept = [...visitor.cookies.keys()].filter((name) => name.startsWith('password-'))
    assert.deepEqual(kept, [...earlier.slice(6), `password-${slug}`])
  })

  test('is kept from drafts, versions, lists and answers: these say no more than that there is one', async ({
    assert,
  }) => {
    const { creator, id, slug } = await publishedForm(undefined, { password: 'open sesame' })
    const { visitor, workspaceId } = creator
    const [stored] = await inWorkspace<{ hash: string }>(
      workspaceId,
      'select password_hash as hash from forms',
    )
    assert.isTrue(await hash.verify(stored?.hash ?? '', 'open sesame'))
    const said = await Promise.all(
      ['', '/draft', '/draft/changes?since=0', '/check', '/versions'].map((part) =>
        visitor.get<{ data: object }>(`/api/forms/${id}${part}`),
      ),
    )
    said.push(await visitor.get<{ data: object }>(`/api/workspaces/${workspaceId}/forms`))
    assert.include(said[0]?.body.data, { has_password: true, has_unpublished_changes: false })
    const version = await publishedVersion(workspaceId, id)
    const page = await visitor.get(`/forms/${slug}`, HTML)
    const everything = [...said.map(({ text }) => text), page.text, JSON.stringify(version)]
    for (const text of everything) assert.notMatch(text, /scrypt|open sesame/)
    await visitor.delete(`/api/forms/${id}/password`)
    const after = await visitor.get<{ data: object }>(`/api/forms/${id}`)
    assert.include(after.body.data, { has_password: false })
  })

  test('is no change of the draft: it stands in nobody’s way there', async ({ assert }) => {
    const { creator, id } = await publishedForm()
    const draft = () =>
      creator.visitor.get<{ data: { revision: number; rows: object[] } }>(`/api/forms/${id}/draft`)
    const before = await draft()
    await creator.visitor.put(`/api/forms/${id}/password`, { password: 'open sesame' })
    assert.deepEqual((await draft()).body, before.body)
    const access = { op: 'put', block_id: 'settings.access', kind: 'settings.access', position: '' }
    const changed = await patch(creator, id, before.body.data.revision, [
      { ...access, content: { maxSubmissions: 5 } },
    ])
    assert.lengthOf(changed.body.data.refused, 0)
  })

  test('may be any text up to 128 characters, spaces and all; anything else is refused in a sentence', async ({
    assert,
  }) => {
    const { creator, id, slug, visitor } = await publishedForm()
    const path = `/api/forms/${id}/password`
    for (const body of [
      {},
      { password: '' },
      { password: 'x'.repeat(129) },
      { password: 5 },
      { word: 'x' },
    ]) {
      const refused = await creator.visitor.put<{ message: string }>(path, body)
      assert.equal(refused.status, 422, JSON.stringify(body))
      assert.isAbove(refused.body.message.length, 10)
    }
    assert.equal((await visitor.get(`/forms/${slug}`, HTML)).status, 200)
    const password = ` ${'ü'.repeat(126)} `
    assert.equal((await creator.visitor.put(path, { password })).status, 204)
    const body = new URLSearchParams({ password })
    assert.equal((await visitor.post(`/forms/${slug}/password`, body, HTML)).status, 303)
  })
})
