import { createHash, randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { textBlock } from '#tests/functional/forms/factories'
import { inWorkspace } from '#tests/functional/respond/rows'
import {
  formIn,
  HTML,
  open,
  type PageForm,
  press,
  publishedForm,
  submit,
} from '#tests/functional/respond/answering'
import type { Visitor } from '#tests/functional/visitor'

const pageBreak = (id: string, more: object = {}) => ({ id, kind: 'page-break', v: 1, settings: {}, ...more })
const choice = (id: string, more: object = {}) => ({
  ...{ id, kind: 'select', v: 1, key: id, label: `Choice ${id}` },
  settings: {
    options: [
      { id: 'red', label: 'Red' },
      { id: 'blue', label: 'Blue' },
    ],
  },
  ...more,
})
const when = (field: string, value: string) => ({ left: { field }, op: 'is', right: { value } })

/** Presses a button and opens the page it leads to. */
async function turn(
  visitor: Visitor,
  page: PageForm,
  go: string,
  entries: Record<string, string> | [string, string][] = {},
): Promise<PageForm & { address: string }> {
  const turned = await press(visitor, page, go, entries)
  const address = turned.headers.get('location') ?? ''
  if (turned.status !== 303 || !address.includes('/responses/'))
    throw new Error(`${turned.status} ${address} ${turned.text}`)
  const opened = await open(visitor, address)
  return { ...opened, html: drawn(opened.html), address }
}

/** What people see of a page: its data for the script is left out. */
const drawn = (html: string) => html.split('<script type="application/json"')[0] ?? ''

const answers = (workspaceId: string) =>
  inWorkspace<{ answers: Record<string, unknown> }>(
    workspaceId,
    'select answers from submissions order by received_at, id',
  ).then((rows) => rows.map((row) => row.answers))

test.group('A visit without JavaScript', () => {
  test('that holds much is given back where its address holds too much already; small ones go on', async ({
    assert,
  }) => {
    const text = (id: string) => textBlock(id, id, { settings: { multiline: true } })
    const form = await publishedForm([text('name01'), pageBreak('second'), text('town01')])
    const { visitor, slug, creator } = form
    const first = await open(visitor, `/forms/${slug}`)
    const small = await turn(visitor, first, 'next', { 'f.name01': 'Ada' })
    await inWorkspace(
      creator.workspaceId,
      `insert into response_sessions
         (workspace_id, form_id, visited_from, token_hash, submission_key, version, raws, expires_at)
       select workspace_id, form_id, visited_from, n::text, submission_key, version,
         jsonb_build_object('name01', repeat('x', 999000)), expires_at
       from response_sessions, generate_series(1, 20) n`,
    )
    const refused = await press(visitor, first, 'next', { 'f.name01': 'y'.repeat(30_000) })
    assert.equal(refused.status, 503)
    assert.include(refused.text, 'y'.repeat(30_000))
    const again = await press(visitor, small, 'send', { 'f.town01': 'London' })
    assert.match(again.headers.get('location') ?? '', /\/endings\//)
    const large = await press(visitor, small, 'back', { 'f.town01': 'y'.repeat(30_000) })
    assert.equal(large.status, 503)
    await inWorkspace(creator.workspaceId, 'delete from response_sessions where length(token_hash) < 3')
    assert.equal((await press(visitor, first, 'next', { 'f.name01': 'y'.repeat(30_000) })).status, 303)
  })

  test('begins with the first page turn: a token of 160 bits, kept as its hash, for a day, without a cookie', async ({
    assert,
  }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name'),
      pageBreak('second'),
      textBlock('town01', 'Town'),
    ])
    const { visitor, slug, creator } = form
    const sessions = () =>
      inWorkspace<{ token_hash: string; hours: number }>(
        creator.workspaceId,
        `select token_hash, extract(epoch from expires_at - now())::float8 / 3600 as hours from response_sessions`,
      )
    const first = await open(visitor, `/forms/${slug}`)
    assert.deepEqual(await sessions(), [])
    const turned = await press(visitor, first, 'next', { 'f.name01': 'Ada' })
    assert.isNull(turned.headers.get('set-cookie'))
    const token = /\/responses\/([\w-]+)\/second$/.exec(turned.headers.get('location') ?? '')?.[1] ?? ''
    assert.lengthOf(Buffer.from(token, 'base64url'), 20)
    const [session, ...others] = await sessions()
    assert.lengthOf(others, 0)
    assert.equal(session.token_hash, createHash('sha256').update(token).digest('hex'))
    assert.closeTo(session.hours, 24, 0.1)
    const page = await visitor.get(turned.headers.get('location') ?? '', HTML)
    assert.equal(page.headers.get('cache-control'), 'no-store')
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer')

    await inWorkspace(
      creator.workspaceId,
      `update response_sessions set expires_at = now() - interval '1 second'`,
    )
    const late = await visitor.get(turned.headers.get('location') ?? '', HTML)
    assert.equal(late.status, 404)
    assert.include(late.text, 'kept for 24 hours')
    assert.equal((await press(visitor, await open(visitor, `/forms/${slug}`), 'next')).status, 303)
  })

  test('what was shown and is not posted was emptied; what is on other pages was not', async ({ assert }) => {
    const form = await publishedForm([
      choice('many01', { settings: { ...choice('many01').settings, multiple: true } }),
      textBlock('name01', 'Name'),
      pageBreak('second'),
      textBlock('town01', 'Town'),
    ])
    const first = await open(form.visitor, `/forms/${form.slug}`)
    const second = await turn(form.visitor, first, 'next', [
      ['f.many01', 'red'],
      ['f.many01', 'blue'],
      ['f.name01', 'Ada'],
    ])
    const again = await turn(form.visitor, second, 'back', { 'f.town01': 'London' })
    assert.lengthOf(again.html.match(/ checked/g) ?? [], 2)
    // both boxes unticked: browsers send nothing of them
    const forth = await turn(form.visitor, again, 'next', { 'f.name01': 'Ada' })
    assert.include(forth.html, 'value="London"')
    const sent = await press(form.visitor, forth, 'send', { 'f.town01': 'London' })
    assert.match(sent.headers.get('location') ?? '', /\/endings\//)
    assert.deepEqual(await answers(form.creator.workspaceId), [{ name01: 'Ada', town01: 'London' }])
  })

  test('an answer that brings up a question on its page: the page again, a notice, the focus there', async ({
    assert,
  }) => {
    const form = await publishedForm([
      choice('colour', { required: true }),
      textBlock('why001', 'Why?', {
        required: true,
        state: 'hidden',
        rules: [{ when: when('colour', 'red'), do: 'show' }],
      }),
      pageBreak('second'),
      textBlock('town01', 'Town'),
    ])
    const first = await open(form.visitor, `/forms/${form.slug}`)
    assert.notInclude(first.html, 'name="f.why001"')
    const shown = await turn(form.visitor, first, 'next', { 'f.colour': 'red' })
    assert.match(shown.address, /\/start$/)
    assert.include(shown.html, 'brought up another question')
    assert.notInclude(shown.html, 'needs a look')
    assert.match(shown.html, /<div(?=[^>]* id="b-why001")(?=[^>]* autofocus)[^>]*>/i)
    // said once: not when the page is come to again
    const wrong = await press(form.visitor, shown, 'next', { 'f.colour': 'red', 'f.why001': '' })
    assert.equal(wrong.status, 422)
    assert.notInclude(drawn(wrong.text), 'brought up')
    const onward = await turn(form.visitor, shown, 'next', { 'f.colour': 'red', 'f.why001': 'Because' })
    assert.match(onward.address, /\/second$/)
  })

  test('an answer that opens a question that could not be answered before brings it up, too', async ({
    assert,
  }) => {
    const form = await publishedForm([
      choice('colour', { required: true }),
      textBlock('why001', 'Why?', {
        state: 'disabled',
        rules: [{ when: when('colour', 'red'), do: 'enable' }],
      }),
    ])
    const first = await open(form.visitor, `/forms/${form.slug}`)
    const shown = await turn(form.visitor, first, 'send', { 'f.colour': 'red' })
    assert.include(shown.html, 'brought up another question')
    const sent = await press(form.visitor, shown, 'send', { 'f.colour': 'red', 'f.why001': 'Because' })
    assert.match(sent.headers.get('location') ?? '', /\/endings\//, sent.text)
    assert.deepEqual(await answers(form.creator.workspaceId), [{ colour: 'red', why001: 'Because' }])
  })

  test('a question that came up beside a problem was seen: it is not brought up again', async ({
    assert,
  }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name', { required: true }),
      choice('colour'),
      choice('why001', { state: 'hidden', rules: [{ when: when('colour', 'red'), do: 'show' }] }),
      textBlock('what01', 'What?', {
        state: 'disabled',
        rules: [{ when: when('colour', 'red'), do: 'enable' }],
      }),
      pageBreak('second'),
      textBlock('town01', 'Town'),
    ])
    const first = await open(form.visitor, `/forms/${form.slug}`)
    const wrong = await press(form.visitor, first, 'next', { 'f.name01': '', 'f.colour': 'red' })
    assert.equal(wrong.status, 422)
    assert.include(drawn(wrong.text), 'name="f.why001"')
    const answered = { 'f.name01': 'Ada', 'f.colour': 'red', 'f.what01': 'This' }
    const onward = await turn(form.visitor, formIn(wrong.text), 'next', answered)
    assert.match(onward.address, /\/second$/)
    await press(form.visitor, onward, 'send')
    assert.deepEqual(await answers(form.creator.workspaceId), [
      { name01: 'Ada', colour: 'red', what01: 'This' },
    ])
  })

  test('begins on the first page that has something to see', async ({ assert }) => {
    const form = await publishedForm([
      textBlock('ref001', 'Where from', { state: 'hidden', default: { param: 'ref' } }),
      pageBreak('second'),
      textBlock('town01', 'Town', { required: true }),
      pageBreak('third1'),
      textBlock('last01', 'Last'),
    ])
    for (const query of ['', '?ref=news']) {
      const page = await open(form.visitor, `/forms/${form.slug}${query}`)
      assert.include(drawn(page.html), 'name="f.town01"')
      assert.include(drawn(page.html), 'Page 1 of 2')
      assert.notInclude(drawn(page.html), 'value="back"')
      const wrong = await press(form.visitor, page, 'next', { 'f.town01': '' })
      assert.equal(wrong.status, 422)
      const third = await turn(form.visitor, formIn(wrong.text), 'next', { 'f.town01': 'London' })
      assert.match(third.address, /\/third1$/)
      const back = await turn(form.visitor, third, 'back')
      assert.include(back.html, 'value="London"')
    }
  })

  test('numbers are drawn as the person writes them, and mean the same when they are posted', async ({
    assert,
  }) => {
    const number = { id: 'amount', kind: 'number', v: 1, key: 'amount', label: 'Amount' }
    const form = await publishedForm(
      [
        { ...number, settings: { grouping: true, decimals: 0 }, default: { value: 1234 } },
        { ...number, id: 'share1', key: 'share', settings: {}, default: { value: 0.5 } },
        pageBreak('second'),
        textBlock('town01', 'Town'),
      ],
      { general: { title: 'Formular', language: 'de' } },
    )
    const { visitor } = form
    for (const [locale, amount, share] of [
      ['en-GB,en;q=0.9', '1,234', '0.5'],
      ['de', '1.234', '0,5'],
      ['fr-CA', '1\u00a0234', '0,5'],
      ['en-GB,en;q=0.9', '1,234', '0.5'],
    ] as const) {
      const own = { ...HTML, 'accept-language': locale }
      const asPosted = (page: PageForm) =>
        new URLSearchParams({ ...page.hidden, 'f.amount': amount, 'f.share1': share, _go: 'next' })
      const first = formIn((await visitor.get(`/forms/${form.slug}`, own)).text)
      for (const value of [amount, share]) assert.include(drawn(first.html), `value="${value}"`, locale)
      const turned = await visitor.post(first.action, asPosted(first), own)
      const second = formIn((await visitor.get(turned.headers.get('location') ?? '', own)).text)
      // Back and forth: what was read is drawn again
      const back = await visitor.post(
        second.action,
        new URLSearchParams({ ...second.hidden, _go: 'back' }),
        own,
      )
      const again = formIn((await visitor.get(back.headers.get('location') ?? '', own)).text)
      assert.include(drawn(again.html), `value="${amount}"`, locale)
      const forth = await visitor.post(again.action, asPosted(again), own)
      const last = formIn((await visitor.get(forth.headers.get('location') ?? '', own)).text)
      const sent = await visitor.post(last.action, new URLSearchParams({ ...last.hidden, _go: 'send' }), own)
      assert.match(sent.headers.get('location') ?? '', /\/endings\//, sent.text)
    }
    const same = { amount: 1234, share1: 0.5 }
    assert.deepEqual(await answers(form.creator.workspaceId), [same, same, same, same])
  })

  test('the ending is the one that was reached, with what was emptied empty', async ({ assert }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name', { default: { value: 'Ada' } }),
      textBlock('code01', 'Code', { state: 'disabled', default: { param: 'code' } }),
      {
        ...{ id: 'ending1', kind: 'ending', v: 1, settings: { title: 'Welcome, [{#name01}], {#code01}' } },
        condition: { left: { param: 'ref' }, op: 'is', right: { value: 'friend' } },
      },
      { id: 'ending2', kind: 'ending', v: 1, settings: { title: 'Who are you?' } },
    ])
    const page = await open(form.visitor, `/forms/${form.slug}?ref=friend&code=A1`)
    const sent = await press(form.visitor, page, 'send', { 'f.name01': '' })
    const shown = await form.visitor.get(sent.headers.get('location') ?? '', HTML)
    assert.include(shown.text, 'Welcome, [], A1')
    // the repeat of a program's request gets the same as well
    const more = { submission_key: randomUUID(), context: { params: { ref: 'friend', code: 'B2' } } }
    const first = await submit(form, { name01: null }, more)
    assert.equal(first.body.data.ending.texts.title, 'Welcome, [], B2')
    assert.deepEqual((await submit(form, { name01: null }, more)).body, first.body)
  })

  test('Send judges every page and leads to the first that is wrong', async ({ assert }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name', { rules: [{ when: when('colour', 'red'), do: 'require' }] }),
      pageBreak('second'),
      choice('colour'),
    ])
    const second = await turn(form.visitor, await open(form.visitor, `/forms/${form.slug}`), 'next')
    const first = await turn(form.visitor, second, 'send', { 'f.colour': 'red' })
    assert.match(first.address, /\/start$/)
    assert.include(first.html, '1 answer needs a look')
    const back = await turn(form.visitor, first, 'next', { 'f.name01': 'Ada' })
    assert.include(back.html, ' checked')
    const sent = await press(form.visitor, back, 'send', { 'f.colour': 'red' })
    assert.match(sent.headers.get('location') ?? '', /\/endings\//)
    assert.deepEqual(await answers(form.creator.workspaceId), [{ name01: 'Ada', colour: 'red' }])
  })

  test('answers of a page that is jumped over stay with the visit, and are not stored', async ({
    assert,
  }) => {
    const form = await publishedForm([
      choice('colour'),
      pageBreak('second', { rules: [{ when: when('colour', 'red'), do: 'hide' }] }),
      textBlock('town01', 'Town', { required: true }),
      pageBreak('third1'),
      textBlock('last01', 'Last'),
    ])
    const { visitor } = form
    const second = await turn(visitor, await open(visitor, `/forms/${form.slug}`), 'next', {
      'f.colour': 'blue',
    })
    const third = await turn(visitor, second, 'next', { 'f.town01': 'London' })
    const secondAgain = await turn(visitor, third, 'back')
    const first = await turn(visitor, secondAgain, 'back', { 'f.town01': 'London' })
    const over = await turn(visitor, first, 'next', { 'f.colour': 'red' })
    assert.match(over.address, /\/third1$/)
    // it is still there for who changes their mind
    const firstAgain = await turn(visitor, over, 'back')
    const shown = await turn(visitor, firstAgain, 'next', { 'f.colour': 'blue' })
    assert.include(shown.html, 'value="London"')
    const last = await turn(visitor, await turn(visitor, shown, 'back', { 'f.town01': 'London' }), 'next', {
      'f.colour': 'red',
    })
    // an address of the jumped-over page leads to where the visit is
    const skipped = await visitor.get(last.address.replace('third1', 'second'), HTML)
    assert.equal(skipped.status, 303)
    const sent = await press(visitor, last, 'send', { 'f.last01': 'Done' })
    assert.match(sent.headers.get('location') ?? '', /\/endings\//, sent.text)
    assert.deepEqual(await answers(form.creator.workspaceId), [{ colour: 'red', last01: 'Done' }])
  })
})
