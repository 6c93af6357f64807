import { test } from '@japa/runner'
import type { Single } from '#api_types/answer'
import type { Publication } from '#api_types/drafts'
import type { FormDocument } from '#engine/document/document'
import { newForm, type FormItem, patch, publish, textBlock } from '#tests/functional/forms/factories'
import { newProgram } from '#tests/functional/program'
import { newCreator } from '#tests/functional/visitor'

const APPEARANCE = { theme: 'notion', size: 'lg', radius: 'full', accent: '#112233' }

async function scene() {
  const creator = await newCreator()
  const program = await newProgram(creator.visitor, creator.workspaceId, ['forms:read', 'forms:write'])
  const forms = `/api/workspaces/${creator.workspaceId}/forms`
  return { creator, program, forms }
}

test.group('A form as a document', () => {
  test('a form is made of the document of another, and is like it', async ({ assert }) => {
    const { program, forms } = await scene()
    const made = await program.post<Single<FormItem>>(forms, {
      blocks: [textBlock('name01', 'Name'), textBlock('mail01', 'Mail', { key: 'mail' })],
      settings: {
        general: { title: 'Made by a program', language: 'de' },
        access: { closesAt: '2999-01-01T02:00:00+02:00', maxSubmissions: 5 },
        appearance: APPEARANCE,
        sending: { submitLabel: 'Go', progress: false },
      },
    })
    assert.equal(made.status, 201, made.text)
    assert.equal(made.body.data.title, 'Made by a program')
    assert.match(made.body.data.slug, /^made-by-a-program/)
    const read = await program.get<Single<FormDocument>>(`/api/forms/${made.body.data.id}/document`)
    const document = read.body.data
    assert.equal(document.settings.general.language, 'de')
    assert.deepEqual(document.settings.access, { closesAt: '2999-01-01T00:00:00.000Z', maxSubmissions: 5 })
    assert.include(document.settings.appearance, APPEARANCE)
    assert.deepEqual(
      document.blocks.map(({ id, key }) => [id, key]),
      [
        ['name01', 'name01'],
        ['mail01', 'mail'],
      ],
    )
    const copy = await program.post<Single<FormItem>>(forms, { ...document })
    assert.equal(copy.status, 201, copy.text)
    const again = await program.get<Single<FormDocument>>(`/api/forms/${copy.body.data.id}/document`)
    assert.deepEqual(again.body.data, document)
    const named = await program.post<Single<FormItem>>(forms, { ...document, title: 'Another name' })
    assert.equal(named.body.data.title, 'Another name')
  })

  test('settings that cannot be are refused with their place, and nothing is made', async ({ assert }) => {
    const { program, forms } = await scene()
    for (const [settings, path] of [
      [{ access: { maxSubmissions: 0 } }, 'settings.access.maxSubmissions'],
      [{ general: { title: 'x', language: 'nope!' } }, 'settings.general.language'],
      [{ appearance: { ...APPEARANCE, theme: 'none' } }, 'settings.appearance.theme'],
      [{ access: { unknown: 1 } }, 'settings.access.unknown'],
      [{ other: {} }, 'settings.other'],
    ] as const) {
      const { status, body } = await program.post<{ errors: object }>(forms, { settings })
      assert.equal(status, 422)
      assert.deepEqual(Object.keys(body.errors), [path])
    }
    assert.lengthOf((await program.get<{ data: FormItem[] }>(forms)).body.data, 0)
  })

  test('a document says its revision, and is not sent twice', async ({ assert }) => {
    const { creator, form } = await newForm()
    const path = `/api/forms/${form.id}`
    const first = await creator.visitor.get(`${path}/document`)
    const tag = first.headers.get('etag') ?? ''
    assert.equal(tag, '"1"')
    const known = await creator.visitor.get(`${path}/document`, { 'if-none-match': `"0", W/${tag}` })
    assert.deepEqual([known.status, known.text], [304, ''])
    await patch(creator, form.id, 1, [{ op: 'remove', block_id: 'name01' }])
    const changed = await creator.visitor.get(`${path}/document`, { 'if-none-match': tag })
    assert.deepEqual([changed.status, changed.headers.get('etag')], [200, '"2"'])
    assert.equal((await creator.visitor.get(`${path}/draft`)).headers.get('etag'), '"2"')
  })

  test('changes for another revision are refused whole where If-Match asks for it', async ({ assert }) => {
    const { creator, form } = await newForm([textBlock('name01', 'Name'), textBlock('name02', 'Name')])
    const path = `/api/forms/${form.id}`
    const remove = (id: string, tag?: string) =>
      creator.visitor.patch<{ code: string; details: { revision: number } }>(
        `${path}/draft`,
        { base: 1, ops: [{ op: 'remove', block_id: id }] },
        tag === undefined ? {} : { 'if-match': tag },
      )
    const first = await remove('name01', '"1"')
    assert.deepEqual([first.status, first.headers.get('etag')], [200, '"2"'])
    const late = await remove('name02', '"1"')
    assert.deepEqual(
      [late.status, late.body.code, late.body.details],
      [412, 'E_PRECONDITION', { revision: 2 }],
    )
    assert.equal(late.headers.get('etag'), '"2"')
    assert.equal((await remove('name02', 'nonsense')).status, 412)
    // without it only what touches the same block collides
    assert.equal((await remove('name02')).status, 200)
    const body = { revision: 3 }
    const wrong = await creator.visitor.post(`${path}/publication`, body, { 'if-match': '"2"' })
    assert.equal(wrong.status, 412)
    await patch(creator, form.id, 3, [
      {
        op: 'put',
        block_id: 'name03',
        kind: 'text',
        position: 'a0',
        content: { v: 1, key: 'name', label: 'Name', settings: {} },
      },
    ])
    const right = await creator.visitor.post<Single<Publication>>(
      `${path}/publication`,
      { revision: 4 },
      { 'if-match': '"4"' },
    )
    assert.deepEqual([right.status, right.body.data.version], [201, 1])
    assert.equal(await publish(creator, form.id), 2)
  })
})
