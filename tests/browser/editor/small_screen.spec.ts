import { test } from '@japa/runner'
import { eventually } from '#tests/browser/eventually'
import { blocks, labels, newDesk, saved } from '#tests/browser/editor/editor_page'

const PHONE = { width: 390, height: 780 }

/** Asks what is not in the form. */
const RULES = [{ when: { left: { field: 'goneblock01' }, op: 'is', right: { value: 'a' } }, do: 'show' }]

test.group('Editor: 390 px', () => {
  test('adding, settings, moving by menu and publishing, without sideways scroll', async ({
    assert,
    browser,
  }) => {
    const { page } = await newDesk(browser, { viewport: PHONE })
    const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    assert.isAtMost(await overflow(), 0)
    await page.getByText('This form is empty. Type a question, or / for a block.').waitFor()
    const add = async (kind: string, text: string) => {
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: kind, exact: true }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.locator('[data-block][data-chosen="current"] [data-text]').first().fill(text)
    }
    await add('Short text', 'Name')
    await add('Page break', 'On')
    await add('Number', 'Age')
    await page.getByRole('button', { name: 'Settings', exact: true }).last().click()
    const settings = page.getByRole('dialog')
    const must = (checked: boolean) => settings.getByRole('switch', { name: 'Required', checked })
    await must(false).click()
    // undo in the drawer is the draft's, and the focus stays in it
    await page.keyboard.press('Control+z')
    await must(false).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Control+z')
    await eventually(async () => assert.deepEqual(await labels(page), ['Name', 'On', '']))
    await settings.locator(':focus').waitFor()
    await page.keyboard.press('Control+y')
    await eventually(async () => assert.deepEqual(await labels(page), ['Name', 'On', 'Age']))
    await page.keyboard.press('Control+y')
    await must(true).waitFor()
    assert.isAtMost(await overflow(), 0)
    await settings.getByRole('button', { name: 'Close' }).click()
    await settings.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: /^Move Number: Age/ }).click()
    await page.getByRole('menuitem', { name: 'Move to page 1' }).click()
    await blocks(page).nth(1).filter({ hasText: 'Age' }).waitFor()
    assert.deepEqual(await labels(page), ['Name', 'Age', 'On'])
    await page.getByRole('button', { name: /^Move Number: Age/ }).click()
    const down = page.getByRole('menuitem', { name: 'Move down' })
    await down.waitFor()
    // nothing stands beside anything here
    assert.equal(await page.getByRole('menuitem', { name: 'Beside the block above' }).count(), 0)
    await down.click()
    await blocks(page).nth(2).filter({ hasText: 'Age' }).waitFor()
    await saved(page)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: 'Publish version 1' }).click()
    await page.getByText('Version 1 is published.').waitFor()
    assert.isAtMost(await overflow(), 0)
    // what a desk shows that is enlarged to 400 %
    await page.setViewportSize({ width: 320, height: 640 })
    assert.isAtMost(await overflow(), 0)
  })

  test('what is to be mended is read in full, however long questions are called', async ({
    assert,
    browser,
  }) => {
    const long = 'x'.repeat(400)
    const { page } = await newDesk(browser, {
      viewport: PHONE,
      blocks: [
        { id: 'longblock01', kind: 'text', label: long, key: 'long' },
        { id: 'asksblock01', kind: 'text', label: 'You and {#longblock01}', key: 'asks', rules: RULES },
        { id: 'bareblock01', kind: 'select', label: long, key: 'bare', settings: { options: [] } },
      ],
    })
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const check = page.getByRole('region', { name: 'Check' })
    await check.getByRole('button', { name: /You and x+/ }).waitFor()
    // the sheet may still be coming in: what stands in it is as wide as it stays
    for (const line of await check.getByRole('button').all())
      assert.isAtMost((await line.boundingBox())?.width ?? 0, PHONE.width - 56)
  })
})
