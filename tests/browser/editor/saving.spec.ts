import { test } from '@japa/runner'
import { axeFindings } from '#tests/browser/axe'
import {
  blocks,
  draftOf,
  labels,
  NAME,
  NAME_AND_CITY,
  newDesk,
  saved,
  storedLabels,
} from '#tests/browser/editor/editor_page'
import { eventually } from '#tests/browser/eventually'

test.group('Editor: saving', () => {
  test('offline: kept here, over a reload too, and sent on return', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page, context } = desk
    await context.setOffline(true)
    await page.locator(NAME).fill('Your name')
    await page.getByRole('status').filter({ hasText: 'Offline, kept here' }).waitFor()
    await page.locator('[data-block="cityblock01"] [data-text="label"]').fill('Your city')
    assert.deepEqual(await storedLabels(desk), ['Name', 'City'])
    await context.setOffline(false)
    await saved(page)
    assert.deepEqual(await storedLabels(desk), ['Your name', 'Your city'])
  })

  test('a reload while saving loses nothing', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page } = desk
    // the server's reply never arrives
    await page.route('**/draft', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await page.locator(NAME).fill('Your name')
    await page.getByRole('status').filter({ hasText: 'Offline' }).waitFor()
    await page.locator(NAME).fill('Your whole name')
    await page.reload()
    await page.locator(NAME).filter({ hasText: 'Your whole name' }).waitFor()
    await page.unroute('**/draft')
    await page.reload()
    await page.locator(NAME).filter({ hasText: 'Your whole name' }).waitFor()
    // it may have been sent by the page that went or by the one that came
    await eventually(async () => assert.deepEqual(await storedLabels(desk), ['Your whole name', 'City']))
  })

  test('the draft is asked for once, when somebody points at the editor; each time it is the newest', async ({
    assert,
    browser,
  }) => {
    const { page } = await newDesk(browser, { blocks: NAME_AND_CITY })
    const tab = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
    const leave = async () => {
      await tab('Share').click()
      await page.getByRole('heading', { name: 'Share', exact: true }).waitFor()
    }
    await page.locator(NAME).fill('Your name')
    await saved(page)
    await leave()
    let asked = 0
    let held = () => {}
    let release = () => {}
    const holding = new Promise<void>((resolve) => (held = resolve))
    const gate = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/draft/changes?since=0', async (route) => {
      asked += 1
      held()
      await gate
      await route.continue()
    })
    await tab('Edit').hover()
    await holding
    await tab('Edit').click()
    await page.waitForURL('**/edit')
    release()
    await page.locator(NAME).filter({ hasText: 'Your name' }).waitFor()
    assert.equal(asked, 1)
    await page.locator(NAME).fill('Your whole name')
    await saved(page)
    await leave()
    await tab('Edit').click()
    await page.locator(NAME).filter({ hasText: 'Your whole name' }).waitFor()
  })

  test('a lost reply is no question', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page } = desk
    let lost = 0
    await page.route('**/draft', async (route) => {
      if (route.request().method() !== 'PATCH' || lost > 0) return route.continue()
      lost += 1
      await route.fetch()
      await route.abort()
    })
    await page.locator(NAME).fill('Your name')
    await saved(page)
    assert.equal(lost, 1)
    assert.equal(await page.getByText('Someone else changed this too').count(), 0)
    assert.deepEqual(await storedLabels(desk), ['Your name', 'City'])
  })

  test('a slow server: what is under way is said, and publishing waits for it', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page } = desk
    let goOn = () => {}
    const held = new Promise<void>((resolve) => (goOn = resolve))
    await page.route('**/draft', async (route) => {
      if (route.request().method() === 'PATCH') await held
      await route.continue()
    })
    await page.locator(NAME).fill('Your name')
    await page
      .getByRole('status')
      .filter({ hasText: /^Saving$/ })
      .waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Publish' })
    await sheet.getByText('Saving your last changes…').waitFor()
    assert.isTrue(await sheet.getByRole('button', { name: 'Publish', exact: true }).isDisabled())
    assert.deepEqual(await storedLabels(desk), ['Name', 'City'])
    goOn()
    await sheet.getByRole('region', { name: 'What changes' }).getByText('Short text: Your name').waitFor()
    await sheet.getByRole('button', { name: 'Publish version 1' }).click()
    await sheet.getByText('Version 1 is published.').waitFor()
    assert.deepEqual(await storedLabels(desk), ['Your name', 'City'])
  })

  test('a save that is refused altogether: why, what it holds back, and another try', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page } = desk
    await page.route('**/draft', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 403, json: { code: 'E_ROLE', message: 'Your role is viewer.' } })
        : route.continue(),
    )
    await page.locator(NAME).fill('Your name')
    await page.getByRole('alert').filter({ hasText: 'Not saved: Your role is viewer.' }).waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Publish' })
    await sheet.getByText('Your last changes could not be saved: Your role is viewer.').waitFor()
    assert.isTrue(await sheet.getByRole('button', { name: 'Publish', exact: true }).isDisabled())
    assert.deepEqual(await axeFindings(page), [])
    await sheet.getByRole('button', { name: 'Close' }).click()
    await sheet.waitFor({ state: 'detached' })
    await page.unroute('**/draft')
    await page.getByRole('button', { name: 'Not saved' }).click()
    await page.getByRole('button', { name: 'Try again' }).click()
    await saved(page)
    assert.deepEqual(await storedLabels(desk), ['Your name', 'City'])
  })

  test('one block that the server does not take holds no other back; it is shown why, mended or dropped', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page, context } = desk
    const city = page.locator('[data-block="cityblock01"] [data-text="label"]')
    const tooLong = 'x'.repeat(20_001)
    await context.setOffline(true)
    await page.locator(NAME).fill(tooLong)
    await city.fill('Your city')
    await context.setOffline(false)
    const notice = page.getByRole('region', { name: 'Not saved' })
    await notice.filter({ hasText: 'A text has up to 20,000 characters.' }).waitFor()
    await eventually(async () => assert.deepEqual(await storedLabels(desk), ['Name', 'Your city']))
    assert.deepEqual(await axeFindings(page), [])
    await city.fill('Your town')
    await eventually(async () => assert.deepEqual(await storedLabels(desk), ['Name', 'Your town']))

    await page.getByRole('button', { name: '1 change not saved' }).click()
    await page.getByText('Everything else is saved.').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('dialog').getByRole('button', { name: 'Show' }).click()
    await page.locator('[data-block="nameblock01"]:focus').waitFor()
    await page.locator(NAME).fill('Your name')
    await saved(page)
    assert.equal(await notice.count(), 0)
    assert.deepEqual(await storedLabels(desk), ['Your name', 'Your town'])

    await page.locator(NAME).fill(tooLong)
    await notice.getByRole('button', { name: 'Discard this change' }).click()
    await page.locator(NAME).filter({ hasText: 'Your name' }).waitFor()
    await saved(page)
    assert.deepEqual(await storedLabels(desk), ['Your name', 'Your town'])
  })

  test('undo and redo by keys and buttons; a removed block comes back by the toast', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page } = desk
    await page.locator(NAME).click()
    await page.keyboard.press('End')
    // at once: a pause between two letters would be a step of its own
    await page.keyboard.insertText(' of the guest')
    await page.keyboard.press('Control+z')
    assert.deepEqual(await labels(page), ['Name', 'City'])
    await page.keyboard.press('Control+Shift+z')
    assert.deepEqual(await labels(page), ['Name of the guest', 'City'])
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
    assert.deepEqual(await labels(page), ['Name', 'City'])

    await page.locator('[data-block="cityblock01"]').focus()
    await page.keyboard.press('Delete')
    assert.deepEqual(await labels(page), ['Name'])
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
    assert.deepEqual(await labels(page), ['Name', 'City'])
    await saved(page)
    assert.deepEqual(await storedLabels(desk), ['Name', 'City'])
  })

  test('blocks by keys: select, copy, paste, duplicate, move; options by Enter and by pasted lines', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page } = desk
    const keys = page.keyboard
    await page.locator('[data-block="nameblock01"]').focus()
    await keys.press('Shift+ArrowDown')
    await keys.press('Control+c')
    await keys.press('Control+v')
    await blocks(page).nth(3).waitFor()
    assert.deepEqual(await labels(page), ['Name', 'City', 'Name', 'City'])
    // the focus follows with the next frame
    const focused = page.locator(':focus')
    await blocks(page).nth(3).and(focused).waitFor()
    await keys.press('Escape')
    await page.locator('[data-block="nameblock01"]').focus()
    await keys.press('Control+d')
    assert.deepEqual(await labels(page), ['Name', 'Name', 'City', 'Name', 'City'])
    await blocks(page).nth(1).and(focused).waitFor()
    await page.locator('[data-block="cityblock01"]').focus()
    await keys.press('Alt+ArrowUp')
    assert.deepEqual(await labels(page), ['Name', 'City', 'Name', 'Name', 'City'])

    await page.getByRole('button', { name: 'Multiple choice' }).click()
    const option = page.locator('[data-chosen="current"] [data-text^="options."]')
    await option.last().click()
    await keys.press('End')
    await keys.press('Enter')
    await option.nth(2).and(focused).waitFor()
    await page.evaluate("navigator.clipboard.writeText('Red\\nGreen\\n\\n Blue ')")
    await keys.press('Control+v')
    // three lines are three options: those that nobody had named give way
    const options = (...said: string[]) =>
      eventually(async () => assert.deepEqual(await option.allTextContents(), said))
    await options('Red', 'Green', 'Blue')
    await option.last().and(focused).waitFor()
    // in the middle of real options they stand there; an option that is selected is replaced
    await page.evaluate("navigator.clipboard.writeText('One\\nTwo')")
    await option.nth(0).click()
    await keys.press('End')
    await keys.press('Control+v')
    await options('Red', 'One', 'Two', 'Green', 'Blue')
    await option.nth(3).click()
    await keys.press('Control+a')
    await keys.press('Control+v')
    await options('Red', 'One', 'Two', 'One', 'Two', 'Blue')
    await keys.press('Control+z')
    await options('Red', 'One', 'Two', 'Green', 'Blue')
    await saved(page)
    const select = (await draftOf(desk)).find((row) => row.kind === 'select')
    assert.match(JSON.stringify(select?.content), /"label":"Blue"/)
    const all = (await draftOf(desk)).flatMap((row) => row.content?.key ?? [])
    assert.lengthOf(new Set(all), all.length)
    assert.equal(await blocks(page).count(), 6)

    // the same in the panel
    const panel = page.getByRole('complementary', { name: 'Settings' })
    await panel.getByRole('textbox', { name: 'Label of option 2' }).click()
    await keys.press('Home')
    await keys.press('Control+v')
    await options('Red', 'One', 'One', 'Two', 'Two', 'Green', 'Blue')
    await page.getByRole('button', { name: 'Checkboxes' }).click()
    await options('Option 1', 'Option 2')
    const first = panel.getByRole('textbox', { name: 'Label of option 1' })
    await first.click()
    await page.evaluate("navigator.clipboard.writeText('Red\\nGreen\\nBlue\\n')")
    await keys.press('Control+v')
    await options('Red', 'Green', 'Blue')
    assert.equal(await first.inputValue(), 'Red')
    await panel.getByRole('textbox', { name: 'Label of option 3' }).and(focused).waitFor()
    // one line is a text like any other
    await page.evaluate("navigator.clipboard.writeText(' wine')")
    await keys.press('End')
    await keys.press('Control+v')
    await options('Red', 'Green', 'Blue wine')
    await page.getByRole('button', { name: 'Multiple choice', exact: true }).click()
    await options('Option 1', 'Option 2')
    await panel.getByRole('button', { name: 'Add option', exact: true }).click()
    await panel.getByRole('textbox', { name: 'Label of option 2' }).fill('Grey')
    await panel.getByRole('button', { name: 'Paste a list' }).click()
    await panel.getByRole('textbox', { name: 'Paste a list' }).fill('Red\nGreen\nBlue')
    await panel.getByRole('button', { name: 'Add these' }).click()
    await options('Grey', 'Red', 'Green', 'Blue')
  })
})
