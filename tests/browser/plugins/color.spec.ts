import { test } from '@japa/runner'
import type { Browser, Page } from 'playwright'
import { block } from '#tests/browser/respond/forms'
import { type PublishedForm, publishedForm } from '#tests/functional/respond/answering'
import { Visitor } from '#tests/functional/visitor'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`

const palette = [
  { id: 'red', label: 'Brand red', color: '#DC2626' },
  { id: 'ink', label: 'Ink', color: '#14171c' },
]

async function visit(browser: Browser, form: PublishedForm, javaScriptEnabled: boolean): Promise<Page> {
  const context = await browser.newContext({ baseURL, javaScriptEnabled, locale: 'en-US' })
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': new Visitor().address })
  const page = await context.newPage()
  await page.goto(`/forms/${form.slug}`)
  if (javaScriptEnabled) await page.locator('html[data-live]').waitFor({ state: 'attached' })
  return page
}

async function cellsOf({ creator, id }: PublishedForm, filter?: object): Promise<unknown[][]> {
  const asked = filter ? `?filter=${encodeURIComponent(JSON.stringify({ all: [filter] }))}` : ''
  const { body } = await creator.visitor.get<{ data: { rows: { cells: unknown[] }[] } }>(
    `/api/forms/${id}/submissions${asked}`,
  )
  return body.data.rows.map(({ cells }) => cells)
}

test.group('Color', () => {
  test('is chosen from a palette or picked, live by keyboard and without JavaScript', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await publishedForm([
      block('color', 'door01', 'Door', { required: true, settings: { palette, alpha: true } }),
      block('color', 'wall01', 'Wall'),
    ])
    const page = await visit(browser, form, true)
    cleanup(() => page.context().close())
    const door = page.getByRole('group', { name: 'Door' })
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Please answer this.').first().waitFor()
    await door.getByRole('radio', { name: 'Brand red' }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowUp')
    await door.getByRole('radio', { name: 'Another color', checked: true }).waitFor()
    await door.getByLabel('Your color').fill('#16a34a')
    const opacity = door.getByRole('slider', { name: 'Opacity' })
    await opacity.fill('128')
    assert.equal(await opacity.getAttribute('aria-valuetext'), '50 %')
    // what is unticked is no answer, whatever the picker shows
    const wall = page.getByRole('group', { name: 'Wall' })
    await wall.getByRole('checkbox', { name: 'Choose a color' }).check()
    await wall.getByLabel('Your color').fill('#123456')
    await wall.getByRole('checkbox', { name: 'Choose a color' }).uncheck()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()

    const plain = await visit(browser, form, false)
    cleanup(() => plain.context().close())
    await plain.getByRole('button', { name: 'Send' }).click()
    await plain.getByText('Please answer this.').first().waitFor()
    await plain.getByRole('radio', { name: 'Brand red' }).check()
    await plain.getByRole('checkbox', { name: 'Choose a color' }).check()
    await plain.getByRole('group', { name: 'Wall' }).getByLabel('Your color').fill('#abcdef')
    await plain.getByRole('button', { name: 'Send' }).click()
    await plain.getByRole('heading', { name: 'Thank you' }).waitFor()

    assert.deepEqual(await cellsOf(form), [
      ['#dc2626', '#abcdef'],
      ['#16a34a80', null],
    ])
    assert.lengthOf(await cellsOf(form, { field: 'wall01', op: 'is', value: '#ABCDEF' }), 1)
    assert.lengthOf(await cellsOf(form, { field: 'wall01', op: 'is-empty' }), 1)
  })
})
