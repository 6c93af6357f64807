import { test } from '@japa/runner'
import type { Browser, Locator, Page } from 'playwright'
import { countShifts, shiftsOf } from '#tests/browser/layout_shift'
import { formOfEveryKind } from '#tests/browser/respond/every_kind'
import { signIn } from '#tests/browser/shell/signed_in'
import { newForm } from '#tests/functional/forms/factories'
import { submit } from '#tests/functional/respond/answering'
import { type Creator, Visitor } from '#tests/functional/visitor'

const MOST = 0.02
const ANSWERS = {
  name01: 'Ada',
  colour: 'red',
  grid01: { 'row-1': 'column-1' },
  people: [{}],
}

/** A screen: where it is, and what is on it once it is all there. */
type Screen = [path: string, there: (page: Page) => Locator]
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name }).first()
const button = (name: string) => (page: Page) => page.getByRole('button', { name }).first()

/** How much moves by itself on each screen that is opened with nothing in the cache; what moves too much. */
async function restless(
  browser: Browser,
  width: number,
  creator: Creator | undefined,
  screens: readonly Screen[],
): Promise<string[]> {
  const baseURL = new Visitor().baseUrl
  const context = await browser.newContext({ baseURL, viewport: { width, height: 844 } })
  if (creator) await signIn(context, creator)
  const faults: string[] = []
  for (const [path, there] of screens) {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    await countShifts(page)
    await page.goto(path)
    await there(page).waitFor()
    await page.waitForLoadState('networkidle')
    const shifted = await shiftsOf(page)
    if (shifted >= MOST) faults.push(`${path}: ${shifted}`)
    await page.close()
  }
  await context.close()
  return faults
}

test.group('Nothing on a screen moves by itself', () => {
  for (const width of [1280, 390]) {
    test(`before signing in: ${width} px`, async ({ assert, browser }) => {
      const screens: Screen[] = [
        ['/', (page) => page.frameLocator('iframe').getByRole('button', { name: 'Next' })],
        ['/login', button('Sign in')],
        ['/register', button('Create account')],
        ['/setup', (page) => page.getByRole('alert')],
      ]
      assert.deepEqual(await restless(browser, width, undefined, screens), [])
    })

    test(`signed in: ${width} px`, async ({ assert, browser }) => {
      const form = await formOfEveryKind()
      await newForm(undefined, 'A draft', form.creator)
      for (let count = 0; count < 3; count += 1) {
        const sent = await submit(form, ANSWERS)
        if (sent.status !== 201) throw new Error(`submission: ${sent.status} ${sent.text}`)
      }
      const at = (rest: string) => `/forms/${form.slug}/${rest}`
      const screens: Screen[] = [
        ['/home', (page) => page.getByRole('link', { name: 'A draft' })],
        ['/forms/create', (page) => page.getByText('Blank form')],
        [at('edit'), (page) => page.locator('[data-block]').last()],
        [at('show/submissions'), (page) => page.getByRole('row').nth(3)],
        [at('show/integrations'), heading('Integrations')],
        [at('show/share'), (page) => page.getByRole('img', { name: /^QR code/ })],
        ['/settings/profile', heading('Sessions')],
        ['/settings/password', button('Change password')],
        ['/nothing-here', heading('Whoops')],
      ]
      assert.deepEqual(await restless(browser, width, form.creator, screens), [])
    })

    test(`what opens over the editor: ${width} px`, async ({ assert, browser, cleanup }) => {
      const { creator, slug } = await formOfEveryKind()
      const { baseUrl: baseURL } = creator.visitor
      const context = await browser.newContext({ baseURL, viewport: { width, height: 844 } })
      cleanup(() => context.close())
      await signIn(context, creator)
      const page = await context.newPage()
      await countShifts(page)
      await page.goto(`/forms/${slug}/edit`)
      await page.getByRole('button', { name: 'Published', exact: true }).click()
      await page.getByRole('img', { name: /^QR code/ }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Preview' }).click()
      await page.frameLocator('iframe').getByRole('button', { name: 'Next' }).waitFor()
      // of the frame alone: a page that listens for changes may never be idle
      const preview = await (await page.locator('iframe').elementHandle())?.contentFrame()
      await preview?.waitForLoadState('networkidle')
      assert.isBelow(await shiftsOf(page), MOST)
    })
  }
})
