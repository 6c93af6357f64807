import { test } from '@japa/runner'
import type { BrowserContext, Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { formOfEveryKind } from '#tests/browser/respond/every_kind'
import { keyboardFaults } from '#tests/browser/shell/screen'
import { PHOTO } from '#tests/functional/respond/photo'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`
const THEMES = ['default', 'simple', 'notion']

/** Runs over what is seen of a page and fits; answers what it says of each. */
function ofEach(page: Page, which: string, says: string): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll(${JSON.stringify(which)})]
    .filter((one) => one.checkVisibility() && !one.closest('.unseen'))
    .flatMap((one) => {
      const style = getComputedStyle(one)
      const clear = (colour) => /, 0\\)$|transparent/.test(colour)
      const fault = (${says})(one, style, clear)
      return fault ? [fault + ': ' + one.outerHTML.slice(0, 90)] : []
    })`)
}

/** Answers some of every kind, and leaves out what is required in others. */
async function fill(page: Page): Promise<void> {
  await page.locator('html[data-live]').waitFor({ state: 'attached' })
  await page.getByLabel('Counted').fill('Ada')
  await page.getByLabel('In your words').fill('A line\n'.repeat(40))
  await page.getByRole('group', { name: 'Several' }).getByLabel('Blue').check()
  await page.getByLabel('Destination').selectOption('Red')
  await page.getByLabel('Amount').fill('12')
  for (const scale of ['Marks', 'Recommended'])
    await page.getByRole('group', { name: scale }).getByRole('radio').nth(5).check()
  await page.getByRole('group', { name: 'Known' }).getByLabel('Column 1').first().check()
  await page.getByLabel('Photo').setInputFiles(PHOTO)
  await page.getByRole('button', { name: 'Remove photo.png' }).waitFor()
  // what controls load once they are seen is there before anybody tabs through
  await page.evaluate(`(async () => {
    for (const block of document.querySelectorAll('.block')) {
      block.scrollIntoView()
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    }
  })()`)
  await page.getByRole('toolbar').waitFor()
  await page.waitForLoadState('networkidle')
}

test.group('Other ways to see a public page', (group) => {
  let context: BrowserContext
  group.each.teardown(() => context.close())

  for (const [index, theme] of THEMES.entries()) {
    test(`${theme}: forced colours, print, less motion, 400 %, from right to left`, async ({
      assert,
      browser,
    }) => {
      const form = await formOfEveryKind({ appearance: { theme } }, index > 0)
      context = await browser.newContext({
        ...{ baseURL, viewport: { width: 390, height: 844 } },
        ...{ forcedColors: 'active', reducedMotion: 'reduce', colorScheme: 'dark' },
      })
      const page = await context.newPage()
      await page.goto(`/forms/${form.slug}`)
      await fill(page)

      const framed = `(one, style, clear) => ['Bottom', 'Top'].every((side) =>
        style['border' + side + 'Style'] === 'none' || clear(style['border' + side + 'Color'])) && 'no frame'`
      const native = `(one, style) => style.appearance !== 'auto' && 'a tick of ours'`
      assert.deepEqual(
        await ofEach(page, '.fw-input, button.solid, button.quiet, .fw-file-input', framed),
        [],
      )
      assert.deepEqual(await ofEach(page, '.fw-tick', native), [])
      const lost = `(one, style) => (style.forcedColorAdjust !== 'none' || style.backgroundColor ===
        getComputedStyle(one.parentElement.querySelector(':not(:has(:checked))')).backgroundColor) && 'as any other'`
      assert.equal(await page.locator('.fw-point:has(:checked)').count(), 2)
      assert.deepEqual(await ofEach(page, '.fw-point:has(:checked)', lost), [])
      // from the top
      await page.getByRole('heading', { level: 1 }).click()
      assert.deepEqual(await keyboardFaults(page), [])
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByRole('heading', { name: '2 answers need a look' }).waitFor()
      assert.deepEqual(await ofEach(page, '.summary', framed), [])
      const wrong = '.fw-input[aria-invalid=true]'
      assert.isAbove(await page.locator(wrong).count(), 0)
      const thin = `(one, style) => style.borderBottomWidth !== '3px' && 'as one that is right'`
      assert.deepEqual(await ofEach(page, wrong, thin), [])
      assert.equal(await page.locator('.message svg').first().isVisible(), true)
      const moving = `(one, style) => style.transitionDuration.split(', ').some((time) => parseFloat(time) > 0.01)
        && 'moves'`
      assert.deepEqual(await ofEach(page, 'body *', moving), [])

      await page.emulateMedia({ forcedColors: 'none', media: 'print' })
      const pressed = `(one, style) => 'can be pressed'`
      const stuck = `(one, style) => /fixed|sticky/.test(style.position) && 'stays on each sheet'`
      assert.deepEqual(await ofEach(page, 'button, [type=file]', pressed), [])
      assert.deepEqual(await ofEach(page, 'body *', stuck), [])
      const ground = `(one, style) => style.backgroundColor`
      assert.match((await ofEach(page, 'body', ground)).join(), /^rgb\(255, 255, 255\)/)
      const hidden = `(one) => one.scrollHeight > one.clientHeight && 'is printed in part'`
      assert.deepEqual(await ofEach(page, 'textarea', hidden), [])
      await page.getByText('photo.png').waitFor()
      const ticked = `(one, style, clear) =>
        (style.printColorAdjust !== 'exact' || clear(style.backgroundColor)) && 'its tick is not printed'`
      assert.deepEqual(await ofEach(page, '.fw-tick:checked', ticked), [])

      await page.emulateMedia({ media: 'screen' })
      await page.emulateMedia({ contrast: 'more' })
      const grey = `(one, style) => style.color !== getComputedStyle(document.body).color && 'is grey'`
      assert.deepEqual(await ofEach(page, '.help, .fw-counter, .description, .fw-limits', grey), [])
      await page.emulateMedia({ contrast: 'no-preference' })
      await page.setViewportSize({ width: 320, height: 640 })
      const across = `(one) => one.scrollWidth > one.clientWidth && 'wider than the window'`
      assert.deepEqual(await ofEach(page, 'html', across), [])
      const cut = `(one, style) => style.overflowX !== 'visible' && one.matches(':not(input, svg, select)')
        && one.scrollWidth > one.clientWidth && 'is cut'`
      assert.deepEqual(await ofEach(page, 'main *', cut), [])

      const general = { title: 'استمارة', description: '', language: 'ar' }
      const arabic = await formOfEveryKind({ appearance: { theme }, general }, index > 0)
      await page.goto(`/forms/${arabic.slug}`)
      await page.locator('html[data-live]').waitFor({ state: 'attached' })
      await page.getByRole('button', { name: 'التالي' }).click()
      await page.locator('.message').first().waitFor()
      assert.deepEqual(await ofEach(page, 'html', across), [])
      const left = `(one, style) => style.textAlign !== 'right' && 'stands at the wrong edge'`
      assert.deepEqual(await ofEach(page, 'h1, h2, h3, .label, .help, .message', left), [])
      assert.deepEqual(await axeFindings(page), [])
    })
  }
})
