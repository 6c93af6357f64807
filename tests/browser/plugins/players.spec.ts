import { test } from '@japa/runner'
import type { BrowserContext, Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { publishedForm } from '#tests/functional/respond/answering'
import { block } from '#tests/browser/respond/forms'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`
const MAP = 'https://www.openstreetmap.org/export/embed.html'
const layout = (kind: string, id: string, settings: object) => ({ id, kind, v: 1, settings })

const BLOCKS = [
  block('text', 'name01', 'Name'),
  layout('video', 'video1', { url: 'https://youtu.be/dQw4w9WgXcQ', title: 'The way to us' }),
  layout('embed', 'embed1', { url: MAP, title: 'Our place', height: 300 }),
]

test.group('Players and frames', (group) => {
  let context: BrowserContext
  group.each.teardown(() => context.close())

  /** A page on which the services answer with a word, and the hosts that it asked. */
  async function opened(
    browser: { newContext(options: object): Promise<BrowserContext> },
    options: object = {},
    blocks: object[] = BLOCKS,
  ): Promise<{ page: Page; asked: Set<string> }> {
    const form = await publishedForm(blocks)
    context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 900 }, ...options })
    const asked = new Set<string>()
    await context.route(/^https:/, (route) => {
      asked.add(new URL(route.request().url()).host)
      return route.fulfill({ contentType: 'text/html', body: '<title>It</title><h1>It plays</h1>' })
    })
    const page = await context.newPage()
    await page.goto(`/forms/${form.slug}`)
    return { page, asked }
  }

  test('load nothing foreign before somebody presses them', async ({ assert, browser }) => {
    const { page, asked } = await opened(browser)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    assert.deepEqual([...asked], [])
    assert.deepEqual(await axeFindings(page), [])

    await page.getByRole('link', { name: 'Play “The way to us”' }).press('Enter')
    await page
      .frameLocator('iframe[title="The way to us"]')
      .getByRole('heading', { name: 'It plays' })
      .waitFor()
    assert.deepEqual([...asked], ['www.youtube-nocookie.com'])
    assert.equal(await page.evaluate('document.activeElement.title'), 'The way to us')
    // what stays empty can be opened elsewhere
    const film = page.getByRole('link', { name: 'The video plays from youtu.be.' })
    assert.equal(await film.getAttribute('href'), 'https://youtu.be/dQw4w9WgXcQ')

    const height = async () => (await page.locator('#b-embed1').boundingBox())?.height
    const before = await height()
    await page.getByRole('link', { name: 'Show “Our place”' }).click()
    const frame = page.locator('iframe[title="Our place"]')
    await frame.waitFor()
    assert.equal(await height(), before)
    await page.getByRole('link', { name: 'This content comes from www.openstreetmap.org.' }).waitFor()
    assert.notInclude((await frame.getAttribute('sandbox')) ?? 'allow-top-navigation', 'allow-top-navigation')
    await page.frameLocator('iframe[title="Our place"]').getByRole('heading', { name: 'It plays' }).waitFor()
    // what is typed stays typed
    await page.getByLabel('Name').fill('Ada')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  })

  test('are links without a script; what is loaded at once is there', async ({ assert, browser }) => {
    const atOnce = layout('embed', 'embed2', { url: MAP, title: 'At once', atOnce: true })
    const { page, asked } = await opened(browser, { javaScriptEnabled: false }, [...BLOCKS, atOnce])
    const link = page.getByRole('link', { name: 'Play “The way to us”' })
    assert.equal(await link.getAttribute('href'), 'https://youtu.be/dQw4w9WgXcQ')
    await page.locator('iframe[title="At once"]').scrollIntoViewIfNeeded()
    await page.frameLocator('iframe[title="At once"]').getByRole('heading', { name: 'It plays' }).waitFor()
    assert.deepEqual([...asked], ['www.openstreetmap.org'])
  })
})
