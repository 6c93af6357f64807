import { test } from '@japa/runner'
import env from '#start/env'
import { publish } from '#tests/functional/forms/factories'
import { changeSettings, HTML, type PublishedForm, publishedForm } from '#tests/functional/respond/answering'
import { Visitor } from '#tests/functional/visitor'

const SRC = `/media/00000000-0000-4000-8000-000000000000/${'a'.repeat(64)}`
const PICTURE = { src: SRC, name: 'a.png', type: 'image/png', size: 1, width: 1200, height: 630 }
const LOOK = { theme: 'default', accent: '#3B82F6', size: 'md', radius: 'small' }
const GENERAL = { title: 'Board & “friends”', description: 'Two days in Lisbon.' }

const withCover = (cover: object) => ({ general: GENERAL, appearance: { ...LOOK, cover } })
const PHOTO = withCover({ picture: PICTURE, x: 50, y: 50 })

const decoded = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"')

/** What services that show links read in the page at an address of a form. */
async function told({ visitor, slug }: PublishedForm, rest = ''): Promise<Record<string, string>> {
  const { text } = await visitor.get(`/forms/${slug}${rest}`, HTML)
  const tags = text.matchAll(/<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)"/g)
  return Object.fromEntries([...tags].map(([, name = '', content = '']) => [name, decoded(content)]))
}

test.group('What is told of a link to a form', (group) => {
  group.each.setup(async () => {
    // the server knows by now which hosts it answers for
    await new Visitor().get('/health/live')
    env.set('APP_URL', 'https://forms.example.com')
    return () => env.set('APP_URL', '')
  })

  test('title, description, address and cover of a form that is open to everybody', async ({ assert }) => {
    const form = await publishedForm(undefined, PHOTO)
    const tags = {
      'og:type': 'website',
      'og:title': GENERAL.title,
      'og:description': GENERAL.description,
      'og:url': `https://forms.example.com/forms/${form.slug}`,
      'og:image': `https://forms.example.com${SRC}`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:card': 'summary_large_image',
    }
    assert.deepEqual(await told(form), tags)
    // whatever is filled in by the address, the form is the same
    assert.deepEqual(await told(form, '?name=Ada'), tags)
  })

  test('a cover that those services cannot draw is left out, and what is not there is not told', async ({
    assert,
  }) => {
    const drawn = await publishedForm(undefined, withCover({ drawn: 'hills' }))
    const without = ['og:type', 'og:title', 'og:description', 'og:url', 'twitter:card']
    assert.deepEqual(Object.keys(await told(drawn)), without)
    assert.equal((await told(drawn))['twitter:card'], 'summary')
    const vector = { picture: { ...PICTURE, type: 'image/svg+xml' }, x: 50, y: 50 }
    assert.deepEqual(Object.keys(await told(await publishedForm(undefined, withCover(vector)))), without)
    const plain = await publishedForm(undefined, { general: { title: 'Board', description: '' } })
    assert.deepEqual(Object.keys(await told(plain)), ['og:type', 'og:title', 'og:url', 'twitter:card'])
    env.set('APP_URL', '')
    const unnamed = await told(await publishedForm(undefined, PHOTO))
    assert.deepEqual(Object.keys(unnamed), ['og:type', 'og:title', 'og:description', 'twitter:card'])
  })

  test('of a form with a password nothing, also not to who has given it; nor of one that is closed', async ({
    assert,
  }) => {
    const form = await publishedForm(undefined, PHOTO)
    assert.isNotEmpty(await told(form))
    await changeSettings(form.creator, form.id, { password: 'open sesame' })
    const { text } = await form.visitor.get(`/forms/${form.slug}`, HTML)
    assert.deepEqual(await told(form), {})
    for (const secret of ['Board', GENERAL.description, SRC]) assert.notInclude(text, secret)
    const body = new URLSearchParams({ password: 'open sesame' })
    await form.visitor.post(`/forms/${form.slug}/password`, body, HTML)
    assert.include((await form.visitor.get(`/forms/${form.slug}`, HTML)).text, '<h1>Board')
    assert.deepEqual(await told(form), {})

    const closed = await publishedForm(undefined, PHOTO)
    await changeSettings(closed.creator, closed.id, { access: { closesAt: '2020-01-01T00:00:00.000Z' } })
    await publish(closed.creator, closed.id)
    assert.deepEqual(await told(closed), {})
  })
})
