import { test } from '@japa/runner'
import type { BrowserContext, Page } from 'playwright'
import { countShifts, shiftsOf } from '#tests/browser/layout_shift'
import { everyKind, formOfEveryKind, LOOK } from '#tests/browser/respond/every_kind'
import { publishedForm, submit } from '#tests/functional/respond/answering'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`
const MOST = 0.02
const THEMES = ['default', 'simple', 'notion']

/** Where each question stands, and how high it is; text that is only read to people stands nowhere. */
function places(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('header, .block, .fw-choices > *, .buttons')]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.id || one.className, ...['x', 'y', 'width', 'height'].map((side) =>
      Math.round(one.getBoundingClientRect()[side]))].join(' '))`)
}

test.group('Nothing on a public page moves by itself', (group) => {
  let context: BrowserContext
  let page: Page
  group.each.setup(async (test) => {
    context = await test.context.browser.newContext({ baseURL, viewport: { width: 390, height: 844 } })
    page = await context.newPage()
    await countShifts(page)
    return () => context.close()
  })
  /** Opens a page with nothing in the cache, and waits for all it loads. */
  const open = async (path: string) => {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }

  for (const [index, theme] of THEMES.entries()) {
    test(`${theme}: every kind stands where the server drew it, on each page and over the ending`, async ({
      assert,
    }) => {
      const form = await formOfEveryKind({ appearance: { theme } }, index > 0)
      const still = async (when: string) => assert.isBelow(await shiftsOf(page), MOST, when)
      await page.route('**/*.js', (route) => route.abort())
      await open(`/forms/${form.slug}`)
      await still('without the script')
      const drawn = await places(page)
      assert.isAbove(drawn.length, everyKind.length)
      await page.unroute('**/*.js')
      await open(`/forms/${form.slug}`)
      await page.locator('html[data-live]').waitFor({ state: 'attached' })
      assert.deepEqual(await places(page), drawn)
      await still('live')

      await page.getByRole('textbox', { name: 'Name (required)' }).fill('Ada')
      await page.getByRole('group', { name: 'Colour' }).getByLabel('Red').check()
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByRole('heading', { name: 'More' }).waitFor()
      await page.waitForLoadState('networkidle')
      await still('on the second page')
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('heading', { name: 'Thank you' }).waitFor()
      await still('over the ending')
    })
  }

  test('a drawn cover; a page without JavaScript; its ending', async ({ assert }) => {
    const form = await publishedForm(undefined, { appearance: { ...LOOK, cover: { drawn: 'hills' } } })
    await page.route('**/*.js', (route) => route.abort())
    await open(`/forms/${form.slug}`)
    assert.isBelow(await shiftsOf(page), MOST, 'page')
    await page.getByRole('textbox', { name: 'Name (required)' }).fill('Ada')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    await page.waitForLoadState('networkidle')
    assert.isBelow(await shiftsOf(page), MOST, 'ending')
  })

  test('who comes back finds what was typed, and a word of it under the page', async ({ assert }) => {
    const form = await publishedForm()
    await open(`/forms/${form.slug}`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    await page.getByRole('textbox', { name: 'Name (required)' }).fill('Ada')
    await page.reload()
    await page.getByText('We kept what you had typed').waitFor()
    assert.isBelow(await shiftsOf(page), MOST)
    await page.getByRole('button', { name: 'Start over' }).click()
    await page.getByText('We kept what you had typed').waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('textbox', { name: 'Name (required)' }).inputValue(), '')
  })

  test('pages that are no form', async ({ assert }) => {
    const full = await publishedForm(undefined, { access: { maxSubmissions: 1 } })
    await submit(full, { name01: 'Ada' })
    const secret = await publishedForm(undefined, { password: 'open sesame' })
    const early = await publishedForm(undefined, { access: { opensAt: '2999-01-01T00:00:00.000Z' } })
    const closed = await publishedForm(undefined, { access: { closesAt: '2020-01-01T00:00:00.000Z' } })
    for (const slug of [full.slug, secret.slug, early.slug, closed.slug, 'no-such-form']) {
      await open(`/forms/${slug}`)
      assert.isBelow(await shiftsOf(page), MOST, slug)
    }
  })
})
