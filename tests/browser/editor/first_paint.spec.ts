import { test } from '@japa/runner'
import { NAME_AND_CITY, newDesk } from '#tests/browser/editor/editor_page'
import { countShifts, shiftsOf } from '#tests/browser/layout_shift'
import { formOfEveryKind } from '#tests/browser/respond/every_kind'
import { signIn } from '#tests/browser/shell/signed_in'
import { slowly } from '#tests/browser/slow'

/** How high each block of the paper is: a function of the page. Those of pages out of sight are not laid out. */
const HEIGHTS = `() => [...document.querySelectorAll('[data-page] [data-block]')].flatMap((one) =>
  one.checkVisibility({ contentVisibilityAuto: true })
    ? one.dataset.block + ' ' + Math.round(one.getBoundingClientRect().height) : [])`

test.group('Editor: the first that is seen of it', () => {
  for (const width of [1280, 390]) {
    test(`over a slow network, with nothing in the cache, it is drawn at once and whole: ${width} px`, async ({
      assert,
      browser,
      cleanup,
    }) => {
      const { creator, slug } = await formOfEveryKind()
      const { baseUrl: baseURL } = creator.visitor
      const context = await browser.newContext({ baseURL, viewport: { width, height: 844 } })
      cleanup(() => context.close())
      await signIn(context, creator)
      const page = await context.newPage()
      await slowly(page)
      await countShifts(page)
      await page.addInitScript(`{
        const heights = ${HEIGHTS}
        const look = () => {
          window.first = heights()
          if (window.first.length === 0) requestAnimationFrame(look)
          else window.drawn = performance.now()
        }
        requestAnimationFrame(look)
      }`)
      await page.goto(`/forms/${slug}/edit`)
      await page.locator('[data-block]').last().waitFor()
      await page.waitForLoadState('networkidle')
      const [first, last] = await page.evaluate<string[][]>(`[window.first, (${HEIGHTS})()]`)
      assert.isAbove(first.length, 0)
      assert.deepEqual(first, last.slice(0, first.length))
      assert.isBelow(await shiftsOf(page), 0.02)
      // Panels and blocks further down ask for theirs later: when depends on how fast the machine is.
      const requests = await page.evaluate<number>(
        `performance.getEntriesByType('resource').filter((one) => one.startTime < window.drawn).length`,
      )
      assert.isAbove(requests, 0)
      assert.isAtMost(requests, 22)
    })
  }

  test('what is added later is drawn at once, too, without anything in its place before', async ({
    assert,
    browser,
  }) => {
    const { page } = await newDesk(browser, { blocks: NAME_AND_CITY })
    await page.waitForLoadState('networkidle')
    await page.evaluate(`new MutationObserver(() => {
      window.stoodIn ||= document.querySelector('[data-block] div.fw-input:empty') !== null
    }).observe(document.body, { childList: true, subtree: true })`)
    const palette = page.getByRole('complementary', { name: 'Blocks to add' })
    for (const title of ['Date', 'Matrix']) {
      await palette.getByRole('button', { name: title, exact: true }).click()
      await page.locator('[data-block]').last().locator('input:visible').first().waitFor()
    }
    assert.isFalse(await page.evaluate('window.stoodIn'))
  })
})
