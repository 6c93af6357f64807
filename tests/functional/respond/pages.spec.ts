import { mock } from 'node:test'
import { test } from '@japa/runner'
import { newForm, textBlock } from '#tests/functional/forms/factories'
import { countRows } from '#tests/functional/place'
import { Visitor } from '#tests/functional/visitor'
import { changeSettings, formIn, HTML, open, press, publishedForm } from '#tests/functional/respond/answering'

const pageBreak = (id: string) => ({ id, kind: 'page-break', v: 1, settings: {} })

/** The longest turn of this process from now on, in milliseconds of the processor. */
function watchTurns(cleanup: (end: () => void) => void): () => number {
  const worked = () => process.threadCpuUsage().user / 1000
  let [before, longest] = [worked(), 0]
  const watch = setInterval(() => {
    longest = Math.max(longest, worked() - before)
    before = worked()
  }, 5)
  cleanup(() => clearInterval(watch))
  return () => longest
}

test.group('The page without JavaScript', () => {
  test('is complete, and opening it stores nothing', async ({ assert }) => {
    const form = await publishedForm([
      textBlock('name01', 'Your name', { required: true, help: 'As in your passport' }),
    ])
    const page = await form.visitor.get(`/forms/${form.slug}`, HTML)
    assert.equal(page.status, 200)
    assert.include(page.text, 'Your name')
    assert.include(page.text, 'As in your passport')
    assert.include(page.text, 'name="f.name01"')
    assert.equal(page.headers.get('cache-control'), 'private, no-cache')
    assert.isNull(page.headers.get('set-cookie'))
    const policy = page.headers.get('content-security-policy') ?? ''
    assert.include(policy, "script-src 'self'")
    assert.notInclude(policy, 'unsafe')
    assert.match(page.text, /name="_key"[^>]*value="[\da-f-]{36}"\/?><\/body><\/html>$/)
    assert.equal(await countRows(form.creator.workspaceId, 'response_sessions'), 0)
  })

  test('says title, description and look once: the script is handed none of them', async ({ assert }) => {
    const form = await publishedForm(undefined, {
      general: { title: 'Where from', description: 'A word of ours', language: 'en' },
    })
    const page = await form.visitor.get(`/forms/${form.slug}`, HTML)
    const data = /<script type="application\/json" id="data">(.*?)<\/script>/.exec(page.text)?.[1] ?? ''
    assert.include(page.text, 'A word of ours')
    assert.include(data, '"language":"en"')
    assert.notMatch(data, /Where from|A word of ours|appearance|accent/)
  })

  test('two visitors get different keys, compressed or not', async ({ assert }) => {
    const form = await publishedForm()
    const [a, b] = [
      await open(form.visitor, `/forms/${form.slug}`),
      await open(form.visitor, `/forms/${form.slug}`),
    ]
    assert.notEqual(a.hidden._key, b.hidden._key)
    const plain = await form.visitor.get(`/forms/${form.slug}`, { ...HTML, 'accept-encoding': 'identity' })
    assert.isNull(plain.headers.get('content-encoding'))
    const key = /(?<=name="_key" value=")[\da-f-]{36}/
    assert.equal(plain.text.replace(key, ''), a.html.replace(key, ''))
  })

  test('what comes with an address and means nothing to the form is not drawn for; what may does', async ({
    assert,
  }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name'),
      { id: 'hidden', kind: 'hidden', v: 1, key: 'hidden', label: '', settings: { param: 'ref' } },
      { id: 'origin', kind: 'hidden', v: 1, key: 'origin', label: '', settings: {} },
    ])
    const action = async (query: string) => {
      const { text } = await form.visitor.get(`/forms/${form.slug}${query}`, HTML)
      return /<form[^>]* action="([^"]*)"/.exec(text)?.[1]
    }
    const plain = `/forms/${form.slug}`
    for (const query of ['', '?utm_source=mail', '?a=1&fbclid=x'])
      assert.equal(await action(query), plain, query)
    // by the name it reads, also beside others, and by a name that nobody can be sure of
    for (const query of ['?ref=mail', '?a=1&ref=mail', '?source=mail', '?name01=Ada', '?%C3%A9=1'])
      assert.equal(await action(query), `${plain}${query.replaceAll('&', '&amp;')}`, query)
  })

  test('a page that is too large to be drawn for everybody is not published', async ({ assert }) => {
    const options = Array.from({ length: 8_000 }, (_, n) => ({ id: `o${n}`, label: `Option number ${n}` }))
    const select = (id: string) => ({
      id,
      kind: 'select',
      v: 1,
      key: id,
      label: `List ${id}`,
      settings: { options },
    })
    const ids = ['list01', 'list02', 'list03', 'list04', 'list05']
    const { creator, form } = await newForm(ids.map(select))
    const path = `/api/forms/${form.id}`
    const { body: draft } = await creator.visitor.get<{ data: { revision: number } }>(`${path}/draft`)
    const refused = await creator.visitor.post<{
      details: { code: string; block: string; message: string }[]
    }>(`${path}/publication`, { revision: draft.data.revision })
    assert.equal(refused.status, 422)
    const [problem] = refused.body.details
    assert.equal(problem.code, 'too-large')
    assert.match(
      problem.message,
      /^Page 1 holds 1\.\d MB and may hold 1\.5 MB\..*“List list0\d”.*takes the most/s,
    )
  })

  test('a page with too many choices is not published, with many drawn apart, however short it is as stored', async ({
    assert,
    cleanup,
  }) => {
    const lines = (most: number) => Array.from({ length: most }, (_, n) => ({ id: `l${n}`, label: `${n}` }))
    const table = (n: number) =>
      textBlock(`table${n + 10}`, `Table ${n}`, {
        kind: 'matrix',
        settings: { rows: lines(100), columns: lines(20) },
      })
    const published = async (tables: number) => {
      const { creator, form } = await newForm(Array.from({ length: tables }, (_, n) => table(n)))
      const path = `/api/forms/${form.id}`
      const { body: draft } = await creator.visitor.get<{ data: { revision: number } }>(`${path}/draft`)
      const { status, text } = await creator.visitor.post(`${path}/publication`, {
        revision: draft.data.revision,
      })
      return { status, text, slug: form.slug }
    }
    const many = await published(20)
    assert.equal(many.status, 201)
    const longest = watchTurns(cleanup)
    const page = await new Visitor().get(`/forms/${many.slug}`, HTML)
    assert.isAtLeast(page.text.match(/type="radio"/g)?.length ?? 0, 40_000)
    assert.isBelow(longest(), 200)
    const refused = await published(30)
    assert.equal(refused.status, 422)
    assert.include(refused.text, 'Page 1 holds 1.8 MB and may hold 1.5 MB.')
  })

  test('a large page is drawn whole while others are served', async ({ assert, cleanup }) => {
    const options = Array.from({ length: 60 }, (_, n) => ({ id: `option${n}`, label: `Option <${n}>` }))
    const select = (n: number) =>
      textBlock(`select${n}`, `Choice ${n}`, { kind: 'select', settings: { options } })
    const form = await publishedForm([
      textBlock('from01', 'From', { kind: 'hidden', settings: { param: 'who' } }),
      ...Array.from({ length: 400 }, (_, n) => select(n + 100)),
    ])
    const longest = watchTurns(cleanup)
    const asked = ['', '?who=Ada', '?option1=1'].map((query) =>
      new Visitor().get(`/forms/${form.slug}${query}`, HTML),
    )
    for (const [n, page] of (await Promise.all(asked)).entries()) {
      assert.equal(page.status, 200)
      assert.include(page.text, 'Option &lt;59>')
      assert.equal(page.text.match(/<fieldset/g)?.length, 400)
      assert.equal(formIn(page.text).action.includes('who=Ada'), n === 1)
    }
    assert.isBelow(longest(), 200)
  })

  test('a page with as many wrong answers as there may be is shown again, with what is wrong with each', async ({
    assert,
  }) => {
    const items = Array.from({ length: 1_000 }, (_, n) => `item${n}`)
    const numbers = Array.from({ length: 20 }, (_, n) => `number${n + 10}`)
    const number = (id: string) => textBlock(id, id, { kind: 'number', parent: 'people' })
    const repeating = { title: 'Person', repeating: true, min: 0, max: items.length }
    const form = await publishedForm([
      { id: 'people', kind: 'section', v: 1, key: 'people', settings: repeating },
      ...numbers.map(number),
    ])
    const posted = new URLSearchParams((await open(form.visitor, `/forms/${form.slug}`)).hidden)
    for (const item of items) {
      posted.append('f.people', item)
      for (const id of numbers) posted.append(`f.people.${item}.${id}`, '12,5')
    }
    const again = await form.visitor.post(`/forms/${form.slug}`, posted, HTML)
    assert.equal(again.status, 422)
    assert.equal(again.text.match(/aria-invalid="true"/g)?.length, items.length * numbers.length)
  })

  test('a long page that takes files is compressed whole, behind its key too', async ({ assert }) => {
    const options = Array.from({ length: 800 }, (_, n) => ({ id: `o${n}`, label: `Option ${n} of many` }))
    const form = await publishedForm([
      { id: 'photo1', kind: 'file', v: 1, key: 'photo', label: 'Photo', settings: {} },
      { id: 'choice', kind: 'select', v: 1, key: 'choice', label: 'Choice', settings: { options } },
    ])
    const path = `/forms/${form.slug}`
    const plain = await form.visitor.get(path, { ...HTML, 'accept-encoding': 'identity' })
    const zipped = await form.visitor.get(path, { ...HTML, 'accept-encoding': 'gzip' })
    assert.equal(zipped.status, 200)
    assert.equal(zipped.headers.get('content-encoding'), 'gzip')
    const key = /(?<=name="_key" value=")[\da-f-]{36}/
    assert.isAbove(plain.text.length - (plain.text.match(key)?.index ?? Infinity), 65_536)
    assert.equal(zipped.text.replace(key, ''), plain.text.replace(key, ''))
    assert.isBelow(Number(zipped.headers.get('content-length')), plain.bytes.length / 5)
  })

  test('what is sent from memory has the headers of every answer, and ends with the state it shows', async ({
    assert,
  }) => {
    const form = await publishedForm()
    const path = `/forms/${form.slug}`
    const pages = [await form.visitor.get(path, HTML), await form.visitor.get(path, HTML)]
    const names = pages.map((page) => [...page.headers.keys()].filter((name) => name !== 'date').sort())
    assert.deepEqual(names[0], names[1])
    for (const page of pages) {
      assert.equal(page.headers.get('x-content-type-options'), 'nosniff')
      assert.equal(page.headers.get('referrer-policy'), 'strict-origin-when-cross-origin')
      assert.match(page.headers.get('x-request-id') ?? '', /^[\da-f-]{36}$/)
    }
    await form.creator.visitor.post(`/api/forms/${form.slug}/closure`, {})
    assert.equal((await form.visitor.get(path, HTML)).status, 410)
  })

  test('one page needs no session: problems come back with what was typed, then it is stored', async ({
    assert,
  }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name', { required: true }),
      textBlock('town01', 'Town'),
    ])
    const page = await open(form.visitor, `/forms/${form.slug}`)
    const wrong = await press(form.visitor, page, 'send', { 'f.name01': '', 'f.town01': 'Łódź <b>"\'' })
    assert.equal(wrong.status, 422)
    assert.include(wrong.text, 'Please answer this.')
    assert.include(wrong.text, 'value="Łódź &lt;b>&quot;')
    assert.equal(await countRows(form.creator.workspaceId, 'response_sessions'), 0)
    const again = formIn(wrong.text)
    assert.equal(again.hidden._key, page.hidden._key)
    const sent = await press(form.visitor, again, 'send', { 'f.name01': 'Ada', 'f.town01': 'Łódź' })
    assert.equal(sent.status, 303, sent.text)
    const ending = sent.headers.get('location') ?? ''
    assert.match(ending, /\/endings\//)
    const end = await form.visitor.get(ending, HTML)
    assert.equal(end.status, 200)
    assert.include(end.text, 'Thank you')
    assert.equal(end.headers.get('cache-control'), 'no-store')
    const double = await press(form.visitor, again, 'send', { 'f.name01': 'Ada', 'f.town01': 'Łódź' })
    assert.equal(double.status, 303)
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 1)
  })

  test('the address of an ending is good for its own form, as it was given, and for a day', async ({
    assert,
    cleanup,
  }) => {
    const [form, other] = [await publishedForm(), await publishedForm()]
    const page = await open(form.visitor, `/forms/${form.slug}`)
    const sent = await press(form.visitor, page, 'send', { 'f.name01': 'Ada' })
    const ending = sent.headers.get('location') ?? ''
    const status = async (address: string) => (await form.visitor.get(address, HTML)).status
    assert.equal(await status(ending), 200)
    assert.equal(await status(ending.replace(form.slug, other.slug)), 404)
    assert.equal(await status(ending.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))), 404)
    const hour = 3_600_000
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 23 * hour })
    cleanup(() => mock.timers.reset())
    assert.equal(await status(ending), 200)
    mock.timers.setTime(Date.now() + 2 * hour)
    assert.equal(await status(ending), 404)
  })

  test('the same page sent with other answers comes back filled in, with a fresh key', async ({ assert }) => {
    const form = await publishedForm()
    const page = await open(form.visitor, `/forms/${form.slug}`)
    await press(form.visitor, page, 'send', { 'f.name01': 'Ada' })
    const other = await press(form.visitor, page, 'send', { 'f.name01': 'Eve' })
    assert.equal(other.status, 303)
    const shown = await open(form.visitor, other.headers.get('location') ?? '')
    assert.include(shown.html, 'value="Eve"')
    assert.include(shown.html, 'has not been sent yet')
    assert.notEqual(shown.hidden._key, page.hidden._key)
    const sent = await press(form.visitor, shown, 'send', { 'f.name01': 'Eve' })
    assert.match(sent.headers.get('location') ?? '', /\/endings\//)
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 2)
  })

  test('pages are turned by redirects; Back keeps what was typed and judges nothing', async ({ assert }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name', { required: true }),
      pageBreak('second'),
      textBlock('town01', 'Town', { required: true }),
    ])
    const first = await open(form.visitor, `/forms/${form.slug}`)
    const turned = await press(form.visitor, first, 'next', { 'f.name01': 'Ada' })
    assert.equal(turned.status, 303)
    const address = turned.headers.get('location') ?? ''
    assert.match(address, /\/responses\/[\w-]{27}\/second$/)
    assert.equal(turned.headers.get('cache-control'), 'no-store')
    assert.equal(turned.headers.get('referrer-policy'), 'no-referrer')
    const second = await open(form.visitor, address)
    assert.include(second.html, 'Page 2 of 2')
    const back = await press(form.visitor, second, 'back', { 'f.town01': '' })
    assert.match(back.headers.get('location') ?? '', /\/start$/)
    const firstAgain = await open(form.visitor, back.headers.get('location') ?? '')
    assert.include(firstAgain.html, 'value="Ada"')
    const forth = await press(form.visitor, firstAgain, 'next', { 'f.name01': 'Ada' })
    const secondAgain = await open(form.visitor, forth.headers.get('location') ?? '')
    const wrong = await press(form.visitor, secondAgain, 'send', { 'f.town01': '' })
    assert.equal(wrong.status, 422)
    const sent = await press(form.visitor, formIn(wrong.text), 'send', { 'f.town01': 'London' })
    assert.match(sent.headers.get('location') ?? '', /\/endings\//)
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 1)
    assert.equal(await countRows(form.creator.workspaceId, 'response_sessions'), 1)
  })

  test('an unknown or foreign session is gone, with a way to start again', async ({ assert }) => {
    const form = await publishedForm()
    const gone = await form.visitor.get(`/forms/${form.slug}/responses/nobody/start`, HTML)
    assert.equal(gone.status, 404)
    assert.include(gone.text, 'Start over')
  })
})

test.group('Who sees a form, and when', () => {
  test('every state has its page and its status', async ({ assert }) => {
    const form = await publishedForm()
    const { creator, slug, visitor } = form
    const status = async () => (await visitor.get(`/forms/${slug}`, HTML)).status
    const api = async () => (await visitor.get<{ code: string }>(`/api/forms/${slug}/public`)).body?.code
    assert.equal(await status(), 200)
    await creator.visitor.post(`/api/forms/${slug}/closure`, {})
    assert.equal(await status(), 410)
    assert.equal(await api(), 'E_CLOSED')
    await creator.visitor.delete(`/api/forms/${slug}/closure`)
    assert.equal(await status(), 200)
    await creator.visitor.delete(`/api/forms/${slug}/publication`)
    const draft = await visitor.get(`/forms/${slug}`, HTML)
    assert.equal(draft.status, 404)
    const unknown = await visitor.get(`/forms/no-such-form`, HTML)
    assert.equal(unknown.status, 404)
    assert.equal(draft.text, unknown.text)
  })

  test('opening times', async ({ assert }) => {
    const early = await publishedForm(undefined, { access: { opensAt: '2999-01-01T00:00:00.000Z' } })
    const page = await early.visitor.get(`/forms/${early.slug}`, HTML)
    assert.equal(page.status, 403)
    assert.include(page.text, '2999')
    const late = await publishedForm(undefined, { access: { closesAt: '2020-01-01T00:00:00.000Z' } })
    assert.equal((await late.visitor.get(`/forms/${late.slug}`, HTML)).status, 410)
  })

  test('a password opens the form for this browser', async ({ assert }) => {
    const { slug, visitor, creator, id } = await publishedForm(undefined, {
      password: 'open sesame',
    })
    const asked = await visitor.get(`/forms/${slug}`, HTML)
    assert.equal(asked.status, 401)
    assert.include(asked.text, 'type="password"')
    const enter = (password: string) =>
      visitor.post(`/forms/${slug}/password`, new URLSearchParams({ password }), HTML)
    const wrong = await enter('open barley')
    assert.equal(wrong.status, 401)
    assert.include(wrong.text, 'not right')
    const right = await enter('open sesame')
    assert.equal(right.status, 303)
    const cookie = right.headers.getSetCookie().find((one) => one.startsWith(`password-${slug}=`)) ?? ''
    assert.match(cookie, /HttpOnly/i)
    assert.match(cookie, /Max-Age=2592000/i)
    assert.equal((await visitor.get(`/forms/${slug}`, HTML)).status, 200)
    await changeSettings(creator, id, { password: 'another' })
    assert.equal((await visitor.get(`/forms/${slug}`, HTML)).status, 401)
  })

  test('guesses at a password are told to wait, also those that come all at once', async ({ assert }) => {
    const { slug, visitor } = await publishedForm(undefined, { password: 'open sesame' })
    const enter = (password: string) =>
      visitor.post(`/forms/${slug}/password`, new URLSearchParams({ password }), HTML)
    for (let count = 0; count < 20; count += 1) assert.equal((await enter('open sesame')).status, 303)
    const guesses = await Promise.all(Array.from({ length: 15 }, (_, n) => enter(`guess ${n}`)))
    assert.lengthOf(
      guesses.filter(({ status }) => status === 401),
      10,
    )
    const late = await enter('open sesame')
    assert.equal(late.status, 429)
    assert.isAbove(Number(late.headers.get('retry-after')), 0)
    visitor.address = new Visitor().address
    assert.equal((await enter('open sesame')).status, 303)
  })

  test('an old address leads to the new one', async ({ assert }) => {
    const { slug, visitor, creator } = await publishedForm()
    const fresh = `${slug}-new`
    await creator.visitor.put(`/api/forms/${slug}/slug`, { slug: fresh })
    const moved = await visitor.get(`/forms/${slug}?a=1`, HTML)
    assert.equal(moved.status, 301)
    assert.equal(moved.headers.get('location'), `/forms/${fresh}?a=1`)
  })
})
