import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { holds } from '#tests/browser/eventually'
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
    label: index === 7 ? 'Zürich Altstadt' : `Town ${index}`,
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
    assert.deepEqual(await page.getByRole('option').allTextContents(), ['Zürich Altstadt'])
    await page.getByRole('status').getByText('1 option').waitFor({ state: 'attached' })
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
    await page.getByLabel('Other: your own answer').fill('Bern')
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
      const form = await publishedForm([dropdown(count)])
      const page = await visit(`/forms/${form.slug}`)
      await page.locator('input[role=combobox]').waitFor()
      await box(page).click()
      await page.getByRole('option', { name: 'Town 3', exact: true }).waitFor()
      assert.isBelow(await page.getByRole('option').count(), 60)
      assert.equal(await page.getByRole('option').first().getAttribute('aria-setsize'), String(count + 1))
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
