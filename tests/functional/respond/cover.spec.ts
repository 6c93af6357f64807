import { test } from '@japa/runner'
import { DRAWN_COVERS } from '#engine/document/cover'
import { emptySettings } from '#engine/document/document'
import { newForm, patch, publish, revisionOf, textBlock } from '#tests/functional/forms/factories'
import { changeSettings, formIn, HTML, press } from '#tests/functional/respond/answering'
import { type Creator, Visitor } from '#tests/functional/visitor'

const SRC = `/media/00000000-0000-4000-8000-000000000000/${'a'.repeat(64)}`
const PICTURE = { src: SRC, name: 'a.png', type: 'image/png', size: 1, width: 100, height: 50 }

async function dress(creator: Creator, form: string, look: object) {
  const content = { ...emptySettings('').appearance, ...look }
  const op = {
    op: 'put',
    block_id: 'settings.appearance',
    kind: 'settings.appearance',
    position: '',
    content,
  }
  return patch(creator, form, await revisionOf(creator, form), [op])
}

test.group('Cover and logo', () => {
  test('only the drawing that was chosen travels, in 400 bytes, and nothing where none was', async ({
    assert,
  }) => {
    const { creator, form } = await newForm()
    const page = async () => {
      await publish(creator, form.id)
      return (await creator.visitor.copy().get(`/forms/${form.slug}`)).text
    }
    const plain = await page()
    assert.notMatch(plain, /cover|logo/)
    for (const drawn of DRAWN_COVERS) {
      assert.equal((await dress(creator, form.id, { cover: { drawn } })).status, 200)
      const drawings = (await page()).match(/<div class="cover"[^>]*><svg.*?<\/svg>/g)
      assert.lengthOf(drawings ?? [], 1, drawn)
      const [drawing = ''] = drawings?.map((found) => found.replace(/^<div[^>]*>/, '')) ?? []
      assert.isAtMost(Buffer.byteLength(drawing), 400, drawn)
    }
  })

  test('a picture stands where its focal point is seen, on every page and over the ending', async ({
    assert,
  }) => {
    const { creator, form } = await newForm([
      textBlock('name01', 'Name'),
      { id: 'page02', kind: 'page-break', v: 1, settings: {} },
      textBlock('town01', 'Town'),
    ])
    const look = { cover: { picture: PICTURE, x: 20, y: 70 }, logo: { picture: PICTURE, alt: 'Acme' } }
    assert.equal((await dress(creator, form.id, look)).status, 200)
    await publish(creator, form.id)
    const visitor = new Visitor()
    const led = async (reply: { headers: Headers }) => visitor.get(reply.headers.get('location') ?? '', HTML)
    const first = await visitor.get(`/forms/${form.slug}`, HTML)
    const second = await led(await press(visitor, formIn(first.text), 'next'))
    const ending = await led(await press(visitor, formIn(second.text), 'send'))
    for (const { text, headers } of [first, second, ending]) {
      assert.match(
        text,
        new RegExp(`<div class="cover" aria-hidden="true"><img src="${SRC}" alt(="")?/></div>`),
      )
      assert.include(text, '.cover img{object-position:20% 70%}')
      assert.match(text, new RegExp(`<img class="logo" src="${SRC}" alt="Acme" width="100" height="50"/>`))
      assert.match(headers.get('content-security-policy') ?? '', /img-src 'self' data:/)
    }
  })

  test('a logo says nothing of a form before its password is known', async ({ assert }) => {
    const { creator, form } = await newForm()
    const look = { logo: { picture: PICTURE, alt: 'Acme' } }
    assert.equal((await dress(creator, form.id, look)).status, 200)
    await publish(creator, form.id)
    await changeSettings(creator, form.id, { password: 'open sesame' })
    const { status, text } = await new Visitor().get(`/forms/${form.slug}`, HTML)
    assert.equal(status, 401)
    assert.match(text, /<img class="logo" src="[^"]+" alt(="")? width/)
    assert.notInclude(text, 'Acme')
  })

  test('what is no cover is refused with a sentence', async ({ assert }) => {
    const { creator, form } = await newForm()
    for (const look of [
      { cover: { drawn: 'clouds' } },
      { cover: { picture: { ...PICTURE, src: 'https://elsewhere.example/a.png' }, x: 1, y: 1 } },
      { cover: { picture: PICTURE, x: 101, y: 1 } },
      { cover: { picture: PICTURE } },
      { logo: { picture: { ...PICTURE, type: 'text/html' } } },
    ]) {
      const { status, body } = await dress(creator, form.id, look)
      assert.equal(status, 422, JSON.stringify(look))
      for (const message of Object.values(body.errors).flat()) assert.match(message, /^[“A-Z].*\.$/)
    }
  })
})
