import { test } from '@japa/runner'
import { axeFindings, axeFindingsInBoth } from '#tests/browser/axe'
import { newDesk, openDesk, saved, type GivenBlock } from '#tests/browser/editor/editor_page'

const GIVEN: GivenBlock[] = [
  { id: 'headingblk1', kind: 'heading', settings: { text: 'About you' } },
  { id: 'nameblock01', kind: 'text', label: 'Name', key: 'name' },
  {
    id: 'countryblk1',
    kind: 'select',
    label: 'Country',
    key: 'country',
    settings: { appearance: 'dropdown' },
  },
  {
    id: 'regionblk01',
    kind: 'text',
    label: 'Region of {#countryblk1}',
    key: 'region',
    rules: [{ when: { left: { field: 'countryblk1' }, op: 'is', right: { value: 'option-1' } }, do: 'hide' }],
  },
  { id: 'breakblock1', kind: 'page-break' },
  {
    id: 'mealsblock1',
    kind: 'select',
    label: 'Meals',
    key: 'meals',
    settings: { multiple: true, other: true },
  },
  { id: 'fileblock01', kind: 'file', label: 'Programme', key: 'file' },
  {
    id: 'totalblock1',
    kind: 'calculation',
    label: 'Total',
    key: 'total',
    settings: { formula: '{#gone00001} * 2' },
  },
  { id: 'endingblk01', kind: 'ending', settings: { title: 'Thanks' } },
]

test.group('Editor: axe', () => {
  for (const width of [1280, 390]) {
    test(`nothing to find in light and dark: ${width} px`, async ({ assert, browser }) => {
      const desk = await newDesk(browser, { blocks: GIVEN, viewport: { width, height: 800 } })
      const { page } = desk
      const wide = width > 1000
      await page.getByRole('list', { name: 'Problems' }).first().waitFor()
      assert.deepEqual(await axeFindingsInBoth(page), [], 'nothing chosen')

      const settings = async () => {
        if (!wide) await page.getByRole('button', { name: 'Settings', exact: true }).last().click()
      }
      const close = async () => {
        if (wide) return
        await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
      await page.locator('[data-block="regionblk01"]').focus()
      await settings()
      assert.deepEqual(await axeFindingsInBoth(page), [], 'a field')
      await page.getByRole('tab', { name: 'Rules' }).click()
      assert.deepEqual(await axeFindingsInBoth(page), [], 'rules')
      await page.getByRole('tab', { name: 'Design' }).click()
      assert.deepEqual(await axeFindingsInBoth(page), [], 'design')
      await close()
      await page.locator('[data-block="totalblock1"]').focus()
      await settings()
      const formula = page.getByRole('textbox', { name: 'Formula' })
      await formula.click()
      await page.getByText('The question this stood for was removed.').first().waitFor()
      assert.deepEqual(await axeFindingsInBoth(page), [], 'a formula that is wrong')
      await page.keyboard.press('End')
      await page.keyboard.type(' + @')
      await page.getByRole('listbox', { name: 'Answers and functions' }).waitFor()
      assert.deepEqual(await axeFindingsInBoth(page), [], 'the menu of a formula')
      await page.keyboard.press('Escape')
      await page.getByRole('listbox').waitFor({ state: 'detached' })
      await close()
      await page.locator('[data-block="nameblock01"]').focus()
      await page.keyboard.press('/')
      await page.getByRole('option').first().waitFor()
      assert.deepEqual(await axeFindingsInBoth(page), [], 'adding')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Move Short text: Name/ }).click()
      await page.getByRole('menuitem').first().waitFor()
      assert.deepEqual(await axeFindingsInBoth(page), [], 'the menu of a block')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await page.getByText('to fix first').waitFor()
      assert.deepEqual(await axeFindingsInBoth(page), [], 'the check list')
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
      await page.getByRole('button', { name: 'Preview' }).click()
      await page.frameLocator('iframe').getByRole('heading').first().waitFor()
      assert.deepEqual(await axeFindingsInBoth(page), [], 'the preview')
    })
  }

  test('nothing to find: a clash', async ({ assert, browser }) => {
    const a = await newDesk(browser, { blocks: GIVEN })
    const b = await openDesk(browser, a.creator, a.formId, a.slug)
    const name = '[data-block="nameblock01"] [data-text="label"]'
    await b.context.setOffline(true)
    await b.page.locator(name).fill('What are you called?')
    await a.page.locator(name).fill('Your full name')
    await saved(a.page)
    await b.context.setOffline(false)
    await b.page.getByRole('button', { name: 'Keep yours' }).waitFor()
    assert.deepEqual(await axeFindings(b.page), [])
  })
})
