import { test } from '@japa/runner'
import { newForm, publish, textBlock } from '#tests/functional/forms/factories'
import { addIntegration } from '#tests/functional/integrations/factories'
import { Receiver } from '#tests/functional/integrations/receiver'
import { Author } from '#tests/functional/plugins/author'
import { Installation } from '#tests/functional/plugins/installation'
import { HTML, open, press } from '#tests/functional/respond/answering'
import { newCreator, Visitor } from '#tests/functional/visitor'

const PACKAGE = '@acme/formwright-stars'

/** A library that the field needs, and its package beside it wherever it is installed. */
const LIBRARY = { name: 'acme-star-maths', version: '1.0.0', type: 'module', exports: './maths.js' }
const MATHS = `export const hint = (most) => \`star maths up to \${most}\`\n`

/** Makes a field with a style and a library of its own, a layout block, and an integration; answers the archive. */
function makePackage(author: Author): string {
  author.kit('make', 'field', 'stars')
  author.kit('make', 'layout', 'pull-quote')
  author.kit('make', 'integration', 'gull')
  author.write('node_modules/acme-star-maths/package.json', JSON.stringify(LIBRARY))
  author.write('node_modules/acme-star-maths/maths.js', MATHS)
  author.edit('package.json', '"type"', '"dependencies": { "acme-star-maths": "1.0.0" },\n  "type"')
  author.write('fields/stars/respond.css', '.acme-stars { letter-spacing: 7px }\n')
  author.edit(
    'fields/stars/respond.tsx',
    'import type',
    "import { hint } from 'acme-star-maths'\nimport './respond.css'\nimport type",
  )
  author.edit('fields/stars/respond.tsx', 'type="text"', 'type="text" className="fw-input acme-stars"')
  author.edit(
    'fields/stars/respond.tsx',
    'placeholder={block.placeholder}',
    'placeholder={block.placeholder || hint(5)}',
  )
  author.edit(
    'fields/stars/answer.ts',
    'import type',
    "import { compilePattern } from '@formwright/kit/pattern'\nimport type",
  )
  author.edit(
    'fields/stars/answer.ts',
    'validate: (text, { maxLength }) => {',
    "validate: (text, { maxLength }) => {\n    if (compilePattern('(a+)+', true)?.test(text)) return [{ code: 'format' }]",
  )
  const said = author.kit('test')
  if (!said.includes('PASSED')) throw new Error(said)
  author.kit('build')
  return author.pack()
}

test.group('A package of plugins made outside this repository', (group) => {
  let place: Installation
  group.setup(async () => {
    const author = new Author(PACKAGE)
    try {
      const archive = makePackage(author)
      place = await Installation.make()
      place.installArchive(PACKAGE, archive)
      place.installLibrary(LIBRARY, { 'maths.js': MATHS })
    } finally {
      author.remove()
    }
    await place.build()
    await place.start()
    return () => place.remove()
  })

  test('is used with and without JavaScript, delivers, costs other pages nothing, and leaves its data behind', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const receiver = await Receiver.open()
    cleanup(() => receiver.close())
    const made = await newCreator()
    const visitor = new Visitor(place.url)
    visitor.cookies = made.visitor.cookies
    const creator = { ...made, visitor }
    const stars = { id: 'bstars', kind: 'stars', v: 1, key: 'stars', label: 'Stars', settings: {} }
    const quote = { id: 'bquote', kind: 'pull-quote', v: 1, settings: {} }
    const { form } = await newForm([quote, stars, textBlock('bname1', 'Your name')], 'Review', creator)
    await publish(creator, form.id)
    await addIntegration(creator, form, 'gull', {
      url: receiver.url,
      message: '{#bstars}',
      token: 'abcdefgh12345678',
    })

    const respondent = new Visitor(place.url)
    const plain = await open(respondent, `/forms/${form.slug}`)
    assert.include(plain.html, 'placeholder="star maths up to 5"')
    assert.include(plain.html, 'Write something here.')
    const sent = await press(respondent, plain, 'send', { 'f.bstars': 'four', 'f.bname1': 'Ada' })
    assert.match(sent.headers.get('location') ?? sent.text, /\/endings\//)

    const context = await browser.newContext({ baseURL: place.url })
    cleanup(() => context.close())
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(`/forms/${form.slug}`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    const spacing = `getComputedStyle(document.querySelector('.acme-stars')).letterSpacing`
    assert.equal(await page.evaluate(spacing), '7px')
    // what stands on a card keeps away from its frame
    const padding = `getComputedStyle(document.querySelector('.fw-pull-quote')).paddingTop`
    assert.isAbove(parseFloat(await page.evaluate(padding)), 8)
    await page.getByLabel('Stars').fill('aaa')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('input[aria-invalid=true]').waitFor()
    await page.getByLabel('Stars').fill('five')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(errors, [])
    const arrivals = await receiver.arrived(2)
    assert.sameMembers(
      arrivals.map(({ body }) => body.split('\n')[0]),
      ['four', 'five'],
    )

    // its library is in the script of pages that show it
    const scriptOf = async (slug: string) => {
      const { text } = await respondent.get(`/forms/${slug}`, HTML)
      const address = /<script type="module" src="([^"]+)"/.exec(text)?.[1] ?? ''
      return (await respondent.get(address)).text
    }
    const other = await newForm([textBlock('bname1', 'Your name')], 'Other', creator)
    await publish(creator, other.form.id)
    assert.include(await scriptOf(form.slug), 'star maths')
    // patterns are the browser's own there
    assert.notInclude(await scriptOf(form.slug), 'unsupported Perl syntax')
    assert.notInclude(await scriptOf(other.form.slug), 'star maths')

    await place.stop()
    place.removePackage(PACKAGE)
    await place.build()
    await place.start()
    const gone = await respondent.get(`/forms/${form.slug}`, HTML)
    assert.equal(gone.status, 200)
    assert.notInclude(gone.text, 'name="f.bstars"')
    const table = await creator.visitor.get(`/api/forms/${form.id}/submissions`)
    for (const answer of ['four', 'five']) assert.include(table.text, answer)
    await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: place.url })))
    await page.goto(`/forms/${form.slug}/edit`)
    await page
      .locator('[data-block]')
      .getByText('The block type “stars” is not installed. Its data is kept.')
      .waitFor()
  })
})
