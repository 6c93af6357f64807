import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { plugins } from '#app/plugins/registry'
import { axeFindingsInBoth } from '#tests/browser/axe'
import { formOfEveryKind, KINDS_IN } from '#tests/browser/respond/every_kind'
import { hiddenFocus, misplaced } from '#tests/browser/respond/misplaced'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`
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

/** They have pages to themselves, and specs of their own. */
const ELSEWHERE = ['ending', 'welcome']

/** What stands on the edge of the column, with nothing around it, by theme. */
const ON_THE_EDGE: Record<string, string[]> = {
  default: [],
  simple: ['#b-many01 .fw-tick', '#b-look01 img', '#b-order1 .fw-place'],
  notion: ['#b-many01 .fw-tick', '#b-look01 img'],
}
const INDENT = (part: string) => `(() => {
  const one = document.querySelector('${part}')
  return one.getBoundingClientRect().left - one.closest('.block').getBoundingClientRect().left
})()`

test.group('Every kind in every state', () => {
  test('is among these', ({ assert }) => {
    const blocks = plugins.installed().filter(({ family }) => family === 'fields' || family === 'layout')
    const kinds = blocks.map(({ kind }) => kind).filter((kind) => !ELSEWHERE.includes(kind))
    assert.sameMembers([...new Set(KINDS_IN.filled.map(({ kind }) => kind))], kinds)
  })

  for (const theme of ['default', 'simple', 'notion']) {
    test(`${theme}: empty, refused, filled in and disabled, light and dark, nothing is wrong, too wide, cut off or hidden`, async ({
      assert,
      browser,
      cleanup,
    }) => {
      const context = await browser.newContext({
        ...{ baseURL, reducedMotion: 'reduce' },
        viewport: { width: 390, height: 844 },
      })
      cleanup(() => context.close())
      const page = await context.newPage()
      const nothingWrong = async (state: string) => {
        assert.deepEqual(await axeFindingsInBoth(page), [], state)
        assert.deepEqual(await misplaced(page), [], state)
      }
      for (const state of ['wrong', 'filled', 'disabled'] as const) {
        const language = state === 'filled' ? 'ar' : 'en'
        const general = { title: 'Every kind', description: '', language }
        const form = await formOfEveryKind({ appearance: { theme }, general }, false, KINDS_IN[state])
        await show(page, form.slug)
        if (state === 'wrong') {
          await nothingWrong('empty')
          await page.getByRole('button', { name: 'Next' }).click()
          await page.getByRole('heading', { name: 'answers need a look' }).waitFor()
          const asked = KINDS_IN.wrong.filter((block) => 'required' in block && block.required).length
          assert.isAbove(await page.locator('.message').count(), asked / 2)
        }
        await nothingWrong(state)
        if (state === 'filled') assert.deepEqual(await hiddenFocus(page), [])
        if (state === 'disabled')
          for (const part of ON_THE_EDGE[theme] ?? [])
            assert.equal(await page.evaluate(INDENT(part)), 0, part)
      }
    }).timeout(60_000)
  }

  test('linked pictures, places, colors and files show that they have the focus', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await formOfEveryKind({ appearance: { theme: 'simple' } }, false, KINDS_IN.filled)
    const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' })
    cleanup(() => context.close())
    const page = await context.newPage()
    await show(page, form.slug)
    await page.keyboard.press('Tab')
    const picture = page.locator('#b-image1 a')
    await picture.scrollIntoViewIfNeeded()
    const { x, y, width } = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0 }
    const edge = { clip: { x: x - 6, y: y - 6, width, height: 6 } }
    const before = await page.screenshot(edge)
    await picture.focus()
    assert.isFalse(before.equals(await page.screenshot(edge)))
    for (const framed of ['#b-order1 input', '#b-tint01 [type=color]', '#b-scan01 [type=file]']) {
      await page.locator(framed).first().focus()
      const [colour, style, ring] = await page.evaluate<string[]>(`
        [getComputedStyle(document.activeElement)]
          .flatMap(({ outlineColor, outlineStyle, outlineWidth }) => [outlineColor, outlineStyle, outlineWidth])`)
      assert.notEqual(colour, 'rgba(0, 0, 0, 0)', framed)
      assert.notEqual(style, 'none', framed)
      assert.isAtLeast(Number.parseFloat(ring ?? ''), 2, framed)
    }
  })
})
