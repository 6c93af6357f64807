import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { blocks, draftOf, labels, newDesk, saved, storedLabels } from '#tests/browser/editor/editor_page'
import { chip, choose } from '#tests/browser/editor/rule_chips'
import { eventually } from '#tests/browser/eventually'

const LABELS = [
  'Contact',
  'Name',
  'Country',
  'Region',
  'Page 2',
  'Guests',
  'Price',
  'Meals',
  'Total',
  'Programme',
  'See you soon',
]

/** The name of what has the focus. */
const FOCUSED = "document.activeElement?.getAttribute('aria-label') ?? ''"

/** Fails when the page was loaded anew since. */
async function noReload(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate("document.documentElement.setAttribute('data-same-page', '')")
  return () => page.evaluate<boolean>("document.documentElement.hasAttribute('data-same-page')")
}

test.group('Editor: a whole form', () => {
  test('by mouse: ten mixed blocks on two pages with one condition, published', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { title: 'Summer party' })
    const { page } = desk
    const same = await noReload(page)
    const palette = page.getByRole('complementary', { name: 'Blocks to add' })
    const add = async (kind: string, text: string) => {
      await palette.getByRole('button', { name: kind, exact: true }).click()
      const added = page.locator('[data-block][data-chosen="current"] [data-text]').first()
      await added.click()
      await added.fill(text)
    }
    await add('Heading', 'Contact')
    await add('Short text', 'Name')
    await add('Dropdown', 'Country')
    await add('Short text', 'Region')
    await add('Page break', '')
    await page
      .locator('[data-block][data-chosen="current"]')
      .getByRole('textbox', { name: 'Title' })
      .fill('Page 2')
    await add('Number', 'Guests')
    await add('Currency', 'Price')
    await add('Checkboxes', 'Meals')
    await add('Calculation', 'Total')
    await page.getByRole('textbox', { name: /^Formula/ }).fill('{guests} * {price}')
    await add('File upload', 'Programme')
    await add('Ending', 'See you soon')

    // dragged by its handle: Programme goes before Total
    const total = blocks(page).filter({ hasText: 'Total' }).first()
    const programme = blocks(page).filter({ hasText: 'Programme' }).first()
    await programme.hover()
    await page.getByRole('button', { name: /^Move File upload: Programme/ }).hover()
    await page.mouse.down()
    const box = (await total.boundingBox()) ?? { x: 0, y: 0 }
    await page.mouse.move(box.x + 60, box.y + 8, { steps: 8 })
    await page.locator('[data-shown]').waitFor()
    await page.mouse.up()
    await eventually(async () => {
      const order = await labels(page)
      assert.isBelow(order.indexOf('Programme'), order.indexOf('Total'))
    })

    // the condition: Region is shown when Country is Option 1
    await blocks(page)
      .filter({ hasText: 'Region' })
      .first()
      .click({ position: { x: 200, y: 40 } })
    await page.getByRole('tab', { name: 'Rules' }).click()
    await page.getByRole('button', { name: 'Add a rule' }).click()
    await choose(chip(page, 'Question'), 'Country')
    await page.getByText('Show this when Country is Option 1.').waitFor()

    await saved(page)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: 'Publish version 1' }).click()
    await page.getByText('Version 1 is published.').waitFor()
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
    assert.isTrue(await same())

    const visitor = await browser.newContext()
    const open = await visitor.newPage()
    await open.goto(link)
    await open.getByRole('heading', { name: 'Summer party' }).waitFor()
    assert.equal(await open.getByLabel('Region').count(), 0)
    await open.getByLabel('Country').selectOption({ label: 'Option 1' })
    await open.getByLabel('Region').waitFor()
  })

  test('by keyboard: ten mixed blocks on two pages with one condition, published', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { title: 'Summer party' })
    const { page } = desk
    const same = await noReload(page)
    const keys = page.keyboard
    await page.getByRole('combobox', { name: 'Add a block' }).focus()

    /** From inside a text: out of it, and the line for adding behind the block. */
    const add = async (typed: string, text: string) => {
      const before = await blocks(page).count()
      if (before > 0) {
        await keys.press('Escape')
        await keys.press('/')
      }
      await keys.type(typed)
      await keys.press('Enter')
      await blocks(page).nth(before).waitFor()
      await page.locator('[data-block][data-chosen="current"] [data-text]:focus').waitFor()
      await keys.press('Control+A')
      await keys.type(text)
    }
    await add('/heading', 'Contact')
    await add('short', 'Name')
    // Enter in a label: the next question
    await keys.press('Enter')
    await blocks(page).nth(2).waitFor()
    await page.locator('[data-chosen="current"] [data-text]:focus').waitFor()
    await keys.type('Region')
    await add('dropdown', 'Country')
    // a page break begins with its title: Tab leads there from the button's text
    await add('page', 'On')
    await keys.press('Tab')
    await keys.type('Page 2')
    await add('number', 'Guests')
    await add('currency', 'Price')
    await add('checkboxes', 'Meals')
    await add('calculation', 'Total')
    await add('file', 'Programme')
    await add('ending', 'See you soon')
    assert.equal(await blocks(page).count(), LABELS.length)

    // Country goes before Region: lifted by its handle, moved, dropped
    const walkTo = async (name: string) => {
      await keys.press('Escape')
      for (let i = 0; i < 20; i += 1) {
        const focused = await page.evaluate<string>(FOCUSED)
        if (focused.includes(name)) return
        await keys.press('ArrowUp')
      }
      throw new Error(`${name} was not reached`)
    }
    await walkTo('Country')
    await keys.press('Tab')
    await keys.press('Space')
    await keys.press('ArrowUp')
    await keys.press('Space')
    const order = await labels(page)
    assert.isBelow(order.indexOf('Country'), order.indexOf('Region'))
    assert.match((await page.locator('#main [role="status"]').last().textContent()) ?? '', /Position 3 of 11/)

    // the formula, and the condition, in the settings
    const tabTo = async (name: string | RegExp, role: 'tab' | 'button' | 'textbox' | 'combobox') => {
      const wanted = page.getByRole(role, { name, exact: typeof name === 'string' }).first()
      await wanted.waitFor()
      for (let i = 0; i < 80; i += 1) {
        if ((await wanted.and(page.locator(':focus')).count()) > 0) return
        await keys.press('Tab')
      }
      throw new Error(`${String(name)} was not reached by Tab`)
    }
    await keys.press('Shift+Tab')
    await walkToDown(page, 'Total')
    await tabTo(/^Formula/, 'textbox')
    await keys.type('{guests} * {price}')
    await page.locator('[data-block]').filter({ hasText: 'Region' }).first().focus()
    await tabTo('Content', 'tab')
    await keys.press('ArrowRight')
    await tabTo('Add a rule', 'button')
    await keys.press('Enter')
    await tabTo(/^Question: /, 'button')
    await keys.press('Enter')
    await page.getByRole('listbox', { name: 'Question' }).and(page.locator(':focus')).waitFor()
    await keys.type('Country')
    await keys.press('Enter')
    await page.getByText('Show this when Country is Option 1.').waitFor()
    await saved(page)

    const publish = page.getByRole('button', { name: 'Publish', exact: true })
    await publish.focus()
    await keys.press('Enter')
    await page.getByRole('button', { name: 'Publish version 1' }).and(page.locator(':enabled')).waitFor()
    await tabTo('Publish version 1', 'button')
    await keys.press('Enter')
    await page.getByText('Version 1 is published.').waitFor()
    assert.isTrue(await same())
    assert.sameMembers((await storedLabels(desk)).map(String), [
      'Name',
      'Country',
      'Region',
      'Guests',
      'Price',
      'Meals',
      'Total',
      'Programme',
      'heading',
      'page-break',
      'ending',
    ])
    const calculation = (await draftOf(desk)).find((row) => row.kind === 'calculation')
    assert.match(JSON.stringify(calculation?.content), /\{#[a-z0-9]+\} \* \{#[a-z0-9]+\}/)
  })
})

/** Down with the arrow until a block with this name has the focus. */
async function walkToDown(page: Page, name: string): Promise<void> {
  for (let i = 0; i < 20; i += 1) {
    const focused = await page.evaluate<string>(FOCUSED)
    if (focused.includes(name) && !focused.startsWith('Move')) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`${name} was not reached`)
}
