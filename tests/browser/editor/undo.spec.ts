import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { eventually } from '#tests/browser/eventually'
import {
  draftOf,
  labels,
  NAME,
  NAME_AND_CITY,
  newDesk,
  saved,
  storedLabels,
  type Desk,
} from '#tests/browser/editor/editor_page'

const CITY = '[data-block="cityblock01"]'

/** Types at once behind the label of the first question: one step of undo. */
async function typeName(page: Page): Promise<void> {
  await page.locator(NAME).click()
  await page.keyboard.press('End')
  await page.keyboard.insertText(' of the guest')
}

/** Undo as the browser's own menus ask for it: no key is pressed. */
async function undoByMenu(desk: Desk): Promise<void> {
  const session = await desk.context.newCDPSession(desk.page)
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', commands: ['undo'] })
  await session.detach()
}

test.group('Editor: one undo, wherever the focus is', () => {
  test('it takes back the newest step, shows where, and never reaches a text elsewhere', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page } = desk
    const keys = page.keyboard
    const settings = page.getByRole('complementary', { name: 'Settings' })
    const adder = page.getByRole('combobox', { name: 'Add a block' }).last()

    // in the line for adding
    await typeName(page)
    await page.locator(CITY).focus()
    await keys.press('Delete')
    await adder.click()
    await keys.press('Control+z')
    await page.locator(`${CITY}[data-chosen="current"]:focus`).waitFor()
    assert.deepEqual(await labels(page), ['Name of the guest', 'City'])
    await keys.press('Control+y')
    await page.locator(CITY).waitFor({ state: 'detached' })
    // a name that is looked for is taken back before anything of the draft
    await adder.click()
    await keys.type('/em')
    await keys.press('Control+z')
    assert.notEqual(await adder.inputValue(), '/em')
    assert.deepEqual(await labels(page), ['Name of the guest'])
    await adder.fill('')
    await undoByMenu(desk)
    await page.locator(`${CITY}:focus`).waitFor()
    assert.deepEqual(await labels(page), ['Name of the guest', 'City'])

    // in an empty field of the panel: the caret goes where something changed
    await page.locator(NAME).click()
    await settings.getByRole('textbox', { name: 'Help', exact: true }).click()
    await keys.press('Control+z')
    await page.locator(`${NAME}:focus`).waitFor()
    assert.deepEqual(await labels(page), ['Name', 'City'])
    await keys.press('Control+Shift+z')
    await eventually(async () => assert.deepEqual(await labels(page), ['Name of the guest', 'City']))

    // a text that changes in the panel keeps the focus there
    const help = settings.getByRole('textbox', { name: 'Help', exact: true })
    await help.click()
    await keys.insertText('As in your passport')
    await keys.press('Control+z')
    await help.and(page.locator(':focus')).waitFor()
    assert.equal(await help.textContent(), '')
    await undoByMenu(desk)
    await page.locator(`${NAME}:focus`).waitFor()
    assert.deepEqual(await labels(page), ['Name', 'City'])

    // settings of the form: another panel comes, with the field that changed
    await settings.getByRole('button', { name: 'Form settings' }).click()
    const most = settings.getByRole('textbox', { name: 'Submission limit' })
    await most.fill('25')
    await page.locator(CITY).focus()
    await keys.press('Control+z')
    await most.and(page.locator(':focus')).waitFor()
    assert.equal(await most.inputValue(), '')
    const description = page.getByRole('textbox', { name: 'Form description' })
    await description.fill('For guests')
    await page.locator(CITY).focus()
    await keys.press('Control+z')
    await description.and(page.locator(':focus')).waitFor()
    assert.equal(await description.textContent(), '')
    await saved(page)
    assert.deepEqual(await storedLabels(desk), ['Name', 'City'])

    // a look at another page of the form forgets nothing
    await typeName(page)
    await saved(page)
    const tabs = page.getByRole('navigation', { name: 'Pages of this form' })
    await tabs.getByRole('link', { name: 'Submissions' }).click()
    await page.locator('[data-page]').waitFor({ state: 'detached' })
    await tabs.getByRole('link', { name: 'Edit' }).click()
    await page.locator(NAME).waitFor()
    const back = page.getByRole('button', { name: 'Undo', exact: true }).first()
    await back.click()
    await eventually(async () => assert.deepEqual(await labels(page), ['Name', 'City']))
    // it was the last one: the button is of no more use, and the focus goes to the page
    await page.locator('[data-block="nameblock01"]:focus').waitFor()
    await keys.press('Control+y')
    await page.locator(`${NAME}:focus`).waitFor()
    assert.deepEqual(await labels(page), ['Name of the guest', 'City'])
  })

  test('what is half typed is taken back first; what it hid of the draft is seen then', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page } = desk
    const keys = page.keyboard
    const settings = page.getByRole('complementary', { name: 'Settings' })
    await typeName(page)
    await settings.getByText('Advanced').click()
    const key = settings.getByRole('textbox', { name: 'Key' })
    const before = await key.inputValue()
    await key.click()
    await keys.press('End')
    await keys.type('_x')
    await keys.press('Control+z')
    await eventually(async () => assert.equal(await key.inputValue(), before))
    assert.deepEqual(await labels(page), ['Name of the guest', 'City'])
    // then the draft's own
    await keys.press('Control+z')
    assert.deepEqual(await labels(page), ['Name', 'City'])

    await page.keyboard.press('Escape')
    await settings.getByRole('button', { name: 'Form settings' }).click()
    const most = settings.getByRole('textbox', { name: 'Submission limit' })
    await most.fill('25')
    await most.press('Control+z')
    await eventually(async () => assert.equal(await most.inputValue(), ''))
    const accent = settings.getByRole('textbox', { name: 'Accent', exact: true })
    const colour = await accent.inputValue()
    await accent.fill('#123456')
    await accent.press('Control+z')
    await eventually(async () => assert.equal(await accent.inputValue(), colour))
    const opens = settings.getByLabel('Opens')
    await opens.fill('2089-12-24T09:00')
    await opens.press('Control+z')
    await eventually(async () => assert.equal(await opens.inputValue(), ''))
    await saved(page)
    const rows = await draftOf(desk)
    const contents = JSON.stringify(rows.filter(({ kind }) => kind.startsWith('settings.')))
    assert.notMatch(contents, /"maxSubmissions":25|#123456|2089/)
  })

  test('a dialog keeps the browser’s own, which ends where its field does', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page } = desk
    await typeName(page)
    await saved(page)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('dialog', { name: 'Publish' }).getByText('Add a note').click()
    const note = page.getByRole('dialog', { name: 'Publish' }).getByLabel('Note for this version')
    await note.click()
    await page.keyboard.insertText('For the summer')
    for (const text of ['', '', '']) {
      await page.keyboard.press('Control+z')
      await eventually(async () => assert.equal(await note.inputValue(), text))
    }
    await undoByMenu(desk)
    await page.keyboard.press('Control+Shift+z')
    await eventually(async () => assert.equal(await note.inputValue(), 'For the summer'))
    await page.keyboard.press('Escape')
    assert.deepEqual(await labels(page), ['Name of the guest', 'City'])
    await saved(page)
    assert.deepEqual(await storedLabels(desk), ['Name of the guest', 'City'])
  })
})
