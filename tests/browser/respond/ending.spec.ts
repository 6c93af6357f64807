import { test } from '@japa/runner'
import type { Browser, Page } from 'playwright'
import { axeFindingsInBoth } from '#tests/browser/axe'
import { block } from '#tests/browser/respond/forms'
import { type PublishedForm, publishedForm } from '#tests/functional/respond/answering'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`
const WINDOWS = [
  { width: 390, height: 840 },
  { width: 1280, height: 800 },
]
const BLOCKS = [
  block('text', 'name01', 'Name'),
  {
    id: 'ending1',
    kind: 'ending',
    v: 2,
    settings: { title: 'See you in Lisbon', url: 'https://example.com/', buttonLabel: 'See the program' },
  },
]

/** A form whose ending has a heading, a text and a button. */
function formIn(theme: string, language = 'en'): Promise<PublishedForm> {
  const appearance = { theme, size: 'md', radius: 'small', accent: '#DB2777' }
  return publishedForm(BLOCKS, { appearance, general: { language } })
}

/** Sends a form, with its script or without. */
async function sent(browser: Browser, form: PublishedForm, javaScriptEnabled: boolean): Promise<Page> {
  const context = await browser.newContext({ baseURL, javaScriptEnabled, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(`/forms/${form.slug}`)
  if (javaScriptEnabled) await page.locator('html[data-live]').waitFor({ state: 'attached' })
  await page.locator('.buttons').getByRole('button').click()
  await page.getByRole('heading', { name: 'See you in Lisbon' }).waitFor()
  return page
}

/** Where the parts of an ending stand. */
async function places(page: Page) {
  const box = async (name: string) => {
    const found = await page.locator(name).boundingBox()
    if (!found) throw new Error(`${name} is not shown`)
    return found
  }
  return {
    ending: await box('.ending'),
    title: await box('.ending h2'),
    text: await box('.ending .fw-rich'),
    button: await box('.ending a'),
  }
}

const middle = ({ x, width }: { x: number; width: number }) => Math.round(x + width / 2)

test.group('An ending as a screen of its own', () => {
  test('stands in the middle, the same with a script and without', async ({ assert, browser }) => {
    const form = await formIn('default')
    const [live, plain] = [await sent(browser, form, true), await sent(browser, form, false)]
    for (const viewport of WINDOWS) {
      await live.setViewportSize(viewport)
      await plain.setViewportSize(viewport)
      const found = await places(live)
      assert.deepEqual(found, await places(plain), `${viewport.width} px`)
      assert.isAtLeast(found.ending.height, viewport.height * 0.7)
      for (const [name, place] of Object.entries(found))
        assert.closeTo(middle(place), viewport.width / 2, 1, name)
      // the disc is over the title, in the upper half of what there is
      assert.isAbove(found.title.y - found.ending.y, 56 + 24)
      assert.isBelow(found.title.y, viewport.height / 2)
      assert.deepEqual(await axeFindingsInBoth(live), [])
    }
    await live.context().close()
    await plain.context().close()
  })

  for (const [theme, language] of [
    ['simple', 'en'],
    ['notion', 'ar'],
  ] as const)
    test(`begins where the column begins: ${theme}, ${language}`, async ({ assert, browser }) => {
      const page = await sent(browser, await formIn(theme, language), true)
      const { ending, title, text, button } = await places(page)
      const edge = ({ x, width }: { x: number; width: number }) =>
        Math.round(language === 'ar' ? x + width : x)
      for (const part of [title, text, button]) assert.equal(edge(part), edge(ending))
      await page.context().close()
    })

  test('that leads elsewhere waits for no looks; who comes back finds the form anew', async ({
    assert,
    browser,
  }) => {
    const [name, { settings, ...ending }] = BLOCKS
    const form = await publishedForm([name, { ...ending, settings: { ...settings, redirect: true } }])
    const page = await browser.newPage({ baseURL })
    await page.clock.install()
    await page.goto(`/forms/${form.slug}`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    await page.getByLabel('Name').fill('Ada')
    await page.route('**/ending_rules-*.js', () => undefined)
    // nothing leads there, so that the page stays as it was left
    await page.route('https://example.com/', (route) => route.fulfill({ status: 204 }))
    await page.clock.pauseAt(Date.now() + 60_000)
    const led = page.waitForRequest('https://example.com/')
    await page.getByRole('button', { name: 'Send' }).click()
    await led
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Send' }).waitFor()
    assert.equal(await page.getByLabel('Name').inputValue(), '')
    await page.close()
  })

  test('lets confetti fly for a moment, and none where less motion is wanted', async ({
    assert,
    browser,
  }) => {
    const festive = [
      BLOCKS[0],
      { id: 'ending1', kind: 'ending', v: 2, settings: { title: 'Done', confetti: true } },
    ]
    const form = await publishedForm(festive)
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      const context = await browser.newContext({ baseURL, reducedMotion })
      const page = await context.newPage()
      const loaded: string[] = []
      page.on('request', (request) => loaded.push(request.url()))
      await page.goto(`/forms/${form.slug}`)
      await page.locator('html[data-live]').waitFor({ state: 'attached' })
      assert.isFalse(loaded.some((url) => url.includes('confetti')))
      const came = page.waitForResponse(/confetti-.*\.js/)
      await page.locator('.buttons').getByRole('button').click()
      await page.getByRole('heading', { name: 'Done' }).waitFor()
      await came
      const paper = page.locator('canvas[aria-hidden=true]')
      if (reducedMotion === 'no-preference') {
        await paper.waitFor()
        await paper.waitFor({ state: 'detached' })
      } else {
        await page.evaluate('new Promise((done) => setTimeout(() => requestAnimationFrame(done)))')
        assert.equal(await paper.count(), 0)
      }
      await context.close()
    }
  })
})
