import { test } from '@japa/runner'
import type { DeletedForm } from '#api_types/forms'
import { purgeForms } from '#app/submissions/purge_forms'
import { newForm, publish } from '#tests/functional/forms/factories'
import { submit } from '#tests/functional/respond/answering'
import { inWorkspace } from '#tests/functional/respond/rows'
import { type Creator, newCreator, Visitor } from '#tests/functional/visitor'

interface Listed {
  data: DeletedForm[]
  next_cursor: string | null
}

const bin = (creator: Creator, more = '') => `/api/workspaces/${creator.workspaceId}/bin${more}`
const listed = async (creator: Creator, more = '') =>
  (await creator.visitor.get<Listed>(bin(creator, more))).body

test.group('The bin', () => {
  test('a deleted form comes back with its address, versions and submissions', async ({ assert }) => {
    const { creator, form } = await newForm(undefined, 'Guests')
    await publish(creator, form.id)
    const filled = await submit({ slug: form.slug, visitor: new Visitor() }, { name01: 'Ada' })
    assert.equal(filled.status, 201)
    await creator.visitor.delete(`/api/forms/${form.slug}`)
    assert.equal((await new Visitor().get(`/forms/${form.slug}`)).status, 404)
    const { data } = await listed(creator)
    assert.lengthOf(data, 1)
    const [{ gone_at: gone, deleted_at: deleted, ...rest }] = data
    assert.include(rest, { id: form.id, slug: form.slug, title: 'Guests' })
    assert.isNotNull(rest.deleted_by)
    assert.equal(Date.parse(gone) - Date.parse(deleted), 30 * 86_400_000)

    const restored = await creator.visitor.post<{ data: { slug: string } }>(
      bin(creator, `/${form.id}/restoration`),
      {},
    )
    assert.equal(restored.status, 200)
    assert.equal(restored.body.data.slug, form.slug)
    const kept = await creator.visitor.get<{ data: { rows: unknown[] } }>(`/api/forms/${form.id}/submissions`)
    assert.lengthOf(kept.body.data.rows, 1)
    assert.equal((await new Visitor().get(`/forms/${form.slug}`)).status, 200)
    assert.deepEqual((await listed(creator)).data, [])
    assert.equal((await creator.visitor.post(bin(creator, `/${form.id}/restoration`), {})).status, 404)
  })

  test('what is deleted for good is gone with everything, and nothing else', async ({ assert }) => {
    const { creator, form } = await newForm(undefined, 'First')
    await publish(creator, form.id)
    await submit({ slug: form.slug, visitor: new Visitor() }, { name01: 'Ada' })
    const others = [await newForm(undefined, 'Second', creator), await newForm(undefined, 'Kept', creator)]
    const stranger = await newForm()
    for (const one of [form, others[0].form]) await creator.visitor.delete(`/api/forms/${one.id}`)
    await stranger.creator.visitor.delete(`/api/forms/${stranger.form.id}`)

    assert.equal((await creator.visitor.delete(bin(creator, `/${form.id}`))).status, 204)
    assert.equal((await creator.visitor.delete(bin(creator, `/${form.id}`))).status, 404)
    assert.equal((await creator.visitor.delete(bin(creator, `/${others[1].form.id}`))).status, 404)
    assert.deepEqual(
      (await listed(creator)).data.map(({ title }) => title),
      ['Second'],
    )
    assert.equal((await creator.visitor.post(bin(creator, `/${form.id}/restoration`), {})).status, 404)
    assert.equal((await creator.visitor.delete(bin(creator))).status, 204)
    assert.deepEqual((await listed(creator)).data, [])
    assert.lengthOf((await listed(stranger.creator)).data, 1)

    await purgeForms(new AbortController().signal)
    const left = await inWorkspace<{ title: string }>(creator.workspaceId, 'select title from forms')
    assert.deepEqual(left, [{ title: 'Kept' }])
    assert.deepEqual(await inWorkspace(creator.workspaceId, 'select id from submissions'), [])
  })

  test('many are listed page by page, the last one first', async ({ assert }) => {
    const creator = await newCreator()
    await inWorkspace(
      creator.workspaceId,
      `insert into forms (workspace_id, slug, title, deleted_at)
       select '${creator.workspaceId}', 'old', 'Form ' || n, now() - n * interval '1 minute' from generate_series(1, 60) n`,
    )
    const first = await listed(creator)
    const second = await listed(creator, `?cursor=${first.next_cursor}`)
    assert.isNull(second.next_cursor)
    assert.deepEqual(
      [...first.data, ...second.data].map(({ title }) => title),
      Array.from({ length: 60 }, (_, n) => `Form ${n + 1}`),
    )
  })
})
