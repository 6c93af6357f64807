import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { patch, publish, revisionOf, textBlock } from '#tests/functional/forms/factories'
import { countRows } from '#tests/functional/place'
import { open, press, publishedForm, type SubmissionReply, submit } from '#tests/functional/respond/answering'
import { inWorkspace } from '#tests/functional/respond/rows'
import { within } from '#app/workspaces/within'

test.group('Taking a submission', () => {
  test('stores answers by key or by id, with an event for the outbox', async ({ assert }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name', { key: 'name' }),
      textBlock('town01', 'Town', { key: 'town' }),
    ])
    const reply = await submit(form, { name: 'Ada', town01: 'London' })
    assert.equal(reply.status, 201, reply.text)
    assert.deepEqual(reply.body.data.ignored, [])
    assert.match(reply.body.data.received_at, /^\d{4}-.*Z$/)
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 1)
  })

  test('absurdly deep JSON is refused, wherever it stands', async ({ assert }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name'),
      { id: 'colour', kind: 'select', v: 1, key: 'colour', label: 'Colour', settings: { other: true } },
      { id: 'photo1', kind: 'file', v: 1, key: 'photo', label: 'Photo', settings: {} },
    ])
    const json = { 'content-type': 'application/json' }
    const deep = (count: number) => `${'['.repeat(count)}1${']'.repeat(count)}`
    const post = (path: string, body: string) =>
      form.visitor.post<{ code: string }>(`/api/forms/${form.slug}/${path}`, body, json)
    for (const count of [200_000, 5_000, 100]) {
      for (const name of ['name01', 'colour', 'photo1', 'nobody']) {
        const answers = `{"${name}":${deep(count)}}`
        const sent = await post('submissions', `{"submission_key":"${randomUUID()}","answers":${answers}}`)
        assert.equal(sent.status, 422, `${name} ${count}: ${sent.text.slice(0, 200)}`)
        const asked = await post('evaluation', `{"page":"start","raws":${answers}}`)
        assert.equal(asked.status, 422, `${name} ${count}: ${asked.text.slice(0, 200)}`)
      }
    }
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 0)
  })

  test('a field that was renamed is answered by its old names, too', async ({ assert }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name', { key: 'fresh' }),
      textBlock('town01', 'Town', { key: 'town' }),
    ])
    const { creator, id } = form
    const draft = await creator.visitor.get<{ data: { revision: number } }>(`/api/forms/${id}/draft`)
    const aliases = { old: 'name01', gone: 'nobody' }
    const kind = 'settings.aliases'
    const op = { op: 'put', block_id: kind, kind, position: '', content: aliases }
    const done = await patch(creator, id, draft.body.data.revision, [op])
    assert.deepEqual(done.body.data.refused, [], done.text)
    await publish(creator, id)
    const replies = [
      await submit(form, { old: 'Ada' }),
      await submit(form, { fresh: 'Eve', town: 'Graz' }),
      await submit(form, { gone: 'x', nobody: 'y' }),
    ]
    assert.deepEqual(
      replies.map(({ body }) => body.data.ignored),
      [[], [], ['gone', 'nobody']],
    )
    const stored = await inWorkspace(
      creator.workspaceId,
      'select answers from submissions order by received_at, id',
    )
    assert.deepEqual(stored, [
      { answers: { name01: 'Ada' } },
      { answers: { name01: 'Eve', town01: 'Graz' } },
      { answers: {} },
    ])
  })

  test('a form of 2,000 blocks is shown, filled in page by page and stored', async ({ assert }) => {
    const blocks: object[] = Array.from({ length: 1_000 }, (_, index) => {
      const id = `block${index}`
      const after = { left: { field: `block${index - 1}` }, op: 'is-empty' }
      const rules = index > 0 && index !== 500 ? [{ when: after, do: 'hide' }] : []
      return [
        { ...textBlock(id, `Question ${index}`, { rules }) },
        { id: `note${index}x`, kind: 'heading', v: 1, settings: { text: `After {#${id}}` } },
      ]
    }).flat()
    blocks.splice(1_000, 0, { id: 'second', kind: 'page-break', v: 1, settings: {} })
    const form = await publishedForm(blocks)
    const first = await open(form.visitor, `/forms/${form.slug}`)
    const all = (from: number) =>
      Object.fromEntries(
        Array.from({ length: 500 }, (_, index) => [`f.block${from + index}`, `Answer ${from + index}`]),
      )
    // everything but the first question comes up only by the answer before it
    const kept = await press(form.visitor, first, 'back', all(0))
    const again = await open(form.visitor, kept.headers.get('location') ?? '')
    assert.include(again.html, 'After Answer 499')
    const next = await press(form.visitor, again, 'next', all(0))
    const second = await open(form.visitor, next.headers.get('location') ?? '')
    const sent = await press(form.visitor, second, 'send', all(500))
    assert.match(sent.headers.get('location') ?? '', /\/endings\//, sent.text.slice(0, 300))
    const [row] = await inWorkspace<{ count: number }>(
      form.creator.workspaceId,
      'select (select count(*) from jsonb_object_keys(answers))::int as count from submissions',
    )
    assert.equal(row.count, 1_000)
  }).timeout(60_000)

  test('the same key and content get the same answer; other content is refused', async ({ assert }) => {
    const form = await publishedForm()
    const submission_key = randomUUID()
    const first = await submit(form, { name01: 'Ada' }, { submission_key })
    const again = await submit(form, { name01: 'Ada' }, { submission_key })
    assert.equal(again.status, 201, again.text)
    assert.equal(again.body.data.id, first.body.data.id)
    assert.equal(again.body.data.received_at, first.body.data.received_at)
    const other = await submit(form, { name01: 'Eve' }, { submission_key })
    assert.equal(other.status, 409)
    assert.equal(other.body.code, 'E_KEY_REUSED')
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 1)
  })

  test('what is sent at the same moment is stored once each, whatever its neighbours are', async ({
    assert,
  }) => {
    const form = await publishedForm()
    const twice = randomUUID()
    const replies = await Promise.all([
      ...Array.from({ length: 40 }, (_, n) => submit(form, { name01: `Visitor ${n}` })),
      ...['Ada', 'Ada', 'Eve'].map((name01) => submit(form, { name01 }, { submission_key: twice })),
      submit(form, { name01: 'Upper' }, { submission_key: randomUUID().toUpperCase() }),
    ])
    const visitors = replies.slice(0, 40)
    assert.isTrue([...visitors, replies[43]].every((reply) => reply?.status === 201))
    assert.equal(new Set(visitors.map(({ body }) => body.data.id)).size, 40)
    // whoever of the three came first: one submission, and the other content is told so
    const [ada, again, eve] = replies.slice(40)
    assert.equal(ada?.body.data?.id, again?.body.data?.id)
    const refused = ada?.status === 201 ? [eve] : [ada, again]
    assert.isTrue(refused.every((reply) => reply?.body.code === 'E_KEY_REUSED'))
    assert.notEqual(ada?.status, eve?.status)
    const { workspaceId } = form.creator
    assert.equal(await countRows(workspaceId, 'submissions'), 42)
    const { within } = await import('#app/workspaces/within')
    const names = await within(workspaceId, async ({ trx }) => {
      const { rows } = await trx.rawQuery<{ rows: { id: string; name: string }[] }>(
        `select id, answers ->> 'name01' as name from submissions`,
      )
      return new Map(rows.map(({ id, name }) => [id, name]))
    })
    for (const [n, reply] of visitors.entries()) assert.equal(names.get(reply.body.data.id), `Visitor ${n}`)
  })

  test('an answer under a name that never was a field is refused, with the names there are', async ({
    assert,
  }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name', { key: 'name' }),
      textBlock('town01', 'Town', { key: 'town' }),
      { id: 'title1', kind: 'heading', v: 1, settings: { text: 'Hello' } },
    ])
    for (const wrong of ['naem', 'Name', 'constructor', 'title1']) {
      const reply = await submit(form, { name: 'Ada', [wrong]: 'x' })
      assert.equal(reply.status, 422, reply.text)
      assert.equal(reply.body.code, 'E_UNKNOWN_ANSWERS')
      assert.include(reply.body.message, `“${wrong}”`)
      assert.include(reply.body.message, 'name, town')
      assert.deepEqual(reply.body.details as unknown, { unknown: [wrong], names: ['name', 'town'] })
    }
    const asked = await form.visitor.post<SubmissionReply>(`/api/forms/${form.slug}/evaluation`, {
      page: 'start',
      raws: { name: 'Ada', naem: 'x' },
    })
    assert.deepEqual([asked.status, asked.body.code], [422, 'E_UNKNOWN_ANSWERS'], asked.text)
    const file = await form.visitor.post<SubmissionReply>(
      `/api/forms/${form.slug}/files?block=naem&key=${randomUUID()}&version=1&name=a`,
      Buffer.from('a'),
    )
    assert.deepEqual([file.status, file.body.code], [422, 'E_UNKNOWN_ANSWERS'], file.text)
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 0)
    const strict = await submit(form, { name: 'Ada' }, { anwsers: {} })
    assert.equal(strict.status, 422)
    assert.equal(strict.body.code, 'E_UNKNOWN_KEYS')
  })

  test('what was a field once is left out and listed, by key or id, also of a version that has it not yet', async ({
    assert,
  }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name', { key: 'name' }),
      textBlock('town01', 'Town', { key: 'town' }),
      textBlock('nokey1', 'Colour', { key: undefined }),
    ])
    const { creator, id } = form
    const draft = await creator.visitor.get<{ data: { revision: number } }>(`/api/forms/${id}/draft`)
    const fresh = { v: 1, key: 'fresh', label: 'Fresh', settings: {} }
    const done = await patch(creator, id, draft.body.data.revision, [
      { op: 'remove', block_id: 'town01' },
      { op: 'remove', block_id: 'nokey1' },
      { op: 'put', block_id: 'fresh1', kind: 'text', position: 'b00', content: fresh },
    ])
    assert.deepEqual(done.body.data.refused, [], done.text)
    await publish(creator, id)
    const newest = await submit(form, { name: 'Ada', town: 'Graz', town01: 'Graz', nokey1: 'red' })
    assert.equal(newest.status, 201, newest.text)
    assert.deepEqual(newest.body.data.ignored, ['town', 'town01', 'nokey1'])
    const before = await submit(form, { name: 'Eve', town: 'Graz', fresh: 'x' }, { version: 1 })
    assert.equal(before.status, 201, before.text)
    assert.deepEqual(before.body.data.ignored, ['fresh'])
  })

  test('names are looked for in the newest versions, so that asking costs little however many there were', async ({
    assert,
  }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name', { key: 'name' }),
      textBlock('town01', 'Town', { key: 'town' }),
      textBlock('nokey1', 'Colour', { key: undefined }),
    ])
    const { creator, id } = form
    const revision = await revisionOf(creator, id)
    await patch(creator, id, revision, [
      { op: 'remove', block_id: 'town01' },
      { op: 'remove', block_id: 'nokey1' },
    ])
    await publish(creator, id)
    const lost = () => submit(form, { name: 'Ada', town: 'Graz', nokey1: 'red' })
    assert.deepEqual((await lost()).body.data.ignored, ['town', 'nokey1'])
    // four more versions of 1.2 MB each, which nothing packs
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(
        `insert into form_versions (workspace_id, form_id, number, document, sha256)
         select workspace_id, form_id, number + n, document || jsonb_build_object('noise',
                  (select string_agg(encode(sha256((n || ' ' || i)::text::bytea), 'base64'), '') from generate_series(1, 30000) i)), sha256
         from form_versions, generate_series(1, 4) n where form_id = ? and number = 2`,
        [id],
      ),
    )
    const reply = await submit(form, { name: 'Ada', nokey1: 'red' })
    assert.deepEqual([reply.status, reply.body.code], [422, 'E_UNKNOWN_ANSWERS'], reply.text)
    // keys are handed on from version to version
    assert.deepEqual((await submit(form, { name: 'Ada', town: 'Graz' })).body.data.ignored, ['town'])
  })

  test('problems name the key of their field, which programs learn from the public form', async ({
    assert,
  }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name', { key: 'full_name', required: true }),
      { id: 'photo1', kind: 'file', v: 1, key: 'photo', label: 'Photo', settings: { maxMegabytes: 0.001 } },
      { id: 'total1', kind: 'calculation', v: 1, key: 'total', label: 'Sum', settings: { formula: '1 + 1' } },
    ])
    const known = await form.visitor.get<{ data: { form: { blocks: { id: string; key?: string }[] } } }>(
      `/api/forms/${form.slug}/public`,
    )
    assert.deepEqual(
      known.body.data.form.blocks.map(({ id, key }) => [id, key]),
      [
        ['name01', 'full_name'],
        ['photo1', 'photo'],
        ['total1', undefined],
      ],
    )
    const missing = await submit(form, {})
    assert.deepEqual(missing.body.details, [
      {
        ...{ block: 'name01', path: 'name01', key: 'full_name', code: 'required' },
        text: 'Please answer this.',
      },
    ] as never)
    const place = `/api/forms/${form.slug}/files?key=${randomUUID()}&version=1&name=a.txt`
    const large = await form.visitor.post<SubmissionReply>(`${place}&block=photo`, Buffer.alloc(2000, 'a'))
    assert.equal(large.status, 422, large.text)
    assert.containSubset(large.body.details, [{ block: 'photo1', key: 'photo', code: 'max' }])
    const gone = await submit(form, { full_name: 'Ada', photo: randomUUID() })
    assert.equal(gone.status, 422, gone.text)
    assert.containSubset(gone.body.details, [{ block: 'photo1', key: 'photo', code: 'not-accepted' }])
    // where a key leads to is read by the same names everywhere
    const asked = await form.visitor.post<{ data: { ignored: string[] } }>(
      `/api/forms/${form.slug}/evaluation`,
      { page: 'start', raws: { full_name: 'Ada', total: 3 } },
    )
    assert.deepEqual(asked.body.data.ignored, ['total'], asked.text)
  })

  test('problems say themselves in the language that is asked for, else in that of the form', async ({
    assert,
  }) => {
    const form = await publishedForm(
      [
        textBlock('name01', 'Nom', { key: 'name', required: true }),
        { id: 'seats1', kind: 'number', v: 1, key: 'seats', label: 'Places', settings: { max: 4 } },
        { id: 'photo1', kind: 'file', v: 1, key: 'photo', label: 'Photo', settings: { maxMegabytes: 0.001 } },
      ],
      { general: { title: 'Formulaire', language: 'fr' } },
    )
    const texts = async (path: string, body: object | Buffer, language: string) => {
      const headers = { 'accept-language': language }
      const { body: refused } = await form.visitor.post<{ details: { text: string }[] }>(path, body, headers)
      return refused.details.map(({ text }) => text)
    }
    const path = `/api/forms/${form.slug}/submissions`
    const sent = () => ({ submission_key: randomUUID(), answers: { seats: 9 } })
    const french = ['Veuillez répondre à cette question.', 'Saisissez au plus 4.']
    assert.deepEqual(await texts(path, sent(), '*'), french)
    assert.deepEqual(await texts(path, sent(), 'sw, nl;q=0.5'), french)
    assert.deepEqual(await texts(path, sent(), 'nl, de-AT;q=0.8, en;q=0.2'), [
      'Bitte beantworten Sie diese Frage.',
      'Geben Sie höchstens 4 ein.',
    ])
    const file = `/api/forms/${form.slug}/files?key=${randomUUID()}&version=1&name=a.txt&block=photo`
    assert.match((await texts(file, Buffer.alloc(2000, 'a'), 'en'))[0] ?? '', /a\.txt.*0\.001/)
  })

  test('what is larger than answers can be is refused while it comes', async ({ assert }) => {
    const form = await publishedForm()
    const whole = await submit(form, { name01: 'x'.repeat(1024 * 1024) })
    assert.deepEqual([whole.status, whole.body.code], [413, 'E_TOO_LARGE'])
    assert.equal(whole.body.request_id, whole.headers.get('x-request-id'))
    const page = await open(form.visitor, `/forms/${form.slug}`)
    const plain = await press(form.visitor, page, 'send', { 'f.name01': 'x'.repeat(2 * 1024 * 1024) })
    assert.equal(plain.status, 413)
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 0)
  })

  test('answers that are missing or wrong are refused with their place', async ({ assert }) => {
    const form = await publishedForm()
    const reply = await submit(form, {})
    assert.equal(reply.status, 422)
    assert.equal(reply.body.code, 'E_ANSWERS')
    assert.deepInclude(reply.body.details[0], { block: 'name01', code: 'required' })
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 0)
  })

  test('what the database cannot keep sign for sign is refused, not stored otherwise', async ({ assert }) => {
    const form = await publishedForm()
    for (const name01 of ['a\0b', '\ud800']) {
      const reply = await submit(form, { name01 })
      assert.equal(reply.status, 422, JSON.stringify(name01))
    }
  })
})
