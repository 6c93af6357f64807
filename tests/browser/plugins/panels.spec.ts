import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { blocks, type Desk, draftOf, newDesk, saved } from '#tests/browser/editor/editor_page'
import { holds } from '#tests/browser/eventually'
import { axeFindings } from '#tests/browser/axe'

/** The settings of a block as the server holds them. */
async function storedSettings(desk: Desk, id: string): Promise<Record<string, unknown>> {
  const row = (await draftOf(desk)).find(({ block_id }) => block_id === id)
  return Object(row?.content?.settings)
}

async function select(page: Page, label: string): Promise<void> {
  await blocks(page).getByText(label, { exact: true }).click()
}

test.group('Panels', () => {
  test('options are added, pasted, moved and given values', async ({ assert, browser, cleanup }) => {
    const options = [
      { id: 'red', label: 'Red' },
      { id: 'blue', label: 'Blue' },
    ]
    const desk = await newDesk(browser, {
      blocks: [{ id: 'colour', kind: 'select', key: 'colour', label: 'Colour', settings: { options } }],
    })
    cleanup(() => desk.context.close())
    const { page } = desk
    await select(page, 'Colour')
    await page.getByRole('button', { name: 'Move Blue up' }).click()
    await page.getByRole('button', { name: 'Paste a list' }).click()
    await page.getByRole('textbox', { name: 'Paste a list' }).fill(' Green | 12.50\n\nYellow ')
    await page.getByRole('button', { name: 'Add these' }).click()
    await page.getByRole('button', { name: 'Remove Red' }).click()
    // the focus goes on to what stands there now, at the end to what stands before
    const focused = page.locator(':focus')
    await page.getByRole('textbox', { name: 'Label of option 2' }).and(focused).waitFor()
    await page.getByRole('button', { name: 'Remove Yellow' }).click()
    await page.getByRole('textbox', { name: 'Label of option 2' }).and(focused).waitFor()
    await page.keyboard.press('Control+z')
    await page.getByRole('button', { name: 'Remove Yellow' }).waitFor()
    // what is typed and moved at once are two steps
    const label = page.getByRole('textbox', { name: 'Label of option 2' })
    await label.fill('Lime')
    await label.press('Alt+ArrowUp')
    await page.keyboard.press('Control+z')
    await holds(label, 'Lime')
    await page.keyboard.press('Control+z')
    await holds(label, 'Green')
    await page.getByRole('switch', { name: 'Code' }).check()
    await page.getByRole('textbox', { name: 'Code: Blue' }).fill('b')
    // what a pasted line brings along is shown
    await page.getByRole('textbox', { name: 'Value: Blue' }).fill('3')
    const csv = 'Label;Value;Group\nOcre;4,50;Warm\n'
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Import a CSV file' }).click()
    await (await chooser).setFiles({ name: 'o.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByRole('button', { name: 'Add 1 option' }).click()
    await page.getByRole('textbox', { name: 'Group: Ocre' }).waitFor()
    await saved(page)
    const stored = Object(await storedSettings(desk, 'colour')).options
    assert.lengthOf(stored, 4)
    assert.deepInclude(stored[3], { label: 'Ocre', amount: 4.5, group: 'Warm' })
    assert.deepEqual(stored[0], { id: 'blue', label: 'Blue', value: 'b', amount: 3 })
    assert.deepEqual([stored[1].label, stored[1].amount, stored[2].label], ['Green', 12.5, 'Yellow'])
    assert.match(stored[1].id, /^o[a-z0-9]+$/)
  })

  test('a list is moved by keys, which is said, keeps its limits, and takes references by their keys', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const line = (label: string) => ({ id: label.toLowerCase(), label })
    const desk = await newDesk(browser, {
      blocks: [
        { id: 'name01', kind: 'text', key: 'first_name', label: 'Name' },
        {
          ...{ id: 'survey', kind: 'matrix', key: 'survey', label: 'Survey' },
          settings: { rows: [line('Food'), line('Staff')], columns: [line('Good')] },
        },
      ],
    })
    cleanup(() => desk.context.close())
    const { page } = desk
    await select(page, 'Survey')
    const rows = page.getByRole('group', { name: 'Rows' })
    const second = rows.getByRole('textbox', { name: 'Label of row 2' })
    await second.press('Alt+ArrowUp')
    const first = rows.getByRole('textbox', { name: 'Label of row 1' })
    await first.and(page.locator(':focus')).waitFor()
    assert.equal(await first.inputValue(), 'Staff')
    await rows.getByText('Row 1 of 2').waitFor({ state: 'attached' })
    await rows.getByRole('button', { name: 'Move Staff down' }).press('Enter')
    // what is last cannot be moved on: the button beside has the focus
    await rows.getByRole('button', { name: 'Remove Staff' }).and(page.locator(':focus')).waitFor()
    const columns = page.getByRole('group', { name: 'Columns' })
    assert.isTrue(await columns.getByRole('button', { name: 'Remove Good' }).isDisabled())
    await columns.getByRole('button', { name: 'Paste a list' }).click()
    const many = Array.from({ length: 30 }, (_, index) => `Column number ${index}`)
    await columns.getByRole('textbox', { name: 'Paste a list' }).fill(many.join('\n'))
    await columns.getByRole('button', { name: 'Add these' }).click()
    await page.getByText('The limit is 20. 11 were left out.').waitFor()
    assert.isTrue(await columns.getByRole('button', { name: 'Add column' }).isDisabled())
    await first.fill('Food for {first_name}')
    assert.equal(await first.inputValue(), 'Food for {first_name}')
    await page.locator('[data-block="survey"]').getByText('Food for Name').first().waitFor()
    await saved(page)
    const { rows: stored, columns: all } = Object(await storedSettings(desk, 'survey'))
    assert.deepEqual(stored[0], { id: 'food', label: 'Food for {#name01}' })
    assert.lengthOf(all, 20)
    assert.deepEqual(await axeFindings(page), [])
  })

  test('what stands beside each other to be chosen is read in full', async ({ assert, browser, cleanup }) => {
    const { page, context } = await newDesk(browser, {
      blocks: [{ id: 'name01', kind: 'text', key: 'first_name', label: 'Name' }],
    })
    cleanup(() => context.close())
    const cut = () =>
      page.evaluate<(string | null)[]>(
        `[...document.querySelectorAll('.mantine-SegmentedControl-root')]
          .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)`,
      )
    await page.getByRole('radiogroup', { name: 'Corners' }).waitFor()
    assert.deepEqual(await cut(), [])
    await select(page, 'Name')
    await page.getByRole('tab', { name: 'Design' }).click()
    await page.getByRole('radiogroup', { name: 'Starts as' }).waitFor()
    assert.deepEqual(await cut(), [])
  })

  test('accepted types are a list that takes nothing but types', async ({ assert, browser, cleanup }) => {
    const desk = await newDesk(browser, {
      blocks: [{ id: 'papers', kind: 'file', key: 'papers', label: 'Papers' }],
    })
    cleanup(() => desk.context.close())
    const { page } = desk
    await select(page, 'Papers')
    const types = page.getByRole('combobox', { name: 'Accepted types' })
    await types.fill('image/*')
    await types.press('Enter')
    await types.fill('anything')
    await types.press('Enter')
    await types.fill('.PDF')
    await types.press('Enter')
    await saved(page)
    assert.deepEqual((await storedSettings(desk, 'papers')).accept, ['image/*', '.pdf'])
  })
})
