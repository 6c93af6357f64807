import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from '@japa/runner'
import type { CreatorField, CreatorIntegration, CreatorLayout, FieldResults } from '@formwright/kit/found'
import type { BrowserContext, Page } from 'playwright'
import { block } from '#tests/browser/respond/forms'
import { newForm, publish } from '#tests/functional/forms/factories'
import { Installation } from '#tests/functional/plugins/installation'
import { newCreator, Visitor } from '#tests/functional/visitor'

const { FAULTS }: { FAULTS: Record<string, unknown> } = await import(
  new URL('torn/faults.js', import.meta.url).href
)

const folder = (name: string) => fileURLToPath(new URL(`${name}/`, import.meta.url))

/** Names of the members that load a component. */
type Loaded<T> = {
  [M in keyof T]-?: NonNullable<T[M]> extends () => Promise<{ default: unknown }> ? M : never
}[keyof T]

/** Every component of a plugin: one that is added to it is missing here until each fault is played in it. */
const FIELD: Record<Loaded<CreatorField> | keyof FieldResults | 'live', true> = {
  respond: true,
  live: true,
  edit: true,
  Cell: true,
  Answer: true,
}
const LAYOUT: Record<Loaded<CreatorLayout>, true> = { respond: true, edit: true }
const INTEGRATION: Record<Loaded<CreatorIntegration>, true> = { settings: true }

/** What is drawn for ever: Preact does not refuse it, as React does. */
const ENDLESS = ['is drawn again for ever', 'is drawn again for ever after each time']

const STRAY = /^Something here failed: the plugin “torn” \(version 1\) failed in “edit”: torn\.$/
/** What the panel says of what comes while nobody draws it, and of what is never over. */
const SAID: Readonly<Record<string, RegExp>> = {
  'throws in a timer': STRAY,
  'throws when it is pressed': STRAY,
  'fails after it was pressed': STRAY,
  'fails later in an effect': STRAY,
  'changes what is set for ever': /^These settings cannot be shown: the plugin “torn” .* failed in “edit”: /,
  'changes what is set now and again':
    /the plugin “torn” .* failed in “edit”: it changes its settings again and again by itself/,
}

test.group('A fault in each component of a plugin', (group) => {
  let place: Installation
  let context: BrowserContext
  let page: Page
  group.setup(async () => {
    place = await Installation.make()
    place.copyField(folder('torn'))
    cpSync(folder('torn-note'), join(place.root, 'plugins/layout/torn-note'), { recursive: true })
    for (const part of ['respond', 'edit'])
      place.edit(`plugins/layout/torn-note/${part}.js`, '../torn/', '../../fields/torn/')
    const made = await place.run('ace.js', 'make:integration', 'torn-pigeon')
    if (made.code !== 0) throw new Error(made.output)
    writeFileSync(
      join(place.root, 'plugins/integrations/torn-pigeon/settings.tsx'),
      `import { tornPart } from '../../fields/torn/faults.js'
       export default tornPart('settings', () => 'Settings of its own', () => window)`,
    )
    await place.build()
    await place.start()
    return () => place.remove()
  })
  group.each.setup(async ({ context: { browser } }) => {
    context = await browser.newContext({ baseURL: place.url, viewport: { width: 1280, height: 900 } })
    page = await context.newPage()
    return () => context.close()
  })

  for (const fault of Object.keys(FAULTS)) {
    test(`the rest of each page goes on: it ${fault}`, async ({ assert }) => {
      const made = await newCreator()
      const visitor = new Visitor(place.url)
      visitor.cookies = made.visitor.cookies
      const creator = { ...made, visitor }
      const torn = (kind: string, id: string, part: string) =>
        block(kind, id, `Torn ${part}`, { settings: { torn: `${part}: ${fault}` } })
      const fields = Object.keys(FIELD).map((part) => torn('torn', `bf${part.toLowerCase()}`, part))
      const notes = Object.keys(LAYOUT).map((part) => torn('torn-note', `bn${part.toLowerCase()}`, part))
      const { form } = await newForm(
        [...fields, ...notes, block('text', 'bname1', 'Your name', { required: true })],
        'Torn',
        creator,
      )
      await publish(creator, form.id)

      await answer(page, form.slug, ENDLESS.includes(fault))

      // the creators' app
      await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: place.url })))
      await page.goto(`/forms/${form.slug}/edit`)
      for (const { id } of [...fields, ...notes])
        await page.locator(`[data-block=${id}]`).waitFor({ state: 'attached' })
      await page.locator('[data-block=bname1] [data-text]').first().click()
      await page.keyboard.type('!')
      await page
        .getByRole('status')
        .filter({ hasText: /^Saved / })
        .waitFor()
      for (const id of ['bfedit', 'bnedit']) {
        await page.locator(`[data-block=${id}]`).click({ position: { x: 5, y: 5 } })
        await page.getByRole('textbox', { name: 'Torn', exact: true }).waitFor()
        if (id !== 'bfedit') continue
        const own = page.locator('[data-setting=settings]').getByRole('button', { name: 'Press' })
        if (fault.includes('pressed')) await own.click()
        const said = SAID[fault]
        if (said) await page.getByText(said).waitFor()
      }

      await page.goto(`/forms/${form.slug}/show/submissions`)
      await page.getByRole('cell', { name: 'Ada', exact: true }).click()
      await page.getByRole('region', { name: 'Answers' }).getByText('Ada').waitFor()

      for (const part of Object.keys(INTEGRATION)) {
        await page.addInitScript(`window.torn = '${part}: ${fault}'`)
        await page.goto(`/forms/${form.slug}/show/integrations`)
        await page.getByRole('button', { name: 'Add torn pigeon' }).click()
        const dialog = page.getByRole('dialog')
        const name = dialog.getByRole('textbox', { name: 'Name' })
        await name.fill('Torn')
        await press(page)
        assert.equal(await name.inputValue(), 'Torn')
      }
    }).timeout(120_000)
  }

  test('a required question whose control draws nothing is answered in a plain input', async ({ assert }) => {
    const made = await newCreator()
    const visitor = new Visitor(place.url)
    visitor.cookies = made.visitor.cookies
    const creator = { ...made, visitor }
    const settings = { torn: 'nothing' }
    const asked = block('torn', 'bempty', 'Torn', { required: true, settings })
    const { form } = await newForm([asked], 'Empty', creator)
    await publish(creator, form.id)
    for (const javaScriptEnabled of [true, false]) {
      const other = await context.browser()?.newContext({ baseURL: place.url, javaScriptEnabled })
      const tab = await other?.newPage()
      if (!other || !tab) return assert.fail('no browser')
      await tab.goto(`/forms/${form.slug}`)
      if (javaScriptEnabled) await tab.locator('html[data-live]').waitFor({ state: 'attached' })
      await tab.getByText('This question is not working. Enter your answer here instead.').waitFor()
      await tab.getByLabel('Torn').fill('Ada')
      await tab.getByRole('button', { name: 'Send' }).click()
      await tab.getByRole('heading', { name: 'Thank you' }).waitFor()
      await other.close()
    }
  })
})

/** Whatever can be pressed that fails then. */
async function press(page: Page): Promise<void> {
  for (const one of await page.getByRole('button', { name: 'Press' }).all()) await one.click()
}

/** Answers the public page, with all that comes once it is seen, and sends it. */
async function answer(page: Page, slug: string, endless: boolean): Promise<void> {
  await page.goto(`/forms/${slug}`)
  await page.locator('html[data-live]').waitFor({ state: 'attached' })
  if (endless) await page.getByLabel('Torn respond').fill('in its place')
  await page.getByLabel('Torn Cell').fill('cell')
  await page.getByLabel('Torn Answer').fill('answer')
  await press(page)
  await page.getByLabel('Your name').fill('Ada')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
}
