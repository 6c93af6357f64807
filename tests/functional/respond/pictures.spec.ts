import { test } from '@japa/runner'
import { textBlock } from '#tests/functional/forms/factories'
import { HTML, publishedForm } from '#tests/functional/respond/answering'

const SRC = `/media/00000000-0000-4000-8000-000000000000/${'a'.repeat(64)}`
const PICTURE = { src: SRC, name: 'a.png', type: 'image/png', size: 1, width: 100, height: 50 }

const image = (id: string, caption: string) => ({
  ...{ id, kind: 'image', v: 1, key: id },
  settings: { picture: PICTURE, alt: id, caption },
})

test.group('Pictures on a page', () => {
  test('only the first is loaded at once, and one without a caption has none', async ({ assert }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name'),
      image('first1', ''),
      image('second', 'The way'),
      image('third1', ''),
    ])
    const page = await form.visitor.get(`/forms/${form.slug}`, HTML)
    assert.deepEqual(page.text.match(/<figcaption.*?<\/figcaption>/g), [
      '<figcaption class="text">The way</figcaption>',
    ])
    const pictures = page.text.match(/<img [^>]*>/g) ?? []
    assert.deepEqual(
      pictures.map((picture) => picture.includes('loading="lazy"')),
      [false, true, true],
    )
  })
})
