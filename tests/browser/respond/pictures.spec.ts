import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { block } from '#tests/browser/respond/forms'
import { type PublishedForm, publishedForm } from '#tests/functional/respond/answering'
import { inWorkspace } from '#tests/functional/respond/rows'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`

const stored = async ({ creator }: PublishedForm) =>
  (await inWorkspace<{ answers: unknown }>(creator.workspaceId, 'select answers from submissions')).map(
    ({ answers }) => answers,
  )

// nothing is stored there: what it would show is its alternative text
const picture = {
  src: `/media/00000000-0000-4000-8000-000000000000/${'0'.repeat(64)}`,
  ...{ name: 'rose.png', type: 'image/png', size: 9, width: 400, height: 200 },
}
const options = [
  { id: 'rose', label: 'Rose', picture, alt: 'Red, with thorns' },
  { id: 'lily', label: 'Lily', picture, alt: 'White, with stamens' },
  { id: 'any', label: 'Whatever is fresh' },
]
const flower = (more: object = {}) =>
  block('select', 'flower', 'Flower', {
    required: true,
    settings: { options, appearance: 'pictures', columns: '3', ...more },
  })

/** Top and bottom of a card of the row, in pixels. */
const box = async (page: Page, label: string) =>
  (await page.locator('.fw-choice').filter({ hasText: label }).boundingBox()) ?? { x: 0, y: 0, height: 0 }

test.group('Options that are pictures', () => {
  test('are radios by what they show and are called; a card is chosen by a press anywhere, or by keys', async ({
    assert,
    visit,
  }) => {
    const form = await publishedForm([flower()])
    const page = await visit(`/forms/${form.slug}`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    const [rose, lily] = [await box(page, 'Rose'), await box(page, 'Lily')]
    assert.equal(rose.y, lily.y, 'beside each other')
    assert.equal(rose.height, lily.height)
    assert.isAbove(rose.height, 100, 'room for the picture before it is there')
    await page.getByRole('img', { name: 'White, with stamens' }).click()
    const radio = (name: string) => page.getByRole('radio', { name })
    await radio('White, with stamens Lily').and(page.locator(':checked')).waitFor()
    await page.keyboard.press('ArrowRight')
    await radio('Whatever is fresh').and(page.locator(':checked')).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await stored(form), [{ flower: 'rose' }])
  })

  test('are boxes where several are allowed, the same without JavaScript', async ({ assert, browser }) => {
    const form = await publishedForm([flower({ multiple: true, maxSelections: 2 })])
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
    const page = await context.newPage()
    await page.goto(`/forms/${form.slug}`)
    const send = page.getByRole('button', { name: 'Send' })
    await send.click()
    await page.locator('#summary').getByRole('link', { name: 'Flower' }).waitFor()
    for (const [name] of [['Red, with thorns Rose'], ['White, with stamens Lily'], ['Whatever is fresh']])
      await page.getByRole('checkbox', { name }).check()
    await send.click()
    await page.getByRole('checkbox', { name: 'Whatever is fresh' }).uncheck()
    await send.click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await stored(form), [{ flower: ['rose', 'lily'] }])
    await context.close()
  })
})

test.group('Tall pictures', () => {
  test('beside questions and over a welcome leave what is asked in sight, and are not pressed together', async ({
    assert,
    browser,
  }) => {
    const tall = { ...picture, height: 4000 }
    const questions = ['above', 'start'].map((place) =>
      block('text', `name${place}`, `Name ${place}`, {
        media: { file: tall, alt: `A tower ${place}`, place },
      }),
    )
    const settings = { title: 'Towers', picture: tall, alt: 'A tower of welcome' }
    const form = await publishedForm([{ id: 'hello1', kind: 'welcome', v: 1, settings }, ...questions])
    const body = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="4000"><path d="M0 0h400v4000"/></svg>`
    for (const width of [390, 1280]) {
      const page = await browser.newPage({ baseURL, viewport: { width, height: 800 } })
      await page.route('**/media/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body }))
      await page.goto(`/forms/${form.slug}`)
      for (const place of ['of welcome', 'above', 'start']) {
        if (place === 'above') await page.getByRole('button', { name: 'Start' }).click()
        const tower = page.getByRole('img', { name: `A tower ${place}` })
        await tower.waitFor()
        const { width: wide, height } = (await tower.boundingBox()) ?? { width: 0, height: 0 }
        assert.closeTo(height, 576, 1)
        // it stands where its text does, and not in the middle of a box
        if (place !== 'of welcome') assert.closeTo(wide, 58, 1)
      }
      const fits = `[...document.querySelectorAll('.media > img')].map((image) => getComputedStyle(image).objectFit)`
      assert.deepEqual(await page.evaluate(fits), ['contain', 'contain'])
      await page.close()
    }
  })
})
