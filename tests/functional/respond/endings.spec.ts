import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { textBlock } from '#tests/functional/forms/factories'
import { formIn, HTML, open, press, publishedForm, submit } from '#tests/functional/respond/answering'

const NAUGHTY = 'a&b=c #/../@evil.example/?d=é%2F\u202e\\'

function leading(settings: object) {
  return [textBlock('name01', 'Name'), { id: 'ending1', kind: 'ending', v: 2, settings }]
}

/** The answer that an address brings to its place. */
function brought(assert: { equal(a: unknown, b: unknown): void }, address: string): void {
  const url = new URL(address)
  assert.equal(url.origin, 'https://next.example')
  assert.equal(url.pathname, '/thanks')
  assert.equal([...url.searchParams].join(' | '), `name,${NAUGHTY} | from,us`)
  assert.equal(url.hash, '')
}

test.group('Addresses of endings with answers in them', () => {
  const url = 'https://next.example/thanks?name={#name01}&from=us'

  test('lead there at once, with each answer encoded', async ({ assert }) => {
    const form = await publishedForm(leading({ url, redirect: true }))
    const live = await submit(form, { name01: NAUGHTY })
    assert.equal(live.status, 201, live.text)
    brought(assert, String(live.body.data.ending.redirect))

    const path = `/forms/${form.slug}`
    const page = await open(form.visitor, path)
    const sent = await press(form.visitor, page, 'send', { 'f.name01': NAUGHTY })
    let to = sent.headers.get('location') ?? ''
    if (to.startsWith('/')) to = (await form.visitor.get(to, HTML)).headers.get('location') ?? ''
    brought(assert, to)
    const policy = (await form.visitor.get(path, HTML)).headers.get('content-security-policy') ?? ''
    assert.match(policy, /form-action 'self' https:\/\/next\.example(;|$)/)
  })

  test('stand in the button; an answer that was not given brings nothing', async ({ assert }) => {
    const form = await publishedForm(leading({ url, buttonLabel: 'Go on' }))
    const page = await open(form.visitor, `/forms/${form.slug}`)
    const pressed = await press(form.visitor, page, 'send', { 'f.name01': NAUGHTY })
    const ending = await form.visitor.get(pressed.headers.get('location') ?? '', HTML)
    const href = /<a class="fw-button" href="([^"]+)"/.exec(ending.text)?.[1] ?? ''
    brought(assert, href.replaceAll('&amp;', '&'))
    const empty = await submit(form, {})
    assert.equal(empty.body.data.ending.block?.settings.url, 'https://next.example/thanks?name=&from=us')
  })

  test('are written as the person writes who sent them, who comes back to the ending too', async ({
    assert,
  }) => {
    const money = { currency: 'EUR', decimals: 2, grouping: true }
    const form = await publishedForm([
      { ...textBlock('price1', 'Price'), kind: 'number', settings: money },
      { ...textBlock('day001', 'Day'), kind: 'date' },
      {
        ...{ id: 'ending1', kind: 'ending', v: 2 },
        settings: { title: '{#price1} until {#day001}', url: 'https://next.example/?day={#day001}' },
      },
    ])
    const german = { ...HTML, 'accept-language': 'de-DE' }
    const page = formIn((await form.visitor.get(`/forms/${form.slug}`, german)).text)
    const answers = { 'f.price1': '1234,5', 'f.day001': '2024-02-29' }
    const body = new URLSearchParams({ ...page.hidden, ...answers, _go: 'send' })
    const sent = await form.visitor.post(page.action, body, german)
    const ending = await form.visitor.get(sent.headers.get('location') ?? '', german)
    assert.include(ending.text, '1.234,50\u00a0€ until 29.02.2024')
    assert.include(ending.text, 'https://next.example/?day=29.02.2024')
    const again = { submission_key: randomUUID(), locale: 'de-DE' }
    const [first, second] = [
      await submit(form, { price1: 1234.5 }, again),
      await submit(form, { price1: 1234.5 }, again),
    ]
    assert.equal(first.body.data.id, second.body.data.id)
    assert.equal(first.body.data.ending.texts.title, '1.234,50\u00a0€ until ')
    assert.deepEqual(second.body.data.ending, first.body.data.ending)
  })
})
