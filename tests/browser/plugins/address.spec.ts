import { test } from '@japa/runner'
import type { Browser, Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { block, pageBreak } from '#tests/browser/respond/forms'
import { type PublishedForm, publishedForm } from '#tests/functional/respond/answering'
import { Visitor } from '#tests/functional/visitor'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`

async function visit(browser: Browser, form: PublishedForm, javaScriptEnabled: boolean): Promise<Page> {
  const context = await browser.newContext({ baseURL, javaScriptEnabled, locale: 'en-US' })
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': new Visitor().address })
  const page = await context.newPage()
  await page.goto(`/forms/${form.slug}`)
  if (javaScriptEnabled) await page.locator('html[data-live]').waitFor({ state: 'attached' })
  return page
}

interface Submissions {
  data: { columns?: unknown; rows: { cells: unknown[] }[] }
}

async function cellsOf({ creator, id }: PublishedForm, filter?: object): Promise<unknown[][]> {
  const asked = filter ? `?filter=${encodeURIComponent(JSON.stringify({ all: [filter] }))}` : ''
  const { body } = await creator.visitor.get<Submissions>(`/api/forms/${id}/submissions${asked}`)
  return body.data.rows.map(({ cells }) => cells)
}

const formOf = (required: boolean, settings: object) =>
  publishedForm([
    block('address', 'home01', 'Home', { required, settings }),
    pageBreak('second', { title: 'More' }),
    block('text', 'name01', 'Name'),
  ])

/** The parts as they stand on the page, with the token that browsers fill each in by. */
async function order(page: Page): Promise<string[]> {
  const group = page.getByRole('group', { name: 'Home' })
  const labels = await group.getByRole('textbox').or(group.getByRole('combobox')).all()
  return Promise.all(labels.map(async (input) => (await input.getAttribute('autocomplete')) ?? ''))
}

const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()

async function finish(page: Page): Promise<void> {
  await next(page)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
}

test.group('Address', () => {
  test('asks for the parts that its form wants, with and without a script', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await formOf(true, { country: 'DE', street: 'off', line2: 'off', region: 'required' })
    for (const javaScriptEnabled of [true, false]) {
      const page = await visit(browser, form, javaScriptEnabled)
      cleanup(() => page.context().close())
      const asked = ['country', 'postal-code', 'address-level2', 'address-level1']
      assert.deepEqual(await order(page), asked)
      await page.getByLabel('Postal code').fill('10115')
      await page.getByLabel('City').fill('Berlin')
      await next(page)
      await page.getByText('Enter the region.').first().waitFor()
      await page.getByLabel('Region').fill('Berlin')
      await finish(page)
    }
    const cells = await cellsOf(form)
    for (const row of cells) assert.deepEqual(row.slice(0, 4), ['10115', 'Berlin', 'Berlin', 'DE'])
  }).timeout(60_000)

  test('has the parts and rules of its country, and keeps what was typed as it changes', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await formOf(true, { country: 'DE' })
    const page = await visit(browser, form, true)
    cleanup(() => page.context().close())
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const home = ['address-line1', 'address-line2', 'postal-code', 'address-level2']
    assert.deepEqual(await order(page), ['country', ...home])
    await next(page)
    await page.getByText('Please answer this.').first().waitFor()
    assert.deepEqual(await axeFindings(page), [])

    // by keys alone: what is missing is led to, and the country that stands there is the answer's
    await page.locator('#summary').getByRole('link').press('Enter')
    await page.getByLabel('Street and number').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Invalidenstr. 116')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('1011')
    await next(page)
    await page.getByText('Check the postal code: it does not fit the country.').first().waitFor()
    await page.getByText('Enter the city.').first().waitFor()
    const city = page.getByLabel('City')
    assert.equal(await city.getAttribute('aria-invalid'), 'true')
    assert.equal(await page.getByLabel('Street and number').getAttribute('aria-invalid'), null)
    assert.deepEqual(await axeFindings(page), [])
    await city.fill('Springfield')

    const country = page.getByLabel('Country')
    await country.selectOption('United States')
    const state = page.getByLabel('State')
    await state.waitFor()
    const american = ['address-line1', 'address-line2', 'address-level2', 'address-level1', 'postal-code']
    assert.deepEqual(await order(page), ['country', ...american])
    assert.equal(await city.inputValue(), 'Springfield')
    assert.equal(await page.getByLabel('Street and number').inputValue(), 'Invalidenstr. 116')
    await state.fill('IL')
    // what was written stays in sight where the next country has no such part
    await country.selectOption('Germany')
    assert.equal(await page.getByLabel('Region').inputValue(), 'IL')
    await country.selectOption('United States')
    await state.waitFor()

    // judged by the rules of that country, which the server has
    await next(page)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Check the postal code: it does not fit the country.').first().waitFor()
    await page.getByLabel('Postal code').fill(' 62701-0001 ')
    await finish(page)
    const cells = ['Invalidenstr. 116', null, '62701-0001', 'Springfield', 'IL', 'US', null]
    assert.deepEqual(await cellsOf(form), [cells])
    assert.deepEqual(await cellsOf(form, { field: 'home01.postcode', op: 'starts-with', value: '627' }), [
      cells,
    ])
    assert.deepEqual(await cellsOf(form, { field: 'home01.country', op: 'is', value: 'DE' }), [])
    assert.isTrue(
      asked.every((url) => url.startsWith(baseURL)),
      asked.join(' '),
    )
  })

  test('may be left empty, though a country stands there', async ({ assert, browser, cleanup }) => {
    const form = await formOf(false, { country: 'GB' })
    for (const live of [true, false]) {
      const page = await visit(browser, form, live)
      cleanup(() => page.context().close())
      await finish(page)
    }
    const nothing = [null, null, null, null, null, null, null]
    assert.deepEqual(await cellsOf(form), [nothing, nothing])
  })

  test('without JavaScript the chosen country’s rules hold as the page is turned', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await formOf(true, { country: 'DE', countries: 'DE, US' })
    const page = await visit(browser, form, false)
    cleanup(() => page.context().close())
    await next(page)
    await page.getByText('Please answer this.').first().waitFor()
    assert.equal(await page.getByLabel('Country').locator('option').count(), 3)
    await page.getByLabel('Street and number').fill('1 Main St')
    await page.getByLabel('City').fill('Springfield')
    await page.getByLabel('Postal code').fill('1234')
    await page.getByLabel('Country').selectOption('United States')
    await next(page)
    await page.getByText('Enter the region.').first().waitFor()
    await page.getByText('Check the postal code: it does not fit the country.').first().waitFor()
    assert.equal(await page.getByLabel('Country').inputValue(), 'US')
    assert.equal(await page.getByLabel('City').inputValue(), 'Springfield')
    await page.getByLabel('Region').fill('IL')
    await page.getByLabel('Postal code').fill('62701')
    await finish(page)
    assert.deepEqual(await cellsOf(form), [['1 Main St', null, '62701', 'Springfield', 'IL', 'US', null]])
  })
})
