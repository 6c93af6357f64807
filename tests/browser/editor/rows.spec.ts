import { test } from '@japa/runner'
import type { Locator, Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { eventually } from '#tests/browser/eventually'
import {
  draftOf,
  labels,
  newDesk,
  saved,
  type Desk,
  type GivenBlock,
} from '#tests/browser/editor/editor_page'

const GIVEN: GivenBlock[] = [
  { id: 'nameblock01', kind: 'text', label: 'Name', key: 'name' },
  { id: 'cityblock01', kind: 'text', label: 'City', key: 'city' },
  { id: 'streetblk01', kind: 'text', label: 'Street', key: 'street' },
  { id: 'breakblock1', kind: 'page-break' },
  { id: 'lastblock01', kind: 'text', label: 'Last', key: 'last' },
]
const WIDE = { width: 1600, height: 900 }

const block = (page: Page, id: string) => page.locator(`[data-block="${id}"]`)

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('not shown')
  return box
}

/** Drags something to a side, the top or the bottom of a block; `held` looks before it is dropped. */
async function dragTo(
  page: Page,
  what: Locator,
  target: Locator,
  where: 'left' | 'right' | 'top' | 'bottom',
  held?: () => Promise<void>,
): Promise<void> {
  await what.hover()
  await page.mouse.down()
  const box = await boxOf(target)
  const x = where === 'left' ? box.x + 12 : where === 'right' ? box.x + box.width - 12 : box.x + box.width / 2
  const y = where === 'top' ? box.y + 4 : where === 'bottom' ? box.y + box.height - 4 : box.y + box.height / 2
  await page.mouse.move(x - 20, y - 5, { steps: 5 })
  await page.mouse.move(x, y, { steps: 3 })
  await page.locator('[data-shown]').waitFor()
  await held?.()
  await page.mouse.up()
}

async function handle(page: Page, id: string): Promise<Locator> {
  await block(page, id).hover()
  return block(page, id).getByRole('button', { name: /^Move / })
}

/** Widths as they are stored, by label; a full one has none. */
async function widths(desk: Desk): Promise<Record<string, unknown>> {
  await saved(desk.page)
  const rows = (await draftOf(desk)).filter((row) => row.content?.label)
  return Object.fromEntries(rows.map((row) => [row.content?.label, row.content?.width ?? 'full']))
}

test.group('Editor: blocks in a row', () => {
  test('dropped at the side of a block, both share the row: halves, thirds, quarters', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN, viewport: WIDE })
    const { page } = desk
    const bar = page.locator('[data-shown][data-beside]')
    const palette = page.getByRole('complementary', { name: 'Blocks to add' })
    const number = palette.getByRole('button', { name: 'Number', exact: true })
    await dragTo(page, number, block(page, 'nameblock01'), 'right', async () => {
      await eventually(async () => assert.isAbove((await boxOf(bar)).height, 40))
    })
    await page.locator('[data-chosen="current"] [data-text="label"]:focus').waitFor()
    await page.keyboard.type('Age')
    assert.deepEqual(await labels(page), ['Name', 'Age', 'City', 'Street', '', 'Last'])
    assert.include(await widths(desk), { Name: '1/2', Age: '1/2', City: 'full' })
    const age = page.locator('[data-chosen="current"]')
    await eventually(async () =>
      assert.equal((await boxOf(age)).y, (await boxOf(block(page, 'nameblock01'))).y),
    )

    await dragTo(page, await handle(page, 'streetblk01'), block(page, 'nameblock01'), 'left')
    assert.deepEqual(await labels(page), ['Street', 'Name', 'Age', 'City', '', 'Last'])
    assert.include(await widths(desk), { Street: '1/3', Name: '1/3', Age: '1/3', City: 'full' })

    // into the row is one step: undone it stands where it was, and the row is as it was
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
    assert.deepEqual(await labels(page), ['Name', 'Age', 'City', 'Street', '', 'Last'])
    assert.include(await widths(desk), { Name: '1/2', Age: '1/2', City: 'full', Street: 'full' })
    await page.getByRole('button', { name: 'Redo', exact: true }).first().click()
    assert.deepEqual(await labels(page), ['Street', 'Name', 'Age', 'City', '', 'Last'])
    assert.include(await widths(desk), { Street: '1/3', Name: '1/3', Age: '1/3', City: 'full' })

    // out of the row again: the others take its room, as one step
    await dragTo(page, await handle(page, 'nameblock01'), block(page, 'cityblock01'), 'bottom')
    assert.deepEqual(await labels(page), ['Street', 'Age', 'City', 'Name', '', 'Last'])
    assert.include(await widths(desk), { Street: '1/2', Age: '1/2', City: 'full', Name: 'full' })
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
    assert.deepEqual(await labels(page), ['Street', 'Name', 'Age', 'City', '', 'Last'])
    assert.include(await widths(desk), { Street: '1/3', Name: '1/3', Age: '1/3' })
    assert.deepEqual(await axeFindings(page), [])

    // four have a quarter each; a fifth finds no room, and stands above or below
    await dragTo(page, await handle(page, 'cityblock01'), block(page, 'nameblock01'), 'right')
    const quarters = { Street: '1/4', Name: '1/4', Age: '1/4', City: '1/4' }
    assert.include(await widths(desk), quarters)
    await dragTo(page, await handle(page, 'lastblock01'), block(page, 'nameblock01'), 'right')
    assert.include(await widths(desk), { ...quarters, Last: 'full' })
  })

  test('a row is passed as a whole; a page break takes nobody beside it', async ({ assert, browser }) => {
    const half = (index: number): GivenBlock => ({ ...GIVEN[index], width: '1/2' })
    const desk = await newDesk(browser, {
      blocks: [half(0), half(1), ...GIVEN.slice(2)],
      viewport: WIDE,
    })
    const { page } = desk
    await dragTo(page, await handle(page, 'lastblock01'), block(page, 'cityblock01'), 'top')
    assert.deepEqual(await labels(page), ['Last', 'Name', 'City', 'Street', ''])
    const bar = page.locator('[data-shown][data-beside]')
    await dragTo(page, await handle(page, 'streetblk01'), block(page, 'breakblock1'), 'right', async () => {
      await eventually(async () => assert.equal(await bar.count(), 0))
    })
    assert.deepEqual(await widths(desk), { Last: 'full', Name: '1/2', City: '1/2', Street: 'full' })
  })

  test('a half-empty row before is filled, so that nothing slips into it', async ({ assert, browser }) => {
    const desk = await newDesk(browser, {
      blocks: [{ ...GIVEN[0], width: '1/2' }, ...GIVEN.slice(1)],
      viewport: WIDE,
    })
    const { page } = desk
    await dragTo(page, await handle(page, 'streetblk01'), block(page, 'cityblock01'), 'left')
    assert.deepEqual(await labels(page), ['Name', 'Street', 'City', '', 'Last'])
    assert.include(await widths(desk), { Name: 'full', Street: '1/2', City: '1/2' })
  })

  test('what is added, pasted or doubled stands behind a row; in the place of an empty question as wide as that', async ({
    assert,
    browser,
  }) => {
    const half = (index: number): GivenBlock => ({ ...GIVEN[index], width: '1/2' })
    const desk = await newDesk(browser, {
      blocks: [
        half(0),
        half(1),
        GIVEN[2],
        { ...half(4), label: '' },
        { ...half(4), id: 'besideblk01', key: 'beside' },
      ],
      viewport: WIDE,
    })
    const { page } = desk
    const keys = page.keyboard
    const undone = ['Name', 'City', 'Street', '', 'Last']
    const undo = async () => {
      await keys.press('Control+z')
      await eventually(async () => assert.deepEqual(await labels(page), undone))
    }
    const name = block(page, 'nameblock01').locator('[data-text="label"]')
    await name.click()
    await keys.press('End')
    await keys.press('Enter')
    await eventually(async () =>
      assert.deepEqual(await labels(page), ['Name', 'City', '', 'Street', '', 'Last']),
    )
    await undo()
    await block(page, 'nameblock01').focus()
    await keys.press('/')
    await page.locator('input[aria-label="Add a block"]:focus').waitFor()
    await keys.press('Escape')
    await page.locator('[data-block="nameblock01"]:focus').waitFor()
    await keys.press('Control+d')
    assert.deepEqual(await labels(page), ['Name', 'City', 'Name', 'Street', '', 'Last'])
    await undo()
    // blocks in the place of the empty question: the first is as wide as that, the others stand behind the row
    await block(page, 'streetblk01').focus()
    await keys.press('Control+c')
    const empty = block(page, 'lastblock01').locator('[data-text="label"]')
    await empty.click()
    await keys.press('Control+v')
    await eventually(async () =>
      assert.deepEqual(await labels(page), ['Name', 'City', 'Street', 'Street', 'Last']),
    )
    const pasted = await boxOf(page.locator('[data-block]').nth(3))
    assert.equal(pasted.y, (await boxOf(page.locator('[data-block]').nth(4))).y)
    await undo()
    await page.evaluate(`navigator.clipboard.writeText('One\\nTwo\\nThree')`)
    await empty.click()
    await keys.press('Control+v')
    await eventually(async () =>
      assert.deepEqual(await labels(page), ['Name', 'City', 'Street', 'One', 'Last', 'Two', 'Three']),
    )
    assert.include(await widths(desk), { One: '1/2', Last: '1/2', Two: 'full' })
    await undo()
    // what shares no row leaves its room to the other
    await empty.click()
    await keys.type('/page break')
    await keys.press('Enter')
    await eventually(async () => assert.deepEqual(await labels(page), ['Name', 'City', 'Street', 'Last', '']))
    assert.include(await widths(desk), { Last: 'full' })
    await undo()
    assert.include(await widths(desk), { Last: '1/2' })
    // and so does what goes
    await block(page, 'nameblock01').focus()
    await keys.press('Delete')
    assert.include(await widths(desk), { City: 'full' })
    await undo()
    assert.include(await widths(desk), { Name: '1/2', City: '1/2' })
  })

  test('keys pass a row as a whole, lead out of it, and beside the block above', async ({
    assert,
    browser,
  }) => {
    const half = (index: number): GivenBlock => ({ ...GIVEN[index], width: '1/2' })
    const desk = await newDesk(browser, {
      blocks: [half(0), half(1), GIVEN[2], GIVEN[4]],
      viewport: WIDE,
    })
    const { page } = desk
    const keys = page.keyboard
    const order = async (...wanted: string[]) =>
      eventually(async () => assert.deepEqual(await labels(page), wanted))
    await block(page, 'streetblk01').focus()
    await keys.press('Alt+ArrowUp')
    await order('Street', 'Name', 'City', 'Last')
    await keys.press('Alt+ArrowDown')
    await order('Name', 'City', 'Street', 'Last')
    // within the row, then out of it: both are as wide as the page
    await block(page, 'nameblock01').focus()
    await keys.press('Alt+ArrowDown')
    await order('City', 'Name', 'Street', 'Last')
    assert.include(await widths(desk), { City: '1/2', Name: '1/2' })
    await keys.press('Alt+ArrowDown')
    await order('City', 'Street', 'Name', 'Last')
    assert.deepEqual(await widths(desk), { City: 'full', Name: 'full', Street: 'full', Last: 'full' })
    // picked up, it goes beside the block above, and out of the row again
    const said = page.locator('#main [role="status"]').last()
    await block(page, 'lastblock01').focus()
    await keys.press('Tab')
    await keys.press(' ')
    await said.filter({ hasText: 'Picked up.' }).waitFor()
    await keys.press('ArrowRight')
    await said.filter({ hasText: 'Beside the block above.' }).waitFor()
    assert.include(await widths(desk), { Name: '1/2', Last: '1/2' })
    await keys.press('ArrowLeft')
    await said.filter({ hasText: 'On its own row.' }).waitFor()
    assert.include(await widths(desk), { Name: 'full', Last: 'full' })
    await keys.press('ArrowRight')
    await keys.press('ArrowUp')
    await keys.press('ArrowUp')
    await keys.press('Escape')
    await order('City', 'Street', 'Name', 'Last')
    assert.deepEqual(await widths(desk), { City: 'full', Name: 'full', Street: 'full', Last: 'full' })
    // of three in a row two leave together: they share a row, and who stays has the whole of one
    for (const id of ['nameblock01', 'lastblock01']) {
      await block(page, id).focus()
      for (const key of ['Tab', ' ', 'ArrowRight', ' ']) await keys.press(key)
    }
    assert.include(await widths(desk), { City: 'full', Street: '1/3', Name: '1/3', Last: '1/3' })
    await block(page, 'streetblk01').focus()
    await keys.press('Shift+ArrowDown')
    await keys.press('Alt+ArrowUp')
    await order('Street', 'Name', 'City', 'Last')
    assert.deepEqual(await widths(desk), { Street: '1/2', Name: '1/2', City: 'full', Last: 'full' })
    await keys.press('Control+z')
    assert.include(await widths(desk), { City: 'full', Street: '1/3', Name: '1/3', Last: '1/3' })
    // into a section, too
    await block(page, 'cityblock01').focus()
    await (await handle(page, 'nameblock01')).click()
    await page.getByRole('menuitem', { name: 'Put in a section' }).click()
    assert.include(await widths(desk), { Name: 'full', Street: '1/2', Last: '1/2' })
  })

  test('by keyboard and menu; rows on the page, stacked on a phone', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: GIVEN, viewport: WIDE })
    const { page } = desk
    const keys = page.keyboard
    await block(page, 'cityblock01').focus()
    await keys.press('Tab')
    await keys.press('Enter')
    await page.getByRole('menuitem', { name: 'Beside the block above' }).press('Enter')
    assert.include(await widths(desk), { Name: '1/2', City: '1/2', Street: 'full' })
    assert.match((await page.locator('#main [role="status"]').last().textContent()) ?? '', /Beside the block/)

    await page.getByRole('button', { name: 'Preview' }).click()
    const frame = page.frameLocator('iframe')
    const top = async (label: string) => (await boxOf(frame.getByLabel(label))).y
    await eventually(async () => assert.equal(await top('Name'), await top('City')))
    await page.getByRole('radiogroup', { name: 'Device' }).getByText('Phone', { exact: true }).click()
    await eventually(async () => assert.isBelow(await top('Name'), await top('City')))
    await page.getByRole('button', { name: 'Close the preview' }).click()

    await block(page, 'cityblock01')
      .getByRole('button', { name: /^Move / })
      .click()
    await page.getByRole('menuitem', { name: 'On its own row' }).click()
    assert.include(await widths(desk), { Name: 'full', City: 'full' })
    assert.deepEqual(await labels(page), ['Name', 'City', 'Street', '', 'Last'])

    await page.getByRole('tab', { name: 'Design' }).click()
    await page.getByRole('combobox', { name: 'Width' }).click()
    await page.getByRole('option', { name: '2/3' }).click()
    assert.include(await widths(desk), { City: '2/3' })
    await eventually(async () => {
      const [name, city] = [await boxOf(block(page, 'nameblock01')), await boxOf(block(page, 'cityblock01'))]
      assert.approximately(city.width / name.width, 2 / 3, 0.02)
    })
  })

  test('removed from a row and brought back by the message after later steps, it has its room again', async ({
    assert,
    browser,
  }) => {
    const half = { width: '1/2' }
    const blocks = GIVEN.map((one, index) => (index < 2 ? { ...one, ...half } : one))
    const desk = await newDesk(browser, { blocks, viewport: WIDE })
    const { page } = desk
    const remove = async () => {
      await block(page, 'cityblock01').focus()
      await page.keyboard.press('Delete')
      await page.getByText('Block removed.').waitFor()
    }
    const putBack = () => page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
    await remove()
    assert.include(await widths(desk), { Name: 'full' })
    await block(page, 'nameblock01').locator('[data-text="label"]').fill('Full name')
    await putBack()
    await block(page, 'cityblock01').waitFor()
    assert.include(await widths(desk), { 'Full name': '1/2', City: '1/2' })

    // a width that somebody chose since then stays
    await remove()
    await block(page, 'nameblock01').locator('[data-text="label"]').click()
    await page.getByRole('tab', { name: 'Design' }).click()
    await page.getByRole('combobox', { name: 'Width' }).click()
    await page.getByRole('option', { name: '1/3' }).click()
    await putBack()
    await block(page, 'cityblock01').waitFor()
    assert.include(await widths(desk), { 'Full name': '1/3', City: '1/2' })
  })

  test('in Arabic a row is written from the right: what is dropped at the left side comes after', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN, viewport: WIDE })
    const { page } = desk
    await page.getByRole('combobox', { name: 'Language' }).click()
    await page.getByRole('option', { name: 'العربية', exact: true }).click()
    await page.locator('[data-page][dir="rtl"]').waitFor()
    await dragTo(page, await handle(page, 'cityblock01'), block(page, 'nameblock01'), 'left')
    assert.include(await widths(desk), { Name: '1/2', City: '1/2' })
    assert.deepEqual(await labels(page), ['Name', 'City', 'Street', '', 'Last'])
    const x = async (id: string) => (await boxOf(block(page, id))).x
    assert.isAbove(await x('nameblock01'), await x('cityblock01'))
    await dragTo(page, await handle(page, 'streetblk01'), block(page, 'nameblock01'), 'right')
    await widths(desk)
    assert.deepEqual(await labels(page), ['Street', 'Name', 'City', '', 'Last'])
    // the star hangs behind the label, as it is read
    await block(page, 'nameblock01').locator('[data-text="label"]').click()
    await page.getByRole('switch', { name: 'Required' }).check({ force: true })
    const label = await boxOf(block(page, 'nameblock01').locator('[data-text="label"]'))
    const [right = 0, width = 0] = await page.evaluate<number[]>(`(() => {
      const range = document.createRange()
      range.selectNodeContents(document.querySelector('[data-page] .star'))
      const { right, width } = range.getBoundingClientRect()
      return [right, width]
    })()`)
    assert.isAbove(width, 5)
    assert.isAtMost(right, label.x + 1)
  })
})
