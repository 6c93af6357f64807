import { test } from '@japa/runner'
import { takePlaces } from '#app/http/load_shedding'
import { publish, textBlock } from '#tests/functional/forms/factories'
import {
  changeSettings,
  HTML,
  open,
  type PageForm,
  type PublishedForm,
  press,
  publishedForm,
  submit,
} from '#tests/functional/respond/answering'
import { PNG } from '#tests/functional/respond/photo'
import { countRows } from '#tests/functional/place'
import { pressOn, written } from '#tests/functional/respond/given_back'
import { inWorkspace } from '#tests/functional/respond/rows'

const COLOUR = {
  id: 'colour',
  kind: 'select',
  v: 1,
  key: 'colour',
  label: 'Your colour',
  settings: { options: [{ id: 'opt-1', label: 'Deep blue' }] },
}
const PAPER = { id: 'paper1', kind: 'file', v: 1, key: 'paper', label: 'Paper', settings: {} }
const PAGE_BREAK = { id: 'second', kind: 'page-break', v: 1, settings: {} }
const POEM = 'Roses are <b>red</b>\n& "violets" blue'

/** A filled-in page with a photo, as browsers send it. */
function multipart(page: PageForm): FormData {
  const body = new FormData()
  for (const [name, value] of Object.entries(page.hidden)) body.append(name, value)
  body.append('f.name01', 'Ada')
  body.append('f.paper1', new File([PNG], 'photo.png'))
  body.append('_go', 'send')
  return body
}

async function change(form: PublishedForm, access: Record<string, unknown>): Promise<void> {
  await changeSettings(form.creator, form.id, { access })
  await publish(form.creator, form.id)
}

const answersOf = (form: PublishedForm) =>
  inWorkspace<{ answers: unknown }>(
    form.creator.workspaceId,
    'select answers from submissions order by received_at, id',
  )

test.group('What was written without JavaScript comes back with the refusal', () => {
  test('closed, not open yet, full: question and answer to copy, and the button sends it once it is open', async ({
    assert,
  }) => {
    const form = await publishedForm([
      textBlock('poem01', 'Your poem'),
      COLOUR,
      textBlock('secret', 'PIN', { settings: { secret: true } }),
    ])
    const entries = { 'f.poem01': POEM, 'f.colour': 'opt-1', 'f.secret': '1234' }
    const shown = { 'Your poem': POEM, 'Your colour': 'Deep blue', PIN: 'Not shown' }
    const page = await open(form.visitor, `/forms/${form.slug}`)
    const refusedWith = async (status: number, title: string) => {
      const refused = await press(form.visitor, page, 'send', entries)
      assert.equal(refused.status, status, refused.text)
      assert.include(refused.text, `<h1>${title}</h1>`)
      assert.deepEqual(written(refused.text), shown)
      assert.equal(refused.headers.get('cache-control'), 'no-store')
      return refused.text
    }
    await change(form, { opensAt: '2999-01-01T00:00:00.000Z' })
    await refusedWith(403, 'This form is not open yet')
    await change(form, { opensAt: undefined, maxSubmissions: 1 })
    await submit(form, { poem01: 'first' })
    await refusedWith(409, 'This form is full')
    await change(form, { maxSubmissions: undefined })
    await form.creator.visitor.post(`/api/forms/${form.id}/closure`)
    const closed = await refusedWith(410, 'This form is closed')
    // still closed: nothing is lost by trying
    const again = await pressOn(form.visitor, closed)
    assert.equal(again.status, 410)
    assert.deepEqual(written(again.text), shown)
    await form.creator.visitor.delete(`/api/forms/${form.id}/closure`)
    const sent = await pressOn(form.visitor, again.text)
    assert.match(sent.headers.get('location') ?? '', /\/endings\//, sent.text)
    assert.deepEqual((await answersOf(form))[1]?.answers, {
      poem01: POEM,
      colour: 'opt-1',
      secret: '1234',
    })
  })

  test('very many are drawn one page at a time, for which eight wait', async ({ assert }) => {
    const form = await publishedForm([textBlock('poem01', 'Your poem')])
    const page = await open(form.visitor, `/forms/${form.slug}`)
    await form.creator.visitor.post(`/api/forms/${form.id}/closure`)
    const send = async (texts: number) => {
      const entries = Array.from({ length: texts }, (_, n): [string, string] => ['f.poem01', `line ${n}`])
      return (await press(form.visitor, page, 'send', entries)).status
    }
    const leave = takePlaces([{ of: 'refusals of many answers', most: 1 }])
    const many = Array.from({ length: 9 }, () => send(1_001))
    assert.equal(await Promise.race(many), 503)
    assert.equal(await send(900), 410)
    leave?.()
    assert.deepEqual((await Promise.all(many)).sort(), [...Array<number>(8).fill(410), 503])
  })

  test('those of earlier pages too, also when the next page is only looked at', async ({ assert }) => {
    const form = await publishedForm([textBlock('name01', 'Name'), PAGE_BREAK, textBlock('town01', 'Town')])
    const first = await open(form.visitor, `/forms/${form.slug}`)
    const turned = await press(form.visitor, first, 'next', { 'f.name01': 'Ada' })
    const address = turned.headers.get('location') ?? ''
    const second = await open(form.visitor, address)
    await form.creator.visitor.post(`/api/forms/${form.id}/closure`)
    const looked = await form.visitor.get(address, HTML)
    assert.equal(looked.status, 410)
    assert.deepEqual(written(looked.text), { Name: 'Ada' })
    const refused = await press(form.visitor, second, 'send', { 'f.town01': 'London' })
    assert.equal(refused.status, 410)
    assert.deepEqual(written(refused.text), { Name: 'Ada', Town: 'London' })
    await form.creator.visitor.delete(`/api/forms/${form.id}/closure`)
    const sent = await pressOn(form.visitor, refused.text)
    assert.match(sent.headers.get('location') ?? '', /\/endings\//, sent.text)
    assert.deepEqual(await answersOf(form), [{ answers: { name01: 'Ada', town01: 'London' } }])
  })

  test('a version that was taken back, a visit that is over, a form that is gone', async ({ assert }) => {
    const form = await publishedForm([textBlock('name01', 'Name'), PAGE_BREAK, textBlock('town01', 'Town')])
    const { visitor, creator } = form
    const first = await open(visitor, `/forms/${form.slug}`)
    const turned = await press(visitor, first, 'next', { 'f.name01': 'Ada' })
    const second = await open(visitor, turned.headers.get('location') ?? '')
    const over = { ...second, action: `/forms/${form.slug}/responses/nobody/second` }
    const gone = await press(visitor, over, 'send', { 'f.town01': 'London' })
    assert.equal(gone.status, 404)
    assert.deepEqual(written(gone.text), { Town: 'London' })
    await creator.visitor.delete(`/api/forms/${form.id}/publication`)
    // a draft again: who filled it in reads all of it, who comes from nowhere only what they sent
    const draft = await press(visitor, second, 'send', { 'f.town01': 'London' })
    assert.equal(draft.status, 404)
    assert.deepEqual(written(draft.text), { Name: 'Ada', Town: 'London' })
    const nameless = await press(visitor, first, 'next', { 'f.name01': 'Eve' })
    assert.equal(nameless.status, 404)
    assert.include(nameless.text, '<dd>Eve</dd>')
    assert.notInclude(nameless.text, '<dt>')
    await publish(creator, form.id)
    const changed = await press(visitor, second, 'send', { 'f.town01': 'London' })
    assert.equal(changed.status, 409)
    assert.include(changed.text, 'This form has changed')
    assert.deepEqual(written(changed.text), { Name: 'Ada', Town: 'London' })
    const alone = await press(visitor, first, 'next', { 'f.name01': 'Eve' })
    assert.deepEqual(written(alone.text), { Name: 'Eve' })
    await creator.visitor.delete(`/api/forms/${form.id}`)
    const deleted = await press(visitor, first, 'next', { 'f.name01': 'Eve' })
    assert.equal(deleted.status, 404)
    assert.include(deleted.text, '<dd>Eve</dd>')
    assert.notInclude(deleted.text, '<dt>')
    const later = await press(visitor, second, 'send', { 'f.town01': 'London' })
    assert.equal(later.status, 404)
    assert.deepEqual(written(later.text), { Name: 'Ada', Town: 'London' })
    const looked = await visitor.get(second.action, HTML)
    assert.equal(looked.status, 404)
    assert.deepEqual(written(looked.text), { Name: 'Ada' })
    assert.equal(await countRows(creator.workspaceId, 'submissions'), 0)
  })

  test('a new password is asked for, and the post goes on where it was', async ({ assert }) => {
    const form = await publishedForm([textBlock('name01', 'Name'), PAGE_BREAK, textBlock('town01', 'Town')])
    const { visitor } = form
    const first = await open(visitor, `/forms/${form.slug}`)
    await changeSettings(form.creator, form.id, { password: 'open sesame' })
    const asked = await press(visitor, first, 'next', { 'f.name01': 'Ada' })
    assert.equal(asked.status, 401)
    assert.notInclude(asked.text, '<dt>')
    const wrong = await pressOn(visitor, asked.text, { _password: 'open barley' })
    assert.equal(wrong.status, 401)
    assert.include(wrong.text, 'not right')
    const turned = await pressOn(visitor, wrong.text, { _password: 'open sesame' })
    assert.equal(turned.status, 303, turned.text)
    const address = turned.headers.get('location') ?? ''
    const second = await open(visitor, address)
    await changeSettings(form.creator, form.id, { password: 'another word' })
    const looked = await visitor.get(address, HTML)
    assert.equal(looked.status, 401)
    const back = await pressOn(visitor, looked.text, { _password: 'another word' })
    assert.deepEqual([back.status, back.headers.get('location')], [303, address])
    await changeSettings(form.creator, form.id, { password: 'a third word' })
    const late = await press(visitor, second, 'send', { 'f.town01': 'London' })
    assert.equal(late.status, 401)
    const sent = await pressOn(visitor, late.text, { _password: 'a third word' })
    assert.match(sent.headers.get('location') ?? '', /\/endings\//, sent.text)
    assert.deepEqual(await answersOf(form), [{ answers: { name01: 'Ada', town01: 'London' } }])
  })

  test('who comes by an address that fills something in goes on with it after the password', async ({
    assert,
  }) => {
    const form = await publishedForm([textBlock('name01', 'Name', { default: { param: 'name' } })], {
      password: 'open sesame',
    })
    const asked = await form.visitor.get(`/forms/${form.slug}?name=Ada`, HTML)
    const let_in = await pressOn(form.visitor, asked.text, { _password: 'open sesame' })
    assert.equal(let_in.headers.get('location'), `/forms/${form.slug}?name=Ada`)
  })

  test('files that were refused unread are to be chosen again: the page says so before it is sent', async ({
    assert,
  }) => {
    const form = await publishedForm([textBlock('name01', 'Name'), PAPER])
    const { visitor } = form
    const page = await open(visitor, `/forms/${form.slug}`)
    await changeSettings(form.creator, form.id, { password: 'open sesame' })
    const body = multipart(page)
    const asked = await visitor.post(page.action, body, HTML)
    assert.equal(asked.status, 401)
    const shown = await pressOn(visitor, asked.text, { _password: 'open sesame' })
    assert.equal(shown.status, 200, shown.text)
    assert.include(shown.text, 'value="Ada"')
    assert.include(shown.text, 'Choose your files again')
    assert.equal(await countRows(form.creator.workspaceId, 'files'), 0)
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 0)
    await form.creator.visitor.post(`/api/forms/${form.id}/closure`)
    const closed = await visitor.post(page.action, body, HTML)
    assert.equal(closed.status, 410)
    assert.deepEqual(written(closed.text), { Name: 'Ada' })
    assert.include(closed.text, 'Choose your files again')
  })

  test('files that were kept go along when a full form has room again', async ({ assert }) => {
    const form = await publishedForm([textBlock('name01', 'Name'), PAPER], { access: { maxSubmissions: 1 } })
    const page = await open(form.visitor, `/forms/${form.slug}`)
    await submit(form, { name01: 'first' })
    const refused = await form.visitor.post(page.action, multipart(page), HTML)
    assert.equal(refused.status, 409)
    assert.deepEqual(written(refused.text), { Name: 'Ada', Paper: 'photo.png' })
    await change(form, { maxSubmissions: 2 })
    const sent = await pressOn(form.visitor, refused.text)
    assert.match(sent.headers.get('location') ?? '', /\/endings\//, sent.text)
    const [, second] = await answersOf(form)
    assert.containSubset(second, { answers: { name01: 'Ada', paper1: [{ name: 'photo.png' }] } })
  })

  test('guesses at a password are counted here too', async ({ assert }) => {
    const form = await publishedForm(undefined, { password: 'open sesame' })
    const asked = await form.visitor.get(`/forms/${form.slug}`, HTML)
    for (let count = 0; count < 10; count += 1)
      assert.equal((await pressOn(form.visitor, asked.text, { _password: `guess ${count}` })).status, 401)
    const late = await pressOn(form.visitor, asked.text, { _password: 'open sesame' })
    assert.equal(late.status, 429)
    assert.isAbove(Number(late.headers.get('retry-after')), 0)
  })
})
