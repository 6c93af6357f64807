import { createHash } from 'node:crypto'
import { test } from '@japa/runner'
import { textBlock } from '#tests/functional/forms/making'
import { inWorkspace } from '#tests/functional/respond/rows'
import { HTML, open, type PageForm, press, publishedForm } from '#tests/functional/respond/answering'
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
