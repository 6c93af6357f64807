import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { eventually, holds } from '#tests/browser/eventually'
import { block } from '#tests/browser/respond/forms'
import { type PublishedForm, publishedForm } from '#tests/functional/respond/answering'
import { inWorkspace } from '#tests/functional/respond/rows'
import { listWork } from '../../../bench/browser/long_list.ts'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`

const stored = async ({ creator }: PublishedForm) =>
  (await inWorkspace<{ answers: unknown }>(creator.workspaceId, 'select answers from submissions')).map(
    ({ answers }) => answers,
  )

const towns = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `o${index}`,
    label: { 7: 'Zürich Altstadt', 9: 'Łódź Hauptstraße' }[index] ?? `Town ${index}`,
    group: index < 10 ? 'Near' : 'Far',
  }))

const dropdown = (count: number, more: object = {}) =>
  block('select', 'town01', 'Town', {
    settings: { options: towns(count), appearance: 'dropdown', other: true, ...more },
  })

const box = (page: Page) => page.getByRole('combobox', { name: 'Town' })
const active = (page: Page) =>
  page.evaluate<string>(
    `document.getElementById(document.querySelector('[role=combobox]').getAttribute('aria-activedescendant')).innerText`,
  )

test.group('A dropdown of many options', () => {
  test('is searched by typing and chosen by keys', async ({ assert, visit }) => {
    const form = await publishedForm([dropdown(30), block('text', 'name01', 'Name')])
    const page = await visit(`/forms/${form.slug}`)
    await page.locator('input[role=combobox]').waitFor()
    await box(page).focus()
    await page.keyboard.type('ALT zuri')
    await page.getByRole('option').first().waitFor()
    const found = ['Zürich Altstadt', 'Add “ALT zuri”']
    assert.deepEqual(await page.getByRole('option').allTextContents(), found)
    await page.getByRole('status').getByText('2 options').waitFor({ state: 'attached' })
    assert.deepEqual(await axeFindings(page), [])
    await page.keyboard.press('Enter')
    await holds(box(page), 'Zürich Altstadt')
    await page.getByRole('listbox').waitFor({ state: 'hidden' })
    // by the arrow keys from what is chosen; Escape keeps it
    await page.keyboard.press('ArrowDown')
    assert.equal(await active(page), 'Zürich Altstadt')
    await page.keyboard.press('ArrowDown')
    assert.equal(await active(page), 'Town 8')
    await page.keyboard.press('Escape')
    await holds(box(page), 'Zürich Altstadt')
    // nor do letters stop it that are no others with something above them
    await box(page).fill('HAUPTSTRASSE lodz')
    await page.getByRole('option', { name: 'Łódź Hauptstraße', exact: true }).waitFor()
    await box(page).press('Escape')
    await holds(box(page), 'Zürich Altstadt')
    // what is typed next takes its place; the Enter that ends a composition chooses nothing
    await page.keyboard.type('town 12')
    await box(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true })
    await page.getByRole('option', { name: 'Town 12' }).waitFor()
    await page.keyboard.press('Enter')
    await holds(box(page), 'Town 12')
    // what was typed to its end is taken as the field is left, and so is an answer of one's own
    await page.keyboard.type('town 13')
    await page.keyboard.press('Tab')
    await holds(box(page), 'Town 13')
    await box(page).focus()
    await page.keyboard.type('Bern')
    await page.keyboard.press('Tab')
    await holds(page.getByLabel('Other: your own answer'), 'Bern')
    // an emptied field takes the choice back
    await box(page).fill('')
    await page.getByLabel('Name').fill('Ada')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await stored(form), [{ name01: 'Ada' }])
  })

  test('is chosen by the pointer, Other with its text too; without JavaScript it is a select', async ({
    assert,
    browser,
    visit,
  }) => {
    const form = await publishedForm([dropdown(20)])
    const page = await visit(`/forms/${form.slug}`)
    await page.locator('input[role=combobox]').waitFor()
    assert.isFalse(await page.getByLabel('Other: your own answer').isVisible())
    await box(page).click()
    await page.getByText('Near', { exact: true }).waitFor()
    await page.getByRole('option', { name: 'Other' }).click()
    await page.getByLabel('Other: your own answer').fill('Basel')
    // what is typed and not found can be taken as it is
    await box(page).fill('Bern')
    await page.getByRole('option', { name: 'Add “Bern”' }).click()
    await holds(page.getByLabel('Other: your own answer'), 'Bern')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
    const plain = await context.newPage()
    await plain.goto(`/forms/${form.slug}`)
    await plain.getByLabel('Town', { exact: true }).selectOption('Zürich Altstadt')
    await plain.getByRole('button', { name: 'Send' }).click()
    await plain.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.sameDeepMembers(await stored(form), [{ town01: { other: 'Bern' } }, { town01: 'o7' }])
    await context.close()
  })

  test('of 10,000 only what is near is drawn, and scrolling and typing cost little more than of 1,000', async ({
    assert,
    visit,
  }) => {
    const opened = async (count: number) => {
      const form = await publishedForm([dropdown(count, { other: false })])
      const page = await visit(`/forms/${form.slug}`)
      await page.locator('input[role=combobox]').waitFor()
      await box(page).click()
      await page.getByRole('option', { name: 'Town 3', exact: true }).waitFor()
      assert.isBelow(await page.getByRole('option').count(), 60)
      assert.equal(await page.getByRole('option').first().getAttribute('aria-setsize'), String(count))
      return { form, page }
    }
    const few = await opened(1000)
    const { form, page } = await opened(10_000)
    const [least, most] = await listWork([few.page, page], 3)
    assert.isBelow(most.frame, 2 * least.frame)
    assert.isBelow(most.key, 2.5 * least.key)
    await box(page).fill('9999')
    await page.getByRole('option', { name: 'Town 9999' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await stored(form), [{ town01: 'o9999' }])
  })
})

const chips = (page: Page) => page.getByRole('list', { name: 'chosen' }).getByRole('listitem')
const send = async (page: Page) => {
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
}

test.group('The whole name of an option', () => {
  for (const multiple of [false, true])
    test(`is that option, though others have it in theirs: ${multiple ? 'several' : 'one'}`, async ({
      assert,
      visit,
    }) => {
      const countries = ['British Indian Ocean Territory', 'India', ...towns(20).map(({ label }) => label)]
      const options = countries.map((label, index) => ({ id: `c${index}`, label }))
      const form = await publishedForm([dropdown(0, { multiple, options })])
      const page = await visit(`/forms/${form.slug}`)
      await page.locator('input[role=combobox]').waitFor()
      await box(page).focus()
      await page.keyboard.type('india')
      await eventually(async () => assert.equal(await active(page), 'India'))
      // what is only begun is the first that has it
      await page.keyboard.press('Backspace')
      await eventually(async () => assert.equal(await active(page), 'British Indian Ocean Territory'))
      await page.keyboard.type('a')
      await page.keyboard.press('ArrowUp')
      assert.equal(await active(page), 'British Indian Ocean Territory')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('heading', { name: 'Thank you' }).waitFor()
      assert.deepEqual(await stored(form), [{ town01: multiple ? ['c1'] : 'c1' }])
    })
})

test.group('Several of many options', () => {
  const several = (count: number, more: object = {}) =>
    dropdown(count, { multiple: true, all: true, none: true, mostOwn: 2, ...more })

  test("are searched, chosen and taken back by keys, and one's own are written", async ({
    assert,
    visit,
  }) => {
    const form = await publishedForm([several(30)])
    const page = await visit(`/forms/${form.slug}`)
    await page.locator('input[role=combobox]').waitFor()
    await box(page).focus()
    await page.keyboard.type('alt zuri')
    await page.getByRole('option').first().waitFor()
    assert.deepEqual(await page.getByRole('option').allTextContents(), ['Zürich Altstadt', 'Add “alt zuri”'])
    await page.keyboard.press('Enter')
    // the list stays for more, all of it
    await page.getByRole('option', { name: 'Zürich Altstadt', selected: true }).waitFor()
    await page.getByRole('status').getByText('1 chosen').waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowDown')
    assert.equal(await active(page), 'All of these')
    await page.keyboard.type('Town 2')
    for (const _ of [1, 2]) await page.keyboard.press('ArrowDown')
    assert.equal(await active(page), 'Town 20')
    await page.keyboard.press('Enter')
    for (const own of ['Bern', 'bern', 'town 3', 'Wien']) {
      await page.keyboard.type(own)
      await page
        .getByRole('status')
        .getByText(/options?$/)
        .waitFor({ state: 'attached' })
      if (own !== 'town 3') await page.getByRole('option', { name: `Add “${own}”` }).waitFor()
      await page.keyboard.press('Enter')
    }
    assert.deepEqual(
      await chips(page).allInnerTexts(),
      ['Zürich Altstadt', 'Town 20', 'Town 3', 'Bern', 'Wien'].map((name) => `${name}\n×`),
    )
    // there may be no more
    await page.keyboard.type('Rom')
    await page.getByRole('listbox').getByText('Nothing found').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'hidden' })
    await page.keyboard.press('Backspace')
    await chips(page).filter({ hasText: 'Wien' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Remove Town 20' }).press('Enter')
    await box(page).and(page.locator(':focus')).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await send(page)
    assert.deepEqual(await stored(form), [{ town01: ['o3', 'o7', { other: 'Bern' }] }])
  })

  test('are chosen by the pointer: all of them, none, a full one never', async ({ assert, visit }) => {
    const options = towns(25).map((town, index) => (index === 4 ? { ...town, capacity: 0 } : town))
    const form = await publishedForm([several(25, { options, other: false })])
    const page = await visit(`/forms/${form.slug}`)
    await page.locator('input[role=combobox]').waitFor()
    await box(page).click()
    await page.getByRole('option', { name: 'All of these' }).click()
    await page.getByRole('option', { name: 'Town 4 Full', disabled: true }).click({ force: true })
    await page.getByRole('option', { name: 'All of these', selected: true }).waitFor()
    assert.equal(await chips(page).count(), 24)
    await page.getByRole('option', { name: 'None of these' }).click()
    assert.equal(await chips(page).count(), 1)
    await page.getByRole('option', { name: 'Town 5' }).click()
    await page.getByRole('option', { name: 'Town 6' }).click()
    await page.getByRole('option', { name: 'Town 5' }).click()
    await chips(page).getByText('Town 6').waitFor()
    await page.keyboard.press('Escape')
    await send(page)
    assert.deepEqual(await stored(form), [{ town01: ['o6'] }])
  })

  test("are boxes without JavaScript, with a line for each of one's own", async ({ assert, browser }) => {
    const form = await publishedForm([several(20)])
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
    const page = await context.newPage()
    await page.goto(`/forms/${form.slug}`)
    const town = page.getByRole('group', { name: 'Town' })
    await town.getByRole('checkbox', { name: 'Town 3', exact: true }).check()
    const own = town.getByRole('textbox', { name: 'Other: your own answer' })
    await own.fill('Bern\nWien\nRom')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Write at most 2 answers of your own.').first().waitFor()
    await own.fill('Bern\n\nWien\nBERN')
    await send(page)
    assert.deepEqual(await stored(form), [{ town01: ['o3', { other: 'BERN' }, { other: 'Wien' }] }])
    await context.close()
  })

  test('of 10,000 choosing and typing cost little more than of 1,000', async ({ assert, visit }) => {
    const opened = async (count: number) => {
      const form = await publishedForm([several(count, { all: false, other: false })])
      const page = await visit(`/forms/${form.slug}`)
      await page.locator('input[role=combobox]').waitFor()
      await box(page).click()
      await page.getByRole('option', { name: 'Town 3', exact: true }).click()
      assert.isBelow(await page.getByRole('option').count(), 60)
      return page
    }
    const pages = [await opened(1000), await opened(10_000)]
    const [least, most] = await listWork(pages, 3)
    assert.isBelow(most?.frame ?? Infinity, 2 * (least?.frame ?? 0))
    assert.isBelow(most?.key ?? Infinity, 2.5 * (least?.key ?? 0))
  })
})
