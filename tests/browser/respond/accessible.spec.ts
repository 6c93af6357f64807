import { test } from '@japa/runner'
import type { BrowserContext, Page } from 'playwright'
import { axeFindings, axeFindingsInBoth } from '#tests/browser/axe'
import { countShifts, shiftsOf } from '#tests/browser/layout_shift'
import { publishedForm } from '#tests/functional/respond/answering'
import { everyKind } from '#tests/browser/respond/every_kind'
import { block, journey } from '#tests/browser/respond/forms'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`

/** True when something is wider than the window. */
function overflows(page: Page): Promise<boolean> {
  return page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth')
}

test.group('Everyone can use the page', (group) => {
  let context: BrowserContext
  let page: Page
  const make = async (
    testContext: { browser: { newContext(options: object): Promise<BrowserContext> } },
    options: object,
  ) => {
    context = await testContext.browser.newContext({ baseURL, ...options })
    page = await context.newPage()
  }
  group.each.teardown(() => context.close())

  for (const theme of ['default', 'simple', 'notion']) {
    test(`${theme}, at 390 px, light and dark: open, wrong, second page`, async ({ assert, browser }) => {
      const form = await publishedForm(everyKind, {
        appearance: { theme, size: 'md', radius: 'full', accent: '#FDE047' },
      })
      await make({ browser }, { viewport: { width: 390, height: 800 }, reducedMotion: 'reduce' })
      await countShifts(page)
      await page.goto(`/forms/${form.slug}`)
      await page.locator('html[data-live]').waitFor({ state: 'attached' })
      assert.isBelow(await shiftsOf(page), 0.02)
      await page.getByText('* required', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Add another' }).click()
      await page.getByRole('group', { name: 'Person 2' }).waitFor()
      assert.deepEqual(await axeFindingsInBoth(page), [])
      assert.isFalse(await overflows(page))
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByRole('heading', { name: 'answers need a look' }).waitFor()
      assert.deepEqual(await axeFindingsInBoth(page), [])
      assert.isFalse(await overflows(page))
      // of a group it stands between the question and what can be chosen; the list names the question alone
      await page.locator('fieldset > .messages + .fw-choices').first().waitFor()
      await page.getByRole('listitem').getByText('Colour', { exact: true }).waitFor()
      await page.getByRole('textbox', { name: 'Name (required)' }).fill('Ada')
      await page.getByRole('group', { name: 'Colour' }).getByLabel('Blue').check()
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByRole('heading', { name: 'More' }).waitFor()
      await page.getByRole('img', { name: 'Page 2 of 2' }).waitFor()
      await page.getByText('* required', { exact: true }).waitFor({ state: 'hidden' })
      assert.deepEqual(await axeFindingsInBoth(page), [])
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('heading', { name: 'Thank you' }).waitFor()
      assert.deepEqual(await axeFindingsInBoth(page), [])
    })
  }

  for (const theme of ['default', 'simple', 'notion']) {
    test(`${theme}: words without end and 60 options fit, at 400 % too`, async ({ assert, browser }) => {
      const word = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(3)
      const options = Array.from({ length: 60 }, (_, index) => ({
        id: `o${index}`,
        label: `${word} ${index}`,
      }))
      const affix = word.slice(0, 20)
      const form = await publishedForm(
        [
          block('text', 'name01', word, {
            required: true,
            help: `https://example.com/${word}`,
            width: '1/4',
          }),
          block('select', 'colour', word, { settings: { options, other: true } }),
          block('select', 'land01', word, { settings: { options, appearance: 'dropdown' } }),
          block('number', 'amount', word, { settings: { prefix: affix, suffix: affix } }),
          block('calculation', 'total1', word, { settings: { formula: `"${word}"`, type: 'text' } }),
        ],
        {
          general: { title: word, description: word, language: 'en' },
          appearance: { theme, size: 'lg', radius: 'full', accent: '#3B82F6' },
        },
      )
      await make({ browser }, { viewport: { width: 1280, height: 1024 } })
      await page.goto(`/forms/${form.slug}`)
      await page.locator('html[data-live]').waitFor({ state: 'attached' })
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('heading', { name: 'needs a look' }).waitFor()
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 800 })
        assert.isFalse(await overflows(page), `${width}`)
      }
    })
  }

  test('without JavaScript, and from right to left', async ({ assert, browser }) => {
    const form = await journey({ general: { title: 'استمارة', language: 'ar' } })
    await make({ browser }, { viewport: { width: 390, height: 800 } })
    await page.route('**/*.js', (route) => route.abort())
    await page.goto(`/forms/${form.slug}`)
    assert.equal(await page.locator('html').getAttribute('dir'), 'rtl')
    // letters that are joined stay so
    const spacing = `getComputedStyle(document.querySelector('h1')).letterSpacing`
    assert.include(['0px', 'normal'], await page.evaluate(spacing))
    // words of a script that runs the other way stand at the page's own edge all the same
    const [label] = await page.evaluate<string[]>(
      '[getComputedStyle(document.querySelector(".label")).textAlign]',
    )
    assert.equal(label, 'right')
    // what is required bears its star behind it, as the page is read, whatever it is written in
    const [star, words] = [page.locator('.label > .star'), page.locator('.label > .text')]
    const [mark, text] = [await star.boundingBox(), await words.boundingBox()]
    assert.isAtMost((mark?.x ?? 0) + (mark?.width ?? 0), (text?.x ?? 0) + 1)
    await page.getByRole('button', { name: 'التالي' }).click()
    await page.getByRole('heading', { level: 2 }).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    assert.isFalse(await overflows(page))
  })
})
