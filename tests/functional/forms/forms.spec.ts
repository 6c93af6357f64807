import { test } from '@japa/runner'
import { addressOf } from '#app/forms/addresses'
import { type FormItem, newForm, patch, publish } from '#tests/functional/forms/factories'
import { whileHeld } from '#tests/functional/held'
import { within } from '#app/workspaces/within'
import { newCreator } from '#tests/functional/visitor'
import { LONGEST_TITLE } from '#engine/document/limits'

test.group('Forms', () => {
  test('a new form has a readable address that cannot be guessed, and is a draft', async ({ assert }) => {
    const { creator, form } = await newForm([], 'Sommerfest für Ähren')
    assert.match(form.slug, /^sommerfest-fur-ahren-[a-z0-9]{6}$/)
    assert.include(form, { state: 'draft', published_version: null, submissions: 0, role: 'owner' })
    const shown = await creator.visitor.get<{ data: FormItem }>(`/api/forms/${form.slug}`)
    assert.deepEqual(shown.body.data, form)
    const byId = await creator.visitor.get<{ data: FormItem }>(`/api/forms/${form.id}`)
    assert.deepEqual(byId.body.data, form)
  })

  test('a form may begin as the example; without a title its address is neutral', async ({ assert }) => {
    const creator = await newCreator()
    const url = `/api/workspaces/${creator.workspaceId}/forms`
    const { body } = await creator.visitor.post<{ data: FormItem }>(url, { example: true })
    assert.include(body.data, { title: 'Workshop registration', state: 'draft' })
    assert.match(body.data.slug, /^workshop-registration-/)
    const blank = await creator.visitor.post<{ data: FormItem }>(url, {})
    assert.match(blank.body.data.slug, /^form-[a-z0-9]{6}$/)
    assert.deepEqual(body.data.look, { theme: 'default', accent: '#3B82F6' })
    const draft = await creator.visitor.get(`/api/forms/${body.data.id}/draft`)
    assert.include(JSON.stringify(draft.body), 'Which workshop?')
    const content = { theme: 'notion', size: 'md', radius: 'none', accent: '#AA0000', ground: '#FFF7E6' }
    const id = 'settings.appearance'
    await patch(creator, body.data.id, 1, [{ op: 'put', block_id: id, kind: id, position: '', content }])
    const list = await creator.visitor.get<{ data: FormItem[] }>(url)
    assert.deepEqual(list.body.data[0]?.look, { theme: 'notion', accent: '#AA0000', ground: '#FFF7E6' })
  })

  test('a form has a hundred addresses at most, and may go back to one of them', async ({ assert }) => {
    const { creator, form } = await newForm()
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(
        `insert into form_addresses (slug, form_id, workspace_id, current)
         select ? || n, ?, ?, false from generate_series(1, 99) n`,
        [`was-${form.slug}-`, form.id, creator.workspaceId],
      ),
    )
    const move = (slug: string) =>
      creator.visitor.put<{ code: string }>(`/api/forms/${form.id}/slug`, { slug })
    const refused = await move(`one-more-${form.slug}`)
    assert.deepEqual([refused.status, refused.body.code], [422, 'E_TOO_MANY'])
    assert.include(await addressOf(form.id), { slug: form.slug })
    assert.equal((await move(`was-${form.slug}-7`)).status, 200)
  })

  test('a copy has the draft as it is and the password; no version, no submission', async ({ assert }) => {
    const { creator, form } = await newForm(undefined, 'T'.repeat(LONGEST_TITLE))
    await creator.visitor.put(`/api/forms/${form.id}/password`, { password: 'open sesame' })
    await publish(creator, form.id)
    const id = 'settings.access'
    const content = { maxSubmissions: 5 }
    await patch(creator, form.id, 1, [
      { op: 'put', block_id: id, kind: id, position: '', content },
      { op: 'remove', block_id: 'name01' },
      {
        op: 'put',
        block_id: 'mail01',
        kind: 'text',
        position: 'a1',
        content: { v: 1, label: 'Mail', settings: {} },
      },
    ])
    const made = await creator.visitor.post<{ data: FormItem }>(`/api/forms/${form.slug}/copies`, {})
    assert.equal(made.status, 201)
    const copy = made.body.data
    assert.notInclude([form.id, form.slug], copy.id)
    assert.notEqual(copy.slug, form.slug)
    assert.include(copy, { state: 'draft', published_version: null, submissions: 0, has_password: true })
    assert.equal(copy.title, `Copy of ${'T'.repeat(LONGEST_TITLE - 8)}`)
    type Draft = { data: { rows: { block_id: string; content: Record<string, unknown> | null }[] } }
    const draft = await creator.visitor.get<Draft>(`/api/forms/${copy.id}/draft`)
    const rows = new Map(draft.body.data.rows.map((row) => [row.block_id, row.content]))
    assert.sameMembers([...rows.keys()], ['settings.general', id, 'mail01'])
    assert.deepEqual(rows.get(id), content)
    assert.include(rows.get('settings.general'), { title: copy.title })
    await creator.visitor.delete(`/api/forms/${form.id}`)
    assert.equal((await creator.visitor.get(`/api/forms/${copy.id}`)).status, 200)
    assert.equal((await creator.visitor.post(`/api/forms/${form.id}/copies`, {})).status, 404)
  })

  test('a body with unknown keys, bad blocks or double ids is refused', async ({ assert }) => {
    const creator = await newCreator()
    const url = `/api/workspaces/${creator.workspaceId}/forms`
    const block = { id: 'name01', kind: 'text', v: 1, settings: {} }
    for (const body of [
      { titel: 'x' },
      { title: 7 },
      { blocks: [{ ...block, id: 'X' }] },
      { blocks: [{ ...block, labell: 'x' }] },
      { blocks: [block, block] },
      { blocks: [{ id: 'settings.access', kind: 'text', v: 1, settings: {} }] },
    ]) {
      const reply = await creator.visitor.post<{ message: string; errors: object }>(url, body)
      assert.equal(reply.status, 422, JSON.stringify(body))
      assert.isString(reply.body.message)
      assert.isNotEmpty(reply.body.errors)
    }
  })

  test('the list goes by the last change, in pages, and can be searched', async ({ assert }) => {
    const creator = await newCreator()
    for (const title of ['One', 'Two', 'Three']) await newForm([], title, creator)
    const url = `/api/workspaces/${creator.workspaceId}/forms`
    type List = { data: FormItem[]; next_cursor: string | null }
    const first = await creator.visitor.get<List>(`${url}?limit=2`)
    assert.deepEqual(
      first.body.data.map((form) => form.title),
      ['Three', 'Two'],
    )
    const second = await creator.visitor.get<List>(`${url}?limit=2&cursor=${first.body.next_cursor}`)
    assert.deepEqual(
      second.body.data.map((form) => form.title),
      ['One'],
    )
    assert.isNull(second.body.next_cursor)
    const found = await creator.visitor.get<List>(`${url}?search=tHR`)
    assert.deepEqual(
      found.body.data.map((form) => form.title),
      ['Three'],
    )
    assert.equal((await creator.visitor.get(`${url}?cursor=nonsense`)).status, 422)
  })

  test('the list is searched by words of title and address, and has other orders, in pages', async ({
    assert,
  }) => {
    const creator = await newCreator()
    const titles = ['Form 10', 'Café survey', 'form 2', 'Survey of staff', '100 % off']
    const answered = new Map<string, number>()
    for (const title of titles) {
      const { form } = await newForm([], title, creator)
      answered.set(form.id, title.startsWith('Survey') ? 7 : title === 'form 2' ? 30 : 0)
    }
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(
        `insert into form_counts (workspace_id, form_id, submissions, last_submission_at)
         select ?, id, n, now() - n * interval '1 hour' from json_to_recordset(?::json) as t (id uuid, n int) where n > 0`,
        [creator.workspaceId, JSON.stringify([...answered].map(([id, n]) => ({ id, n })))],
      ),
    )
    const url = `/api/workspaces/${creator.workspaceId}/forms`
    type List = { data: FormItem[]; next_cursor: string | null }
    const all = async (query: Record<string, string>) => {
      const found: string[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const asked = new URLSearchParams({ ...query, limit: '2', ...(cursor !== '' && { cursor }) })
        const { body } = await creator.visitor.get<List>(`${url}?${asked}`)
        found.push(...body.data.map(({ title }) => title))
        cursor = body.next_cursor
      }
      return found
    }
    for (const [search, found] of [
      ['SURVEY cafe', ['Café survey']],
      ['survey', ['Survey of staff', 'Café survey']],
      ['0 %', ['100 % off']],
      ['form-2', ['form 2']],
      ['f_rm', []],
      ['\\', []],
    ] as const)
      assert.deepEqual(await all({ search }), [...found], search)
    const byTitle = ['100 % off', 'Café survey', 'form 2', 'Form 10', 'Survey of staff']
    assert.deepEqual(await all({ sort: 'title' }), byTitle)
    assert.deepEqual(await all({ sort: 'created' }), titles.toReversed())
    const unanswered = ['100 % off', 'Café survey', 'Form 10']
    assert.deepEqual(await all({ sort: 'submissions' }), ['form 2', 'Survey of staff', ...unanswered])
    assert.deepEqual(await all({ sort: 'answered' }), ['Survey of staff', 'form 2', ...unanswered])
    const cursorOf = (at: string) =>
      Buffer.from(`${at} 00000000-0000-7000-8000-000000000000`).toString('base64url')
    for (const refused of [
      ...['sort=size', 'sort[]=title', `search=${'a+'.repeat(41)}`],
      ...[`cursor=${cursorOf('7')}`, `sort=submissions&cursor=${cursorOf('x')}`],
      `sort=title&cursor=${cursorOf('\0')}`,
    ])
      assert.equal((await creator.visitor.get(`${url}?${refused}`)).status, 422, refused)
  })

  test('an address can be changed; the old one leads to the new one and may come back', async ({
    assert,
  }) => {
    const { creator, form } = await newForm()
    const moved = `moved-${form.slug}`
    const reply = await creator.visitor.put<{ data: FormItem }>(`/api/forms/${form.slug}/slug`, {
      slug: moved,
    })
    assert.equal(reply.status, 200)
    assert.equal(reply.body.data.slug, moved)
    assert.include(await addressOf(form.slug), { formId: form.id, slug: moved, current: false })
    assert.include(await addressOf(moved), { formId: form.id, slug: moved, current: true })
    assert.include(await addressOf(form.id), { slug: moved, current: true })
    const back = await creator.visitor.put<{ data: FormItem }>(`/api/forms/${form.id}/slug`, {
      slug: form.slug,
    })
    assert.equal(back.body.data.slug, form.slug)
    assert.include(await addressOf(moved), { slug: form.slug, current: false })
  })

  test('of two who change an address at once both do; one who deletes the form meanwhile wins', async ({
    assert,
  }) => {
    const { creator, form } = await newForm()
    const path = `/api/forms/${form.id}`
    const move = (to: string) => creator.visitor.put(`${path}/slug`, { slug: `${to}-${form.slug}` })
    const held = `select from forms where id = '${form.id}' for update`
    let both: Promise<{ status: number }[]> | undefined
    await whileHeld(creator.workspaceId, held, async (waits) => {
      both = Promise.all([move('one'), move('two')])
      await waits(2)
    })
    assert.deepEqual(
      (await both)?.map(({ status }) => status),
      [200, 200],
    )
    const { slug } = (await creator.visitor.get<{ data: FormItem }>(path)).body.data
    assert.include(await addressOf(form.id), { slug, current: true })
    await whileHeld(creator.workspaceId, held, async (waits) => {
      const deleted = creator.visitor.delete(path)
      await waits(1)
      both = Promise.all([deleted, move('three')])
      await waits(2)
    })
    assert.deepEqual(
      (await both)?.map(({ status }) => status),
      [204, 404],
    )
    assert.isUndefined(await addressOf(`three-${form.slug}`))
  })

  test('of two forms that take each other’s address at once neither gets it, and neither waits', async ({
    assert,
  }) => {
    const [one, other] = [await newForm(), await newForm()]
    const path = ({ form }: typeof one) => `/api/forms/${form.id}/slug`
    for (let round = 0; round < 10; round++) {
      const both = await Promise.all([
        one.creator.visitor.put<{ code: string }>(path(one), { slug: other.form.slug }),
        other.creator.visitor.put<{ code: string }>(path(other), { slug: one.form.slug }),
      ])
      assert.deepEqual(
        both.map(({ body }) => body.code),
        ['E_SLUG_TAKEN', 'E_SLUG_TAKEN'],
      )
    }
  })

  test("another form's address, present or old, is refused, as are reserved words", async ({ assert }) => {
    const { creator, form } = await newForm()
    const other = await newForm()
    await other.creator.visitor.put(`/api/forms/${other.form.id}/slug`, { slug: `new-${other.form.slug}` })
    for (const slug of [other.form.slug, `new-${other.form.slug}`]) {
      const reply = await creator.visitor.put<{ code: string }>(`/api/forms/${form.id}/slug`, { slug })
      assert.equal(reply.status, 409)
      assert.equal(reply.body.code, 'E_SLUG_TAKEN')
    }
    for (const slug of ['create', 'no', 'under_score', form.id]) {
      const reply = await creator.visitor.put<{ errors: object }>(`/api/forms/${form.id}/slug`, { slug })
      assert.equal(reply.status, 422, slug)
      assert.property(reply.body.errors, 'slug')
    }
    assert.include(await addressOf(form.slug), { formId: form.id, current: true })
  })

  test('a deleted form is nowhere, and its addresses stay taken', async ({ assert }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    assert.equal((await creator.visitor.delete(`/api/forms/${form.slug}`)).status, 204)
    for (const path of [
      '',
      '/draft',
      '/check',
      '/versions',
      '/draft/changes?since=0',
      '/events',
      '/submissions',
    ]) {
      for (const name of [form.slug, form.id]) {
        assert.equal((await creator.visitor.get(`/api/forms/${name}${path}`)).status, 404, path)
      }
    }
    assert.equal((await creator.visitor.delete(`/api/forms/${form.slug}`)).status, 404)
    assert.isUndefined(await addressOf(form.slug))
    const list = await creator.visitor.get<{ data: unknown[] }>(
      `/api/workspaces/${creator.workspaceId}/forms`,
    )
    assert.isEmpty(list.body.data)
    const other = await newForm([], 'Other', creator)
    const taken = await creator.visitor.put(`/api/forms/${other.form.id}/slug`, { slug: form.slug })
    assert.equal(taken.status, 409)
  })

  test('nobody else sees it', async ({ assert }) => {
    const { form, creator } = await newForm()
    const stranger = await newCreator()
    for (const [method, path] of [
      ['GET', `/api/forms/${form.slug}`],
      ['GET', `/api/forms/${form.id}/draft`],
      ['PATCH', `/api/forms/${form.id}/draft`],
      ['PUT', `/api/forms/${form.id}/slug`],
      ['DELETE', `/api/forms/${form.id}`],
      ['POST', `/api/forms/${form.id}/publication`],
      ['GET', `/api/workspaces/${creator.workspaceId}/forms`],
    ]) {
      assert.equal(
        (await stranger.visitor.request(method, path, method === 'GET' ? undefined : {})).status,
        404,
      )
    }
  })
})
