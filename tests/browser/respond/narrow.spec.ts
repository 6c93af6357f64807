import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { block } from '#tests/browser/respond/forms'
import { publishedForm } from '#tests/functional/respond/answering'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`

/** Inputs whose text, or whose hint at one, is wider than their room. */
const CUT = `[...document.querySelectorAll('input.fw-input')].flatMap((input) => {
  const { font, paddingLeft, paddingRight } = getComputedStyle(input)
  const pen = new OffscreenCanvas(1, 1).getContext('2d')
  pen.font = font
  const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
  const text = input.value || input.placeholder
  return pen.measureText(text).width > room ? [\`\${text}: \${Math.round(room)}\`] : []
})`

async function everythingThere(page: Page): Promise<void> {
  await page.locator('html[data-live]').waitFor({ state: 'attached' })
  for (const input of await page.locator('.block').all()) await input.scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
}

test.group('Questions of a quarter of a row', () => {
  for (const size of ['sm', 'md', 'lg']) {
    test(`${size}: numbers and dates are seen as a whole`, async ({ assert, browser }) => {
      const quarter = { width: '1/4' }
      const form = await publishedForm(
        [
          block('phone', 'phone1', 'Phone', { ...quarter, settings: { country: 'GB' } }),
          block('phone', 'phone2', 'Elsewhere', quarter),
          block('date', 'day001', 'Day', quarter),
          block('date', 'days01', 'Days', { ...quarter, settings: { range: true } }),
          block('date', 'moment', 'When', { ...quarter, settings: { asks: 'datetime' } }),
        ],
        { appearance: { theme: 'default', size, radius: 'small', accent: '#3B82F6' } },
      )
      const page = await browser.newPage({ baseURL, viewport: { width: 1280, height: 800 } })
      await page.goto(`/forms/${form.slug}`)
      await everythingThere(page)
      assert.deepEqual(await page.evaluate(CUT), [])
      await page.getByLabel('Phone').fill('07700 900123')
      await page.getByLabel('Elsewhere').fill('+44 7700 900123')
      await page.getByLabel('Elsewhere').blur()
      assert.deepEqual(await page.evaluate(CUT), [])
      await page.close()
    })
  }
})

test.group('Lists of a page that is enlarged to 400 %', () => {
  for (const theme of ['default', 'simple', 'notion']) {
    test(`${theme}: what is typed is seen above them`, async ({ assert, browser }) => {
      const towns = Array.from({ length: 25 }, (_, index) => ({ id: `o${index}`, label: `Town ${index}` }))
      const form = await publishedForm(
        [
          block('phone', 'phone1', 'Phone', { settings: { country: 'GB' } }),
          block('select', 'town01', 'Town', { settings: { options: towns, appearance: 'dropdown' } }),
        ],
        { appearance: { theme, size: 'md', radius: 'small', accent: '#3B82F6' } },
      )
      const page = await browser.newPage({ baseURL, viewport: { width: 320, height: 256 } })
      await page.goto(`/forms/${form.slug}`)
      await everythingThere(page)
      const focused = () =>
        page.evaluate<string>(`(({ top, bottom }) => top >= 0 && bottom <= innerHeight ? 'seen' : 'at ' + top)(
        document.activeElement.getBoundingClientRect())`)
      await page.locator('#b-phone1').getByRole('button').press('Enter')
      await page.getByRole('option').first().waitFor()
      for (let press = 0; press < 8; press += 1) await page.keyboard.press('ArrowDown')
      assert.equal(await focused(), 'seen')
      await page.keyboard.press('Escape')
      const town = page.getByRole('combobox', { name: 'Town' })
      for (let press = 0; press < 8; press += 1) await town.press('ArrowDown')
      assert.equal(await focused(), 'seen')
      await page.close()
    })
  }
})
