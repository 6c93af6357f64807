import { test } from '@japa/runner'
import { newForm } from '#tests/functional/forms/factories'
import { LOOK } from '#tests/browser/respond/every_kind'
import { changeSettings, HTML } from '#tests/functional/respond/answering'

const OWN = {
  earlyText: 'Doors open soon.',
  closedText: 'Write to us\nuntil May.',
  fullText: 'All seats are gone.',
}
const BANNER = 'Preview. Nothing is stored.'

/** What stands on a page: its heading and its paragraphs. */
const told = (html: string) =>
  [...html.matchAll(/<(?:h1|p)(?: class="(?:of|text)")?>(.*?)<\/(?:h1|p)>/gs)].map(([, text = '']) =>
    text.replace(/<[^>]*>/g, ''),
  )

test.group('Previews of what a form says while nobody can answer it', () => {
  test('show the words and the look of the draft, before anything is published', async ({ assert }) => {
    const { creator, form } = await newForm([])
    const preview = (state: string, headers: Record<string, string> = HTML) =>
      creator.visitor.get(`/forms/${form.slug}/preview/${state}`, headers)
    await changeSettings(creator, form.id, { general: { title: 'Board meeting' } })
    const ours = await preview('full')
    assert.equal(ours.status, 200)
    assert.deepEqual(told(ours.text), [
      'Board meeting',
      'This form is full',
      'It has received all the answers it can take. Yours could not be added.',
    ])
    // no time is made up where none is set
    assert.deepEqual(told((await preview('early')).text), ['Board meeting', 'This form is not open yet'])

    const appearance = { ...LOOK, accent: '#0d9488', css: '.state { padding: 3px }' }
    const access = { ...OWN, opensAt: '2099-05-01T10:00:00Z', closesAt: '2099-06-01T10:00:00Z' }
    await changeSettings(creator, form.id, { access, appearance })
    const early = await preview('early')
    assert.deepEqual(told(early.text).slice(1), [
      'This form is not open yet',
      'Doors open soon.',
      'It opens on May 1, 2099 at 10:00\u00a0AM UTC.',
    ])
    for (const [state, text] of [
      ['closed', OWN.closedText],
      ['full', OWN.fullText],
    ] as const) {
      const { text: html } = await preview(state)
      assert.equal(told(html)[2], text)
      assert.include(html, 'padding:3px')
    }
    assert.include(early.text, BANNER)
    const framed = await preview('early', { 'sec-fetch-dest': 'iframe' })
    assert.notInclude(framed.text, BANNER)
    assert.include(framed.headers.get('content-security-policy') ?? '', "frame-ancestors 'self'")
    assert.equal(framed.headers.get('cache-control'), 'no-store')
    // of what has no words of its own there is none
    assert.equal((await preview('gone')).status, 404)
  })

  test('are there while the draft itself cannot be shown', async ({ assert }) => {
    const broken = {
      id: 'broken',
      kind: 'calculation',
      v: 1,
      key: 'sum',
      label: 'Sum',
      settings: { formula: '1 +' },
    }
    const { creator, form } = await newForm([broken])
    await changeSettings(creator, form.id, { access: OWN })
    const whole = await creator.visitor.get(`/forms/${form.slug}/preview`, HTML)
    assert.include(whole.text, 'cannot be shown yet')
    const { status, text } = await creator.visitor.get(`/forms/${form.slug}/preview/full`, HTML)
    assert.equal(status, 200)
    assert.equal(told(text).at(-1), OWN.fullText)
  })
})
