import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { block, OPTIONS, pageBreak } from '#tests/browser/respond/forms'
import { type PublishedForm, publishedForm, submit } from '#tests/functional/respond/answering'
import { inWorkspace } from '#tests/functional/respond/rows'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`

const colour = block('select', 'colour', 'Colour', { settings: { options: OPTIONS, other: true } })

async function live(page: Page): Promise<void> {
  await page.locator('html[data-live]').waitFor({ state: 'attached' })
}

const stored = async ({ creator }: PublishedForm) =>
  (await inWorkspace<{ answers: unknown }>(creator.workspaceId, 'select answers from submissions')).map(
    ({ answers }) => answers,
  )

test.group('An answer that is taken back, or not understood', () => {
  test('an optional choice can be taken back by key, a required one cannot', async ({ assert, visit }) => {
    const form = await publishedForm([
      colour,
      { ...colour, id: 'needed', key: 'needed', label: 'Needed', required: true },
      block('number', 'amount', 'Amount'),
      block('number', 'people', 'People', { settings: { decimals: 0 } }),
    ])
    const page = await visit(`/forms/${form.slug}`)
    await live(page)
    const group = (name: string) => page.getByRole('group', { name })
    await group('Colour').getByLabel('Other', { exact: true }).check()
    await group('Colour').getByRole('textbox').fill('Teal')
    await group('Needed').getByLabel('Blue').check()
    const clear = page.getByRole('button', { name: 'Clear' })
    await clear.focus()
    await page.keyboard.press('Enter')
    await clear.waitFor({ state: 'detached' })
    await group('Colour').getByLabel('Red').and(page.locator(':focus:not(:checked)')).waitFor()
    await page.getByLabel('Amount').fill('12,5')
    await page.getByLabel('People').fill('12.5')
    await page.getByRole('button', { name: 'Send' }).click()
    const summary = page.locator('#summary')
    await summary.getByText('If you mean a decimal number, write 12.5.').waitFor()
    await summary.getByText('Enter a whole number.').waitFor()
    await page.getByLabel('Amount').fill('12.5')
    await page.getByLabel('People').fill('12')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await stored(form), [{ needed: 'blue', amount: 12.5, people: 12 }])
  })

  test('what is wrong in a part is led to: a row, the text of Other; also without JavaScript', async ({
    assert,
    browser,
    visit,
  }) => {
    const rows = ['Food', 'Music', 'Rooms'].map((label, index) => ({ id: `row${index}`, label }))
    const columns = ['Bad', 'Good'].map((label, index) => ({ id: `col${index}`, label }))
    const form = await publishedForm([
      block('matrix', 'stay01', 'Your stay', { settings: { rows, columns, everyRow: true } }),
      colour,
    ])
    const fill = async (page: Page) => {
      for (const row of ['Food', 'Rooms'])
        await page.getByRole('radiogroup', { name: row }).getByLabel('Good').check()
      await page.getByRole('group', { name: 'Colour' }).getByLabel('Other', { exact: true }).check()
      await page.getByRole('button', { name: 'Send' }).click()
    }
    const page = await visit(`/forms/${form.slug}`)
    await live(page)
    await fill(page)
    await page.locator('#summary').getByRole('link', { name: 'Your stay' }).click()
    await page
      .getByRole('radiogroup', { name: 'Music' })
      .getByLabel('Bad')
      .and(page.locator(':focus'))
      .waitFor()
    await page.locator('#summary').getByRole('link', { name: 'Colour' }).click()
    await page.getByLabel('Other: your own answer').and(page.locator(':focus')).waitFor()

    const viewport = { width: 1280, height: 300 }
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL, viewport })
    const plain = await context.newPage()
    await plain.goto(`/forms/${form.slug}`)
    await fill(plain)
    const to = async (name: string) => {
      const link = plain.locator('#summary').getByRole('link', { name })
      return plain.locator(`[id="${(await link.getAttribute('href'))?.slice(1)}"]`)
    }
    const music = plain.getByRole('radiogroup', { name: 'Music' })
    const bad = music.getByLabel('Bad')
    await (await to('Your stay')).and(bad).waitFor()
    await plain.locator('#summary').getByRole('link', { name: 'Your stay' }).click()
    await bad.and(plain.locator(':focus')).waitFor()
    // what stands above it is seen, too
    assert.closeTo((await bad.boundingBox())?.y ?? 0, 60, 2)
    const own = plain.getByLabel('Other: your own answer')
    await (await to('Colour')).and(own).waitFor()
    // what is written beside another choice is not dropped
    const colours = plain.getByRole('group', { name: 'Colour' })
    await music.getByLabel('Bad').check()
    await colours.getByLabel('Blue').check()
    await own.fill('Teal')
    await plain.getByRole('button', { name: 'Send' }).click()
    await colours.getByText('Choose one option or write your own answer, not both.').waitFor()
    await (await to('Colour')).and(own).waitFor()
    await colours.getByLabel('Blue').and(plain.locator(':checked')).waitFor()
    assert.equal(await own.inputValue(), 'Teal')
    assert.deepEqual(await stored(form), [])
    await colours.getByLabel('Other', { exact: true }).check()
    await plain.getByRole('button', { name: 'Send' }).click()
    await plain.getByRole('heading', { name: 'Thank you' }).waitFor()
    const stay01 = { row0: 'col1', row1: 'col0', row2: 'col1' }
    assert.deepEqual(await stored(form), [{ stay01, colour: { other: 'Teal' } }])
    await context.close()
  })

  test('also without JavaScript, where a counter says no more than the limit', async ({
    assert,
    browser,
  }) => {
    const form = await publishedForm([
      colour,
      block('text', 'name01', 'Name', { settings: { maxLength: 20, counter: true } }),
      pageBreak('second'),
      block('text', 'town01', 'Town'),
    ])
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
    const page = await context.newPage()
    await page.goto(`/forms/${form.slug}`)
    await page.getByText('Up to 20 characters', { exact: true }).waitFor()
    await page.getByLabel('Other', { exact: true }).check()
    await page.getByLabel('Other: your own answer').fill('Teal')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByLabel('Other', { exact: true }).and(page.locator(':checked')).waitFor()
    await page.getByLabel('No answer').check()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Town').fill('London')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await stored(form), [{ town01: 'London' }])
    await context.close()
  })

  test('a dropdown looks disabled when it is, once, and not for one option that is full', async ({
    assert,
    visit,
  }) => {
    const options = OPTIONS.map((one) => (one.id === 'red' ? { ...one, capacity: 0 } : one))
    const dropdown = { appearance: 'dropdown', options: OPTIONS }
    const form = await publishedForm([
      block('text', 'name01', 'Name'),
      block('text', 'fixed1', 'Fixed', { state: 'disabled', default: { value: 'Given' } }),
      block('select', 'size01', 'Size', { settings: { ...dropdown, options } }),
      block('select', 'fixed2', 'Chosen', {
        ...{ state: 'disabled', settings: dropdown },
        default: { value: 'red' },
      }),
    ])
    const page = await visit(`/forms/${form.slug}`)
    await live(page)
    const lookOf = (id: string) =>
      page.evaluate<string>(`(() => {
        const { backgroundColor, borderColor, opacity, cursor } = getComputedStyle(document.querySelector('#c-${id}'))
        return [backgroundColor, borderColor, opacity, cursor === 'not-allowed'].join()
      })()`)
    assert.equal(await lookOf('size01'), await lookOf('name01'))
    assert.equal(await lookOf('fixed2'), await lookOf('fixed1'))
  })

  test('who comes too late for an option is told, and the page says no more that it is left', async ({
    assert,
    visit,
  }) => {
    const options = OPTIONS.map((one) => (one.id === 'red' ? { ...one, capacity: 1 } : one))
    const form = await publishedForm([
      block('select', 'seat01', 'Seat', { settings: { options } }),
      pageBreak('second'),
      block('text', 'name01', 'Name'),
    ])
    const page = await visit(`/forms/${form.slug}`)
    await live(page)
    const press = (name: string) => page.getByRole('button', { name }).click()
    await page.getByRole('radio', { name: 'Red 1 left' }).check()
    await press('Next')
    await page.getByLabel('Name').fill('Ada')
    await submit(form, { seat01: 'red' })
    await press('Send')
    await page.locator('#summary').getByText('“Red” is full now. Choose something else.').waitFor()
    const red = page.getByRole('radio', { name: 'Red full' })
    await red.waitFor()
    await page.getByLabel('Blue').check()
    assert.isTrue(await red.isDisabled())
    await press('Next')
    await press('Send')
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.sameDeepMembers(await stored(form), [{ seat01: 'red' }, { seat01: 'blue', name01: 'Ada' }])
  })

  test('options stand in named groups, and one box ticks them all; also without JavaScript', async ({
    assert,
    browser,
    visit,
  }) => {
    const menu = { soup: 'Warm', stew: 'Warm', cake: 'Sweet' }
    const options = Object.entries(menu).map(([id, group]) => ({ id, label: id, group }))
    const form = await publishedForm([
      block('select', 'menu01', 'Menu', { settings: { options, multiple: true, all: true, none: true } }),
      block('select', 'first1', 'First', { settings: { options, appearance: 'dropdown' } }),
    ])
    const page = await visit(`/forms/${form.slug}`)
    await live(page)
    const box = (of: Page, name: string) =>
      of.getByRole('group', { name: 'Menu' }).getByRole('checkbox', { name })
    const ticked = async (of: Page) => {
      const names = ['All of these', 'soup', 'stew', 'cake', 'None of these']
      const boxes = await Promise.all(names.map((name) => box(of, name).isChecked()))
      return names.filter((_, index) => boxes[index])
    }
    await box(page, 'None of these').check()
    await box(page, 'All of these').check()
    assert.deepEqual(await ticked(page), ['All of these', 'soup', 'stew', 'cake'])
    await box(page, 'stew').uncheck()
    assert.deepEqual(await ticked(page), ['soup', 'cake'])
    await box(page, 'stew').check()
    await box(page, 'All of these').uncheck()
    assert.deepEqual(await ticked(page), [])
    await page.getByRole('group', { name: 'Warm' }).getByRole('checkbox', { name: 'stew' }).check()
    await page.getByLabel('First').selectOption('cake')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()

    const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
    const plain = await context.newPage()
    await plain.goto(`/forms/${form.slug}`)
    await plain.getByLabel('First').locator('optgroup[label="Sweet"] option').waitFor({ state: 'attached' })
    await box(plain, 'All of these').check()
    await plain.getByRole('button', { name: 'Send' }).click()
    await plain.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.sameDeepMembers(await stored(form), [
      { menu01: ['stew'], first1: 'cake' },
      { menu01: ['soup', 'stew', 'cake'] },
    ])

    const left = options.map((one) => (one.id === 'stew' ? { ...one, capacity: 0 } : one))
    const scarce = await publishedForm([
      block('select', 'menu01', 'Menu', { settings: { options: left, multiple: true, all: true } }),
    ])
    await plain.goto(`/forms/${scarce.slug}`)
    await box(plain, 'All of these').check()
    await plain.getByRole('button', { name: 'Send' }).click()
    await plain.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await stored(scarce), [{ menu01: ['soup', 'cake'] }], 'without what is full')
    await context.close()

    const gone = options.map((one) => ({ ...one, capacity: 0 }))
    const full = await publishedForm([
      block('select', 'menu01', 'Menu', {
        settings: { options: gone, multiple: true, all: true, none: true },
      }),
    ])
    await page.goto(`/forms/${full.slug}`)
    await live(page)
    assert.deepEqual(await ticked(page), [], 'where everything is full')
  })
})
