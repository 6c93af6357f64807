import { once } from 'node:events'
import http from 'node:http'
import { test } from '@japa/runner'
import { within } from '#app/workspaces/within'
import { newForm, patch, publish, revisionOf, textBlock } from '#tests/functional/forms/factories'
import type { Creator } from '#tests/functional/visitor'

const put = (block_id: string, label: string, position = 'a5') => ({
  op: 'put',
  block_id,
  kind: 'text',
  position,
  content: { v: 1, key: block_id, label, settings: {} },
})
const remove = (block_id: string) => ({ op: 'remove', block_id })

/** What the check says there is no room for. */
async function unroomy(creator: Creator, formId: string): Promise<string[]> {
  const { body } = await creator.visitor.get<{
    data: { problems: { code: string; severity: string; message: string }[] }
  }>(`/api/forms/${formId}/check`)
  const found = body.data.problems.filter(({ code, severity }) => code === 'no-room' && severity === 'error')
  return found.map(({ message }) => message)
}

async function query<T>({ workspaceId }: Creator, sql: string): Promise<T[]> {
  const { rows } = await within(workspaceId, ({ trx }) => trx.rawQuery<{ rows: T[] }>(sql))
  return rows
}

test.group('Room for drafts and versions', () => {
  test('what they take is counted as they change', async ({ assert }) => {
    const { creator, form } = await newForm([textBlock('first1', 'First'), textBlock('second', 'Second')])
    const counted = () =>
      query(
        creator,
        `select draft_bytes::int as draft, version_bytes::int as versions,
                (select sum(octet_length(content::text))::int from draft_blocks b where b.form_id = f.id) as draft_is,
                (select coalesce(sum(octet_length(document::text)), 0)::int
                 from form_versions v where v.form_id = f.id) as versions_are
         from forms f order by id`,
      )
    const right = async () => {
      const rows = await counted()
      for (const row of rows)
        assert.deepInclude(row, { draft: Object(row).draft_is, versions: Object(row).versions_are })
      return rows
    }
    const [made] = await right()
    assert.isAbove(Object(made).draft, 100)
    await patch(creator, form.id, 1, [
      put('first1', 'A longer label than before'),
      put('third1', 'Third', 'a9'),
      remove('second'),
    ])
    await right()
    await publish(creator, form.id)
    await publish(creator, form.id)
    const [published] = await right()
    assert.isAbove(Object(published).versions, 400)
    await creator.visitor.post(`/api/forms/${form.id}/copies`, {})
    assert.lengthOf(await right(), 2)
    await query(creator, 'delete from form_versions where number = 1')
    await query(creator, 'delete from draft_blocks where content is null')
    await right()
  })

  test('a workspace that is full takes nothing more, and what shortens a form goes on', async ({
    assert,
  }) => {
    const { creator, form } = await newForm([textBlock('first1', 'First')])
    const { visitor, workspaceId } = creator
    const revision = await revisionOf(creator, form.id)
    await query(creator, 'update forms set version_bytes = 2000000000')
    const longer = await patch(creator, form.id, revision, [put('second', 'Second')])
    assert.deepEqual([longer.status, longer.body.code], [422, 'E_FORMS_FULL'])
    assert.include(longer.text, 'Delete some for good')
    const shorter = await patch(creator, form.id, revision, [put('first1', 'F')])
    assert.deepEqual(shorter.body.data.applied, ['first1'])
    const refused = [
      await visitor.post<{ code: string; message: string }>(`/api/workspaces/${workspaceId}/forms`, {
        title: 'Another',
      }),
      await visitor.post<{ code: string; message: string }>(`/api/forms/${form.id}/copies`, {}),
      await visitor.post<{ code: string; message: string }>(`/api/forms/${form.id}/publication`, {
        revision: revision + 1,
      }),
    ]
    assert.deepEqual(
      refused.map(({ status, body }) => [status, body.code]),
      Array(3).fill([422, 'E_FORMS_FULL']),
    )
    const [told] = await unroomy(creator, form.id)
    assert.equal(told, refused[2].body.message)
    assert.lengthOf(await query(creator, 'select from forms'), 1)
    assert.lengthOf(await query(creator, 'select from form_versions'), 0)
  })

  test('versions of a form say so much, as far as they differ; of those nobody answered the oldest go', async ({
    assert,
  }) => {
    const { creator, form } = await newForm([textBlock('first1', 'First'), textBlock('second', 'Second')])
    const added = async () => {
      const rows = await query<{ number: number; added: number; bytes: number }>(
        creator,
        'select number, added, bytes from form_versions order by number',
      )
      return rows.map((row) => [row.number, row.added === row.bytes ? 'all' : row.added])
    }
    await publish(creator, form.id)
    const revision = await revisionOf(creator, form.id)
    await patch(creator, form.id, revision, [put('first1', 'Changed')])
    await publish(creator, form.id)
    await publish(creator, form.id)
    const [[, whole], [, one], [, none]] = await added()
    assert.isAbove(Number(whole), Number(one))
    assert.isAbove(Number(one), 50)
    assert.equal(none, 0)

    await query(creator, 'update form_versions set added = 11999000 where number = 1')
    const much = put('second', 'x'.repeat(2_000))
    await patch(creator, form.id, revision + 1, [much])
    const full = await creator.visitor.post<{ code: string; message: string }>(
      `/api/forms/${form.id}/publication`,
      {
        revision: revision + 2,
      },
    )
    assert.deepEqual([full.status, full.body.code], [422, 'E_VERSIONS_FULL'])
    assert.include(full.text, 'publish the copy')
    assert.deepEqual(await unroomy(creator, form.id), [full.body.message])

    await query(creator, 'update form_versions set added = 7000000 where number = 1')
    for (let n = 4; n <= 23; n++) await publish(creator, form.id)
    const left = await added()
    // what the first one had added counts no more than the second one says
    assert.deepEqual(left.slice(0, 2), [
      [2, 'all'],
      [3, 0],
    ])
    assert.lengthOf(left, 22)
  })

  test('a form has had up to 20,000 keys, in all its versions', async ({ assert }) => {
    const { creator, form } = await newForm([textBlock('first1', 'First')])
    await publish(creator, form.id)
    const had = (keys: number) =>
      query(
        creator,
        `update form_versions set document = jsonb_set(document, '{aliases}',
           (select jsonb_object_agg('key' || n, 'first1') from generate_series(1, ${keys}) n))`,
      )
    await had(20_001)
    const revision = await revisionOf(creator, form.id)
    const path = `/api/forms/${form.id}/publication`
    const refused = await creator.visitor.post<{ code: string; message: string }>(path, { revision })
    assert.deepEqual([refused.status, refused.body.code], [422, 'E_TOO_MANY_KEYS'])
    assert.deepEqual(await unroomy(creator, form.id), [refused.body.message])
    await had(20_000)
    assert.deepEqual(await unroomy(creator, form.id), [])
    assert.equal((await creator.visitor.post(path, { revision })).status, 201)
  })

  test('few large answers are on their way at a time, however slowly they are taken', async ({
    assert,
    cleanup,
  }) => {
    const { creator, form } = await newForm([textBlock('first1', 'First')])
    const { visitor } = creator
    await publish(creator, form.id)
    const small = await visitor.post<{ data: { id: string } }>(`/api/forms/${form.id}/copies`, {})
    const large = (n: number) => ({
      ...put(`large${n}`, 'Large', `a${n}`),
      content: { v: 1, key: `large${n}`, label: 'Large', settings: { note: 'x'.repeat(790_000) } },
    })
    const revision = await revisionOf(creator, form.id)
    // more than the system keeps for a connection by itself
    for (const [n, ids] of [
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ].entries())
      assert.equal((await patch(creator, form.id, revision + n, ids.map(large))).status, 200)
    await query(
      creator,
      `insert into form_versions (workspace_id, form_id, number, document, sha256)
       select workspace_id, form_id, n, jsonb_set(document, '{blocks}',
                (select jsonb_agg(document -> 'blocks' -> 0 || jsonb_build_object('id', 'large' || b, 'key', 'large' || b,
                                                                                  'label', repeat(n::text, 400000)))
                 from generate_series(1, 3) b)), sha256
       from form_versions, generate_series(2, 3) n`,
    )
    const path = `/api/forms/${form.id}/draft`
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const slow = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const request = http.get(new URL(path, visitor.baseUrl), { headers: { cookie }, agent: false })
        cleanup(() => void request.destroy())
        // nothing of it is read
        await once(request, 'response')
        return request
      }),
    )
    const status = async (of: string) => (await visitor.get(of)).status
    assert.equal(await status(path), 503)
    assert.equal(await status(`/api/forms/${form.id}/document`), 503)
    assert.equal(await status(`/api/forms/${form.id}/versions/2`), 503)
    assert.equal(await status(`/api/forms/${form.id}/versions/3/changes`), 503)
    assert.equal(await status(`/api/forms/${form.id}/versions`), 200)
    assert.equal(await status(`${path}/changes?since=0`), 503)
    assert.equal(await status(`${path}/changes?since=${revision + 3}`), 200)
    assert.equal(await status(`/api/forms/${small.body.data.id}/draft`), 200)
    for (const request of slow) request.destroy()
    while ((await status(path)) === 503);
    assert.equal(await status(path), 200)
    assert.equal(await status(`/api/forms/${form.id}/versions/2`), 200)
  })

  test('who missed more removals than are remembered keeps no block that is gone', async ({ assert }) => {
    const { creator, form } = await newForm([textBlock('first1', 'First'), textBlock('second', 'Second')])
    const shown = async () => {
      const { body } = await creator.visitor.get<{ data: { rows: { block_id: string; kind: string }[] } }>(
        `/api/forms/${form.id}/draft`,
      )
      return body.data.rows.filter(({ kind }) => kind === 'text').map(({ block_id }) => block_id)
    }
    assert.deepEqual(await shown(), ['first1', 'second'])
    // as another process does it: first1 is removed, then as many others as are remembered, one of them put back
    await query(creator, `delete from draft_blocks where block_id = 'first1'`)
    await query(
      creator,
      `insert into draft_blocks (workspace_id, form_id, block_id, kind, revision, position, content)
       select workspace_id, id, 'gone' || n, 'text', 3, 'z5',
              case n when 1 then '{"v":1,"key":"gone1","label":"Back","settings":{}}'::jsonb end
       from forms, generate_series(1, 10000) n`,
    )
    await query(creator, 'update forms set draft_revision = 4')
    assert.deepEqual(await shown(), ['second', 'gone1'])
  })

  test('of blocks that were removed the last 10,000 are remembered', async ({ assert }) => {
    const { creator, form } = await newForm([textBlock('first1', 'First')])
    await query(
      creator,
      `insert into draft_blocks (workspace_id, form_id, block_id, kind, revision, position)
       select workspace_id, id, 'gone' || n, 'text', 1, 'a5' from forms, generate_series(1, 10000) n`,
    )
    const revision = await revisionOf(creator, form.id)
    const removed = await patch(creator, form.id, revision, [remove('first1')])
    assert.deepEqual(removed.body.data.applied, ['first1'])
    const [{ count }] = await query<{ count: number }>(
      creator,
      'select count(*)::int as count from draft_blocks where content is null',
    )
    assert.equal(count, 10_000)
    const [last] = await query<{ former_name: string }>(
      creator,
      `select former_name from draft_blocks where block_id = 'first1'`,
    )
    assert.equal(last.former_name, 'First')
  })
})
