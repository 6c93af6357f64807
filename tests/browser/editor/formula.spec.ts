import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import {
  draftOf,
  newDesk,
  publish,
  saved,
  type Desk,
  type GivenBlock,
} from '#tests/browser/editor/editor_page'

const GIVEN: GivenBlock[] = [
  { id: 'priceblk001', kind: 'number', label: 'Price', key: 'price' },
  { id: 'guestsblk01', kind: 'number', label: 'Guests', key: 'guests' },
  { id: 'nameblock01', kind: 'text', label: 'Your name', key: 'name' },
  { id: 'totalblock1', kind: 'calculation', label: 'Total', key: 'total' },
]
const CHIP = '[data-reference]'

/** The formula field of the calculation, with the focus. */
async function formulaOf(page: Page) {
  await page.locator('[data-block="totalblock1"]').focus()
  const field = page.getByRole('textbox', { name: 'Formula' })
  await field.click()
  await page.locator('[aria-label="Formula"]:focus').waitFor()
  return field
}

/** The formula as it is stored, once everything is saved. */
async function stored(desk: Desk): Promise<unknown> {
  await saved(desk.page)
  const { content } = (await draftOf(desk)).find((row) => row.block_id === 'totalblock1') ?? {}
  return content?.settings
}

test.group('Editor: formulas', () => {
  test('answers are chips, from a menu by @ or {, by keyboard or mouse; functions too', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    const keys = page.keyboard
    const field = await formulaOf(page)
    const menu = page.getByRole('listbox', { name: 'Answers and functions' })
    await keys.type('ro')
    await menu.getByRole('option', { name: /^round\(number, decimals\)/ }).waitFor()
    await keys.press('Enter')
    await menu.waitFor({ state: 'detached' })
    // the caret stands between the brackets
    await keys.type('@pri')
    await menu.getByRole('option', { name: 'Price {price}' }).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await keys.press('Tab')
    await keys.type(' * {')
    await menu.getByRole('option', { name: 'Guests {guests}' }).click()
    assert.deepEqual(await field.locator(CHIP).allInnerTexts(), ['Price', 'Guests'])
    await keys.type(', 2')
    await page.getByText('Gives a number.').waitFor()
    // by the button, where the caret stands
    await keys.press('End')
    await keys.type(' + ')
    await page.getByRole('button', { name: 'Insert an answer or a function' }).click()
    await menu.getByRole('option', { name: /^max\(/ }).click()
    await keys.type('1, {price}')
    assert.deepEqual(await field.locator(CHIP).allInnerTexts(), ['Price', 'Guests', 'Price'])
    assert.deepInclude(await stored(desk), {
      formula: 'round({#priceblk001} * {#guestsblk01}, 2) + max(1, {#priceblk001})',
    })
    // inside quotes an @ is an @, and Escape closes what was not asked for
    await keys.press('End')
    await keys.type(' & "a@b')
    assert.equal(await menu.count(), 0)
    await keys.type('" & {')
    await menu.waitFor()
    await keys.press('Escape')
    await menu.waitFor({ state: 'detached' })
    assert.equal(await page.locator('[aria-label="Formula"]:focus').count(), 1)
    await keys.press('Backspace')
    await keys.press('Backspace')
    await keys.press('Backspace')
    for (let i = 0; i < ' & "a@b"'.length; i += 1) await keys.press('Backspace')
    await page.getByText('Gives a number.').waitFor()

    await publish(page)
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(`http://${process.env.HOST}:${process.env.PORT}/forms/${desk.slug}`)
    await visitor.getByLabel('Price').fill('2.555')
    await visitor.getByLabel('Guests').fill('10')
    await visitor.getByLabel('Guests').blur()
    await visitor.getByText('28.105', { exact: true }).waitFor()
  })

  test('what is wrong is said and marked while it is typed, and where', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    const keys = page.keyboard
    const field = await formulaOf(page)
    const marked = () => field.locator('[data-wrong]').allTextContents()
    await keys.type('{price} *')
    await page.getByText('At the end: The formula is not complete.').waitFor()
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
    assert.deepEqual(await marked(), ['*'])
    await keys.type(' rond(2)')
    await page.getByText('At “rond”: There is no function “rond”.').waitFor()
    assert.deepEqual(await marked(), ['rond'])
    assert.deepEqual(await axeFindings(page), [])
    await keys.press('Control+a')
    await keys.type('1 + {name}')
    await page.getByText('At “Your name”: This answer is a text, but “+” needs a number.').waitFor()
    assert.deepEqual(await marked(), ['Your name'])
    // the sentence belongs to the field for those who do not see it
    const said = await page.evaluate<string>(
      "document.getElementById(document.activeElement.getAttribute('aria-describedby')).textContent",
    )
    assert.include(said, 'needs a number')
    await keys.press('Control+a')
    await keys.type('"Dear " & {name}')
    await page.getByText('The formula gives a text, but a number is needed.', { exact: true }).waitFor()
    await page.getByRole('combobox', { name: 'Result' }).click()
    await page.getByRole('option', { name: 'Text' }).click()
    await page.getByText('Gives a text.').waitFor()
    assert.deepEqual(await marked(), [])
    assert.isNull(await field.getAttribute('aria-invalid'))
    assert.deepInclude(await stored(desk), { formula: '"Dear " & {#nameblock01}', type: 'text' })
  })

  test('a circle, which only the whole form shows, is said at the formula too', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, {
      blocks: [
        ...GIVEN,
        {
          id: 'taxblock001',
          kind: 'calculation',
          label: 'Tax',
          key: 'tax',
          settings: { formula: '{#totalblock1} * 0.2' },
        },
      ],
    })
    const { page } = desk
    const wrong = page.locator('[aria-label="Formula"][aria-invalid="true"]')
    const said = async () => {
      await wrong.waitFor()
      const id = await wrong.getAttribute('aria-describedby')
      return (await page.locator(`[id="${id}"]`).textContent()) ?? ''
    }
    await formulaOf(page)
    await page.keyboard.type('{price} + {tax}')
    assert.match(await said(), /in a circle: “T/)
    // at each formula of the circle, not only at the first
    await page.locator('[data-block="taxblock001"]').focus()
    assert.match(await said(), /in a circle: “T/)
    await formulaOf(page)
    await page.keyboard.press('End')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('1')
    await page.locator('[aria-label="Formula"]:not([aria-invalid])').waitFor()
  })
})
