import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { blocks, type Desk, draftOf, newDesk, saved } from '#tests/browser/editor/editor_page'

/** The settings of a block as the server holds them. */
async function storedSettings(desk: Desk, id: string): Promise<Record<string, unknown>> {
  const row = (await draftOf(desk)).find(({ block_id }) => block_id === id)
  return Object(row?.content?.settings)
}

async function select(page: Page, label: string): Promise<void> {
  await blocks(page).getByText(label, { exact: true }).click()
}

test.group('Panels that plugins draw themselves', () => {
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
    await page.getByRole('textbox', { name: 'Paste a list' }).fill(' Green\n\nYellow ')
    await page.getByRole('button', { name: 'Add these' }).click()
    await page.getByRole('button', { name: 'Remove Red' }).click()
    await page.getByRole('switch', { name: 'Values of their own' }).check()
    await page.getByRole('textbox', { name: 'Value: Blue' }).fill('b')
    await saved(page)
    const stored = Object(await storedSettings(desk, 'colour')).options
    assert.lengthOf(stored, 3)
    assert.deepEqual(stored[0], { id: 'blue', label: 'Blue', value: 'b' })
    assert.deepEqual([stored[1].label, stored[2].label], ['Green', 'Yellow'])
    assert.match(stored[1].id, /^o[a-z0-9]+$/)
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
