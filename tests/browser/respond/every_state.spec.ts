import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { plugins } from '#app/plugins/registry'
import { axeFindings, axeFindingsInBoth, COLOURS, showIn } from '#tests/browser/axe'
import { formOfEveryKind, KINDS_IN } from '#tests/browser/respond/every_kind'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`
/** A telephone, and a window of 1,280 pixels at 400 %. */
const WIDTHS = [390, 320]

/** Shows a form of every kind, with all that comes once it is seen. */
async function show(page: Page, slug: string): Promise<void> {
  await page.goto(`/forms/${slug}`)
  await page.locator('html[data-live]').waitFor({ state: 'attached' })
  await page.evaluate(`(async () => {
    for (const block of document.querySelectorAll('.block')) {
      block.scrollIntoView()
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    }
  })()`)
  await page.waitForLoadState('networkidle')
}

/** What is wider than the window. */
function wide(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    return scrollWidth <= clientWidth ? [] : [...document.querySelectorAll('.block')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > clientWidth)
      .map((one) => one.id || one.className).concat('wider than ' + clientWidth)
  })()`)
}

/** They have pages to themselves, and specs of their own. */
const ELSEWHERE = ['ending', 'welcome']

test.group('Every kind in every state', () => {
  test('is among these', ({ assert }) => {
    const blocks = plugins.installed().filter(({ family }) => family === 'fields' || family === 'layout')
    const kinds = blocks.map(({ kind }) => kind).filter((kind) => !ELSEWHERE.includes(kind))
    assert.sameMembers([...new Set(KINDS_IN.filled.map(({ kind }) => kind))], kinds)
  })

  for (const theme of ['default', 'simple', 'notion']) {
    test(`${theme}: filled in, refused and disabled, light and dark, nothing is wrong or too wide`, async ({
      assert,
      browser,
      cleanup,
    }) => {
      const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' })
      cleanup(() => context.close())
      const page = await context.newPage()
      for (const state of ['filled', 'wrong', 'disabled'] as const) {
        await page.setViewportSize({ width: 390, height: 844 })
        const language = state === 'filled' ? 'ar' : 'en'
        const general = { title: 'Every kind', description: '', language }
        const form = await formOfEveryKind({ appearance: { theme }, general }, false, KINDS_IN[state])
        await show(page, form.slug)
        if (state === 'wrong') {
          await page.getByRole('button', { name: 'Next' }).click()
          await page.getByRole('heading', { name: 'answers need a look' }).waitFor()
          const asked = KINDS_IN.wrong.filter((block) => 'required' in block && block.required).length
          assert.isAbove(await page.locator('.message').count(), asked / 2)
        }
        // of the other themes only colours and lengths differ
        assert.deepEqual(
          theme === 'default' ? await axeFindingsInBoth(page) : await coloursInBoth(page),
          [],
          state,
        )
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 844 })
          assert.deepEqual(await wide(page), [], `${state} ${width}`)
        }
      }
    }).timeout(60_000)
  }
})

async function coloursInBoth(page: Page): Promise<string[]> {
  const light = await axeFindings(page, COLOURS)
  await showIn(page, 'dark')
  const dark = await axeFindings(page, COLOURS)
  await showIn(page, 'light')
  return [...light, ...dark.map((finding) => `in the dark, ${finding}`)]
}
