import { test } from '@japa/runner'
import { richTextOf } from '@formwright/kit/rich/from_text'
import { patch, textBlock } from '#tests/functional/forms/factories'
import { HTML, open, press, publishedForm } from '#tests/functional/respond/answering'

const bold = (text: string) => ({ type: 'text', text, marks: [{ type: 'bold' }] })
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const doc = (...content: object[]) => ({ type: 'doc', content })
const reference = (address: string) => ({ type: 'reference', attrs: { address } })

/** What a program may send: more than a place allows, and what leads where nothing may. */
const FORMATTED = doc(
  { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'About' }] },
  paragraph(bold('Read'), { type: 'text', text: ' it, ' }, reference('name01')),
  paragraph(
    { type: 'text', text: 'here', marks: [{ type: 'link', attrs: { href: 'https://example.com/' } }] },
    { type: 'text', text: 'not', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] },
  ),
  {
    type: 'bulletList',
    content: [{ type: 'listItem', content: [paragraph({ type: 'text', text: 'One' })] }],
  },
  { type: 'iframe', attrs: { src: 'https://example.com' }, content: [{ type: 'text', text: '<b>x</b>' }] },
)

const DRAWN =
  '<h2>About</h2><p><strong>Read</strong> it, Ada</p>' +
  '<p><a href="https://example.com/" rel="noreferrer">here</a>not</p><ul><li><p>One</p></li></ul><p>&lt;b>x&lt;/b></p>'

test.group('Rich texts of a form', () => {
  test('are drawn without a script, in paragraphs, help and endings, with what was answered', async ({
    assert,
  }) => {
    const form = await publishedForm([
      textBlock('name01', 'Your name', { required: true }),
      { id: 'para01', kind: 'paragraph', v: 2, settings: { text: FORMATTED } },
      textBlock('city01', 'City', { help: FORMATTED }),
      { id: 'ending', kind: 'ending', v: 2, settings: { title: 'Bye', text: FORMATTED } },
    ])
    const page = await open(form.visitor, `/forms/${form.slug}`)
    // help has no headings: those are of the page
    const inHelp = DRAWN.replace('<h2>About</h2>', '<p>About</p>')
    assert.include(page.html, DRAWN.replace('Ada', ''))
    assert.include(page.html, `id="h-city01">${inHelp.replace('Ada', '')}`)
    const wrong = await press(form.visitor, page, 'send', { 'f.name01': '', 'f.city01': 'Rome' })
    assert.include(wrong.text, 'aria-describedby="h-city01"')
    const sent = await press(form.visitor, page, 'send', { 'f.name01': 'Ada' })
    const end = await form.visitor.get(sent.headers.get('location') ?? '', HTML)
    assert.include(end.text, DRAWN)
  })

  test('that were stored before, or are sent as text, are rich ones; no page tells to what they refer', async ({
    assert,
  }) => {
    const text = 'Dear {#name01},\nhello {{there}.\n\n<b>New</b>'
    const form = await publishedForm([
      textBlock('name01', 'Your name'),
      textBlock('city01', 'City', { help: text }),
      { id: 'para01', kind: 'paragraph', v: 1, settings: { text } },
      { id: 'para02', kind: 'paragraph', v: 2, settings: { text } },
      { id: 'ending', kind: 'ending', v: 1, settings: { text } },
    ])
    const { body } = await form.visitor.get<{
      data: { form: { blocks: { id: string; help?: object; settings: { text?: object } }[] } }
    }>(`/api/forms/${form.slug}/public`)
    const numbered = richTextOf(text.replace('name01', '0'))
    const texts = body.data.form.blocks.slice(1).map(({ help, settings }) => help ?? settings.text)
    assert.deepEqual(texts, [numbered, numbered, numbered, numbered])
    const page = await open(form.visitor, `/forms/${form.slug}`)
    assert.include(page.html, '<p>Dear ,<br/>hello {there}.</p><p>&lt;b>New&lt;/b></p>')
  })

  test('what is no text is refused, and says what it may be', async ({ assert }) => {
    const form = await publishedForm([textBlock('name01', 'Your name')])
    const put = (help: unknown) => {
      const content = { v: 1, settings: {}, key: 'name', label: 'Your name', help }
      return patch(form.creator, form.id, 1, [
        { op: 'put', block_id: 'name01', kind: 'text', position: 'a0', content },
      ])
    }
    for (const [help, said] of [
      [{ type: 'paragraph' }, 'Write a text, or a rich text'],
      [7, 'Write a text, or a rich text'],
      ['x'.repeat(20_001), 'A text is up to 20,000 characters long here. Shorten it.'],
    ] as const) {
      const refused = await put(help)
      assert.include(refused.text, said)
    }
  })
})
