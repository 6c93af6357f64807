import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { publish, textBlock } from '#tests/functional/forms/factories'
import { countRows } from '#tests/functional/place'
import {
  changeSettings,
  HTML,
  open,
  type PublishedForm,
  press,
  publishedForm,
  submit,
} from '#tests/functional/respond/answering'

const OWN = {
  closedText: 'Write to us\nuntil May.',
  fullText: 'All seats are gone.',
  earlyText: 'Doors open soon.',
}

/** How somebody whose page was opened earlier, and who is somewhere in it, comes now. */
interface Earlier {
  form: PublishedForm
  /** answers of the ways in, by name: status and what is said */
  ways(): Promise<Record<string, [status: number, said: string]>>
}

const BLOCKS = [
  textBlock('name01', 'Name', { required: true }),
  { id: 'second', kind: 'page-break', v: 1, settings: {} },
  textBlock('town01', 'Town'),
]

const TITLE = 'Board meeting'

/** A form with somebody on its first page, and somebody else who has turned to the second. */
async function begun(): Promise<Earlier> {
  const form = await publishedForm(BLOCKS, { general: { title: TITLE } })
  const { visitor, slug } = form
  const first = await open(visitor, `/forms/${slug}`)
  const turned = await press(visitor, first, 'next', { 'f.name01': 'Ada' })
  const address = turned.headers.get('location') ?? ''
  const second = await open(visitor, address)
  const page = async (asked: Promise<{ status: number; text: string; headers: Headers }>) => {
    const { status, text, headers } = await asked
    const said = /<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? headers.get('location') ?? text
    return [status, said] as [number, string]
  }
  const api = async (asked: Promise<{ status: number; body: { code: string } }>) => {
    const { status, body } = await asked
    return [status, body.code] as [number, string]
  }
  return {
    form,
    ways: async () => ({
      page: await page(visitor.get(`/forms/${slug}`, HTML)),
      'filled from its address': await page(visitor.get(`/forms/${slug}?name=Ada`, HTML)),
      'later page': await page(visitor.get(address, HTML)),
      'plain post': await page(press(visitor, first, 'next', { 'f.name01': 'Eve' })),
      'plain send': await page(press(visitor, second, 'send', { 'f.town01': 'London' })),
      json: await api(submit(form, { name01: 'Ada' }) as never),
      public: await api(visitor.get(`/api/forms/${slug}/public`) as never),
      payload: await api(visitor.get(`/forms/${slug}/_payload.json`) as never),
      evaluation: await api(
        visitor.post(`/api/forms/${slug}/evaluation`, { page: 'start', raws: {} }) as never,
      ),
      file: await api(
        visitor.post(
          `/api/forms/${slug}/files?block=name01&key=${randomUUID()}&version=1&name=a`,
          Buffer.from('a'),
        ) as never,
      ),
    }),
  }
}

/** The same answer from every way in: pages say it in words, programs get the code. */
function everywhere(status: number, words: string, code: string): Record<string, [number, string]> {
  const pages = ['page', 'filled from its address', 'later page', 'plain post', 'plain send']
  const apis = ['json', 'public', 'payload', 'evaluation', 'file']
  return Object.fromEntries([
    ...pages.map((way) => [way, [status, words]]),
    ...apis.map((way) => [way, [status, code]]),
  ])
}

test.group('Own texts where nobody can answer', () => {
  const said = async (access: object, settings: object = {}) => {
    const form = await publishedForm(BLOCKS, { access: { ...OWN, ...access }, ...settings })
    return form.visitor.get(`/forms/${form.slug}`, HTML)
  }

  test('are said in place of ours; when it opens is told beside', async ({ assert }) => {
    const closed = await said({ closesAt: '2020-01-01T00:00:00Z' })
    assert.include(closed.text, 'Write to us\nuntil May.')
    assert.notInclude(closed.text, 'no longer takes answers')
    const early = await said({ opensAt: '2999-01-01T00:00:00Z' })
    assert.include(early.text, 'Doors open soon.')
    assert.match(early.text, /It opens on/)
    const open = await said({})
    assert.equal(open.status, 200)
    for (const text of Object.values(OWN)) assert.notInclude(open.text, text)
  })

  test('are told to programs, but to nobody without the password', async ({ assert }) => {
    const access = { ...OWN, closesAt: '2020-01-01T00:00:00Z' }
    const closed = await submit(await publishedForm(undefined, { access }), { name01: 'Ada' })
    assert.deepEqual([closed.status, closed.body.details], [410, { text: OWN.closedText }])
    const full = await publishedForm(undefined, { access: { ...OWN, maxSubmissions: 1 } })
    await submit(full, { name01: 'Ada' })
    const { body } = await submit(full, { name01: 'Eve' })
    assert.deepEqual([body.code, body.details], ['E_FULL', { text: OWN.fullText }])
    const secret = await publishedForm(undefined, { access, password: 'open sesame' })
    assert.notProperty((await submit(secret, { name01: 'Ada' })).body, 'details')
  })

  test('lead to the addresses that they name, and are no markup', async ({ assert }) => {
    const closedText =
      '<b>Ask</b> at https://example.org/a?b=1&c=2. Or (http://x.org/بعد)، javascript:alert(1), ask@example.org.'
    const { text } = await said({ closesAt: '2020-01-01T00:00:00Z', closedText })
    const links = [...text.matchAll(/<a href="([^"]*)" rel="noopener nofollow">([^<]*)<\/a>/g)]
    assert.deepEqual(
      links.map(([, href, words]) => [href, words]),
      [
        ['https://example.org/a?b=1&amp;c=2', 'https://example.org/a?b=1&amp;c=2'],
        ['http://x.org/بعد', 'http://x.org/بعد'],
        ['mailto:ask@example.org', 'ask@example.org'],
      ],
    )
    assert.include(text, '&lt;b>Ask')
  })

  test('are said when the form is full', async ({ assert }) => {
    const form = await publishedForm(undefined, { access: { ...OWN, maxSubmissions: 1 } })
    await submit(form, { name01: 'Ada' })
    const { text } = await form.visitor.get(`/forms/${form.slug}`, HTML)
    assert.include(text, 'All seats are gone.')
    assert.notInclude(text, 'all the answers it can take')
  })

  test('are not told of a form with a password before it was given', async ({ assert }) => {
    const { text } = await said({ closesAt: '2020-01-01T00:00:00Z' }, { password: 'open sesame' })
    assert.notInclude(text, 'Write to us')
  })
})

test.group('Statuses, whatever way somebody comes', () => {
  test('a password: 401', async ({ assert }) => {
    const { form, ways } = await begun()
    await changeSettings(form.creator, form.id, { password: 'open sesame' })
    assert.deepEqual(await ways(), everywhere(401, 'This form is protected', 'E_PASSWORD'))
    // nothing is told of it, whatever else keeps it from being filled in
    const address = `/forms/${form.slug}`
    assert.notInclude((await form.visitor.get(address, HTML)).text, TITLE)
    await form.creator.visitor.post(`/api/forms/${form.id}/closure`, {})
    const closed = await form.visitor.get(address, HTML)
    assert.include(closed.text, '<title>This form is closed</title>')
    assert.notInclude(closed.text, TITLE)
  })

  test('not yet open: 403', async ({ assert }) => {
    const { form, ways } = await begun()
    await changeSettings(form.creator, form.id, { access: { opensAt: '2999-01-01T00:00:00.000Z' } })
    await publish(form.creator, form.id)
    assert.deepEqual(await ways(), everywhere(403, 'This form is not open yet', 'E_NOT_OPEN'))
  })

  test('closed by its date or by hand: 410', async ({ assert }) => {
    for (const byHand of [true, false]) {
      const { form, ways } = await begun()
      if (byHand) await form.creator.visitor.post(`/api/forms/${form.id}/closure`, {})
      else {
        await changeSettings(form.creator, form.id, { access: { closesAt: '2020-01-01T00:00:00.000Z' } })
        await publish(form.creator, form.id)
      }
      assert.deepEqual(await ways(), everywhere(410, 'This form is closed', 'E_CLOSED'))
    }
  })

  test('a draft, deleted or unknown: 404, with the same body', async ({ assert }) => {
    const bodies = new Set<string>()
    for (const end of ['unpublished', 'deleted'] as const) {
      const { form, ways } = await begun()
      await form.creator.visitor.delete(`/api/forms/${form.id}${end === 'deleted' ? '' : '/publication'}`)
      assert.deepEqual(await ways(), everywhere(404, 'There is no form here', 'E_NOT_FOUND'), end)
      bodies.add((await form.visitor.get(`/forms/${form.slug}`, HTML)).text)
      bodies.add((await form.visitor.post(`/forms/${form.slug}/password`, new URLSearchParams(), HTML)).text)
    }
    const { visitor } = await publishedForm()
    bodies.add((await visitor.get('/forms/no-such-form', HTML)).text)
    bodies.add((await visitor.get('/forms/no-such-form/endings/abc', HTML)).text)
    bodies.add((await visitor.get('/forms/no-such-form/responses/abc/start', HTML)).text)
    assert.lengthOf([...bodies], 1)
  })

  test('full: 409, shown before anything is typed and said to who sends', async ({ assert }) => {
    const { form, ways } = await begun()
    await submit(form, { name01: 'One' })
    await changeSettings(form.creator, form.id, { access: { maxSubmissions: 1 } })
    await publish(form.creator, form.id)
    const found = await ways()
    const words = 'This form is full'
    assert.deepInclude(found, {
      page: [409, words],
      'filled from its address': [409, words],
      'plain send': [409, words],
      json: [409, 'E_FULL'],
      public: [409, 'E_FULL'],
      payload: [409, 'E_FULL'],
    })
    // who is in the middle of it is told by the claim, at the end (docs/decisions.md: Claims)
    assert.equal(found['later page']?.[0], 200)
    assert.equal(found['plain post']?.[0], 303)
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 1)
  })

  test('the plain form and programs get in with the password', async ({ assert }) => {
    const form = await publishedForm(undefined, { password: 'open sesame' })
    const body = new URLSearchParams({ password: 'open sesame' })
    await form.visitor.post(`/forms/${form.slug}/password`, body, HTML)
    const page = await open(form.visitor, `/forms/${form.slug}`)
    const sent = await press(form.visitor, page, 'send', { 'f.name01': 'Ada' })
    assert.match(sent.headers.get('location') ?? '', /\/endings\//)
    assert.equal((await submit(form, { name01: 'Eve' })).status, 201)
    const token = form.visitor.cookies.get(`password-${form.slug}`) ?? ''
    form.visitor.cookies.clear()
    const send = (headers: Record<string, string>) => {
      const body = { submission_key: randomUUID(), answers: { name01: 'Bob' } }
      return form.visitor.post(`/api/forms/${form.slug}/submissions`, body, headers)
    }
    assert.equal((await send({})).status, 401)
    assert.equal((await send({ 'form-password': `${token}x` })).status, 401)
    assert.equal((await send({ 'form-password': token })).status, 201)
  })
})
