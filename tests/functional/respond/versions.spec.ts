import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { newForm, patch, publish, textBlock } from '#tests/functional/forms/factories'
import { inWorkspace } from '#tests/functional/respond/rows'
import {
  changeSettings,
  formIn,
  HTML,
  open,
  type PublishedForm,
  press,
  publishedForm,
  submit,
} from '#tests/functional/respond/answering'

/** Publishes the form anew with another required question. */
async function addQuestion(form: PublishedForm): Promise<void> {
  const draft = await form.creator.visitor.get<{ data: { revision: number } }>(`/api/forms/${form.id}/draft`)
  const { kind, v, id, ...content } = textBlock('fresh1', 'New question', { required: true })
  const op = { op: 'put', block_id: id, kind, position: 'b00', content: { v, ...content } }
  const done = await patch(form.creator, form.id, draft.body.data.revision, [op])
  if (done.body.data.refused.length > 0) throw new Error(done.text)
  await publish(form.creator, form.id)
}

/** Version and answers of what a form has, oldest first. */
const stored = (form: PublishedForm) =>
  inWorkspace<{ version: number; answers: unknown }>(
    form.creator.workspaceId,
    'select version, answers from submissions order by received_at, id',
  )

test.group('What is published', () => {
  test('names the form on all of its pages; a title that is not published yet is on none', async ({
    assert,
  }) => {
    const form = await publishedForm(undefined, { general: { title: 'Open to all' } })
    await changeSettings(form.creator, form.id, { general: { title: 'Not for anybody yet' } })
    const page = await form.visitor.get(`/forms/${form.slug}`, HTML)
    const sent = await press(form.visitor, formIn(page.text), 'send', { 'f.name01': 'Ada' })
    const ending = await form.visitor.get(sent.headers.get('location') ?? '', HTML)
    await form.creator.visitor.post(`/api/forms/${form.id}/closure`)
    const closed = await form.visitor.get(`/forms/${form.slug}`, HTML)
    assert.equal(closed.status, 410)
    const titles = ['Open to all', 'Thank you – Open to all', 'Open to all']
    for (const [index, text] of [page.text, ending.text, closed.text].entries()) {
      assert.include(text, `<title>${titles[index]}</title>`)
      assert.notInclude(text, 'Not for anybody yet')
    }
  })

  test('without a title: no empty heading, and a name for its tab', async ({ assert }) => {
    const form = await publishedForm(undefined, { general: { title: '  ' } })
    const page = await form.visitor.get(`/forms/${form.slug}`, HTML)
    const sent = await press(form.visitor, formIn(page.text), 'send', { 'f.name01': 'Ada' })
    const ending = await form.visitor.get(sent.headers.get('location') ?? '', HTML)
    const titles = ['Untitled form', 'Thank you – Untitled form']
    for (const [index, text] of [page.text, ending.text].entries()) {
      assert.include(text, `<title>${titles[index]}</title>`)
      assert.notInclude(text, '<h1')
    }
  })
})

test.group('The version that was seen', () => {
  test('judges a post, though a newer one asks for more', async ({ assert }) => {
    const form = await publishedForm()
    const page = await open(form.visitor, `/forms/${form.slug}`)
    await addQuestion(form)
    const plain = await press(form.visitor, page, 'send', { 'f.name01': 'Ada' })
    assert.match(plain.headers.get('location') ?? '', /\/endings\//, plain.text)
    const json = await submit(form, { name01: 'Eve' }, { version: 1 })
    assert.equal(json.status, 201, json.text)
    const unsaid = await submit(form, { name01: 'Eve' })
    assert.equal(unsaid.status, 422)
    assert.deepInclude(unsaid.body.details[0], { block: 'fresh1', code: 'required' })
    assert.deepEqual(await stored(form), [
      { version: 1, answers: { name01: 'Ada' } },
      { version: 1, answers: { name01: 'Eve' } },
    ])
  })

  test('stays that of a visit that was begun, page by page', async ({ assert }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name'),
      { id: 'second', kind: 'page-break', v: 1, settings: {} },
      textBlock('town01', 'Town'),
    ])
    const first = await open(form.visitor, `/forms/${form.slug}`)
    const turned = await press(form.visitor, first, 'next', { 'f.name01': 'Ada' })
    await addQuestion(form)
    const second = await open(form.visitor, turned.headers.get('location') ?? '')
    assert.notInclude(second.html, 'New question')
    const sent = await press(form.visitor, second, 'send', { 'f.town01': 'London' })
    assert.match(sent.headers.get('location') ?? '', /\/endings\//, sent.text)
    assert.deepEqual(await stored(form), [{ version: 1, answers: { name01: 'Ada', town01: 'London' } }])
  })

  test('does not decide who may send: that is the newest', async ({ assert }) => {
    const form = await publishedForm()
    const page = await open(form.visitor, `/forms/${form.slug}`)
    await changeSettings(form.creator, form.id, { access: { closesAt: '2020-01-01T00:00:00.000Z' } })
    await publish(form.creator, form.id)
    assert.equal((await press(form.visitor, page, 'send', { 'f.name01': 'Ada' })).status, 410)
    assert.equal((await submit(form, { name01: 'Ada' }, { version: 1 })).status, 410)
    assert.deepEqual(await stored(form), [])
  })

  test('withdrawn or never published: nothing is stored, and people are led to the form of today', async ({
    assert,
  }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name', { required: true }),
      { id: 'second', kind: 'page-break', v: 1, settings: {} },
      textBlock('town01', 'Town'),
    ])
    const { visitor, slug } = form
    const first = await open(visitor, `/forms/${slug}`)
    const turned = await press(visitor, first, 'next', { 'f.name01': 'Ada' })
    const second = await open(visitor, turned.headers.get('location') ?? '')
    await form.creator.visitor.delete(`/api/forms/${form.id}/publication`)
    await publish(form.creator, form.id)
    for (const [page, go] of [
      [first, 'next'],
      [second, 'send'],
    ] as const) {
      const refused = await press(visitor, page, go, { 'f.name01': 'Ada' })
      assert.equal(refused.status, 409)
      assert.match(refused.text, new RegExp(`<a [^>]*href="/forms/${slug}"[^>]*>Start over`))
    }
    assert.equal((await visitor.get(turned.headers.get('location') ?? '', HTML)).status, 409)
    for (const version of [1, 99]) {
      const json = await submit(form, { name01: 'Ada' }, { version })
      assert.equal(json.status, 409)
      assert.equal(json.body.code, 'E_VERSION')
    }
    assert.deepEqual(await stored(form), [])
    const again = await press(visitor, await open(visitor, `/forms/${slug}`), 'next', { 'f.name01': 'Ada' })
    assert.equal(again.status, 303)
  })

  test('a repeat gets the answer of the first time, whatever was edited since', async ({ assert }) => {
    const ending = { id: 'ending1', kind: 'ending', v: 1, settings: { title: 'Bye {#name01}' } }
    const { creator, form: made } = await newForm([textBlock('name01', 'Name'), ending])
    await publish(creator, made.id)
    const form = { ...(await publishedForm()), creator, id: made.id, slug: made.slug }
    const submission_key = randomUUID()
    const first = await submit(form, { name01: 'Ada' }, { submission_key })
    assert.equal(first.body.data.ending.texts.title, 'Bye Ada')
    await addQuestion(form)
    const again = await submit(form, { name01: 'Ada' }, { submission_key })
    assert.equal(again.status, 201, again.text)
    assert.deepEqual(again.body.data, first.body.data)
    assert.equal((await submit(form, { name01: 'Eve' }, { submission_key })).body.code, 'E_KEY_REUSED')
    // a key is one form's own
    const other = await publishedForm()
    assert.equal((await submit(other, { name01: 'Ada' }, { submission_key })).status, 201)
  })

  test('identity and time are made here: UUIDv7, in order', async ({ assert }) => {
    const form = await publishedForm()
    const before = Date.now()
    const [a, b] = [await submit(form, { name01: 'Ada' }), await submit(form, { name01: 'Eve' })]
    for (const { body } of [a, b]) {
      assert.match(body.data.id, /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
      assert.isAtLeast(Date.parse(body.data.received_at), before - 1000)
    }
    assert.isTrue(a.body.data.id < b.body.data.id)
    assert.isTrue(a.body.data.received_at <= b.body.data.received_at)
  })

  test('a post that names no version, page or key is judged by the newest', async ({ assert }) => {
    const form = await publishedForm()
    const sent = await press(form.visitor, { ...formIn(''), action: `/forms/${form.slug}` }, 'send', {
      'f.name01': 'Ada',
      'f.nobody': 'dropped',
      unknown: 'dropped',
    })
    assert.match(sent.headers.get('location') ?? '', /\/endings\//, sent.text)
    assert.deepEqual(await stored(form), [{ version: 1, answers: { name01: 'Ada' } }])
  })
})
