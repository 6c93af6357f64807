import { test } from '@japa/runner'
import type { Locator, Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import {
  blocks,
  labels,
  newDesk,
  openDesk,
  saved,
  storedLabels,
  type GivenBlock,
} from '#tests/browser/editor/editor_page'
import { eventually } from '#tests/browser/eventually'
import { restingPlace } from '#tests/browser/resting_place'

const PHONE = { width: 390, height: 780 }

/** So many questions, more than any window shows. */
const many = (count: number): GivenBlock[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `block${String(index).padStart(6, '0')}`,
    kind: 'text',
    label: `Question ${index}`,
    key: `question_${index}`,
  }))

const block = (page: Page, index: number) =>
  page.locator(`[data-block="block${String(index).padStart(6, '0')}"]`)
const handle = (of: Locator) => of.getByRole('button', { name: /^Move / })
const line = (page: Page) => page.locator('[data-shown]')

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('not shown')
  return box
}

/** What is said to those who do not see it. */
const said = (page: Page) => page.locator('#main [role="status"]').last()

test.group('Editor: dragging', () => {
  test('out of the palette: a name at the pointer, a line where it will stand, there it stands', async ({
    assert,
    browser,
  }) => {
    const { page } = await newDesk(browser, { blocks: many(3) })
    const palette = page.getByRole('complementary', { name: 'Blocks to add' })
    const number = page.getByText('Number', { exact: true })
    const before = await number.count()
    await palette.getByRole('button', { name: 'Number', exact: true }).hover()
    await page.mouse.down()
    const box = await boxOf(block(page, 1))
    await page.mouse.move(box.x + box.width / 2, box.y + 40, { steps: 5 })
    await page.mouse.move(box.x + box.width / 2, box.y + 6, { steps: 5 })
    await eventually(async () => {
      const drawn = await boxOf(line(page))
      assert.isBelow(drawn.y, box.y)
      assert.isAbove(drawn.y, (await boxOf(block(page, 0))).y)
    })
    assert.equal(await number.count(), before + 1)
    await page.mouse.up()
    await blocks(page).nth(3).waitFor()
    await page.locator('[data-chosen="current"] [data-text="label"]:focus').waitFor()
    assert.deepEqual(await labels(page), ['Question 0', '', 'Question 1', 'Question 2'])
    assert.equal(await line(page).count(), 0)
  })

  test('let go in the moment of a move it stands where the pointer is, not where it was', async ({
    assert,
    browser,
  }) => {
    const { page } = await newDesk(browser, { blocks: many(4) })
    await block(page, 3).hover()
    await handle(block(page, 3)).hover()
    await page.mouse.down()
    const [first, second] = [await boxOf(block(page, 0)), await boxOf(block(page, 1))]
    const x = first.x + first.width / 2
    await page.mouse.move(x, second.y + second.height - 6, { steps: 5 })
    await eventually(async () => assert.isAbove((await boxOf(line(page))).y, second.y + second.height - 6))
    // in one task: nothing is drawn between the two
    await page.evaluate(`for (const type of ['pointermove', 'pointerup'])
      document.dispatchEvent(new PointerEvent(type,
        { bubbles: true, isPrimary: true, clientX: ${x}, clientY: ${first.y + 6} }))`)
    await eventually(async () => {
      assert.deepEqual(await labels(page), ['Question 3', 'Question 0', 'Question 1', 'Question 2'])
    })
  })

  test('who goes on typing in the moment of a drop keeps the caret', async ({ assert, browser }) => {
    const { page } = await newDesk(browser, { blocks: many(2) })
    await block(page, 1).hover()
    await handle(block(page, 1)).hover()
    await page.mouse.down()
    await page.mouse.move(10, 400, { steps: 5 })
    await page.locator('html[data-dragging]').waitFor()
    const typed = await page.evaluate<string>(`(async () => {
      const heard = new Promise((resolve) =>
        window.addEventListener('selectionchange', () => setTimeout(resolve), { capture: true, once: true }))
      document.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, isPrimary: true }))
      const text = document.querySelector('[data-block="block000000"] [data-text="label"]')
      text.focus()
      document.getSelection().selectAllChildren(text)
      await heard
      return String(document.getSelection())
    })()`)
    assert.equal(typed, 'Question 0')
    await page.mouse.up()
  })

  test('a long form scrolls along, and the block stands where it was dropped', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: many(40) })
    const { page } = desk
    await block(page, 1).hover()
    await handle(block(page, 1)).hover()
    await page.mouse.down()
    await page.mouse.move(640, 400, { steps: 5 })
    await page.mouse.move(640, 792, { steps: 5 })
    await eventually(async () => {
      const box = await block(page, 30).boundingBox()
      assert.isBelow(box?.y ?? Infinity, 600)
    })
    // away from the edge it stops
    await page.mouse.move(640, 400, { steps: 3 })
    await restingPlace(block(page, 30))
    const last = await page.evaluate<number>('scrollY')
    // where it stops is a matter of time: there may be a block under the pointer, or the room above one
    const under = await page.evaluate<string>(
      "[...document.querySelectorAll('[data-block]')].find((one) => one.getBoundingClientRect().bottom > 400).dataset.block",
    )
    const number = Number(under.slice(-2))
    assert.isAtLeast(number, 20)
    const box = await boxOf(block(page, number))
    await page.mouse.move(640, box.y + box.height - 6, { steps: 3 })
    await eventually(async () => {
      const drawn = await boxOf(line(page))
      assert.isAbove(drawn.y, box.y + box.height - 6)
      assert.isBelow(drawn.y, box.y + box.height + 40)
    })
    await page.mouse.up()
    assert.isAtLeast(last, 1000)
    await saved(page)
    const order = (await storedLabels(desk)).map(String)
    assert.equal(order.indexOf('Question 1'), order.indexOf(`Question ${number}`) + 1)
  })

  test('the longer the form, the faster it scrolls: the first of 200 is soon at the end', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: many(200) })
    const { page } = desk
    await handle(block(page, 0)).hover()
    await page.mouse.down()
    await page.mouse.move(640, 400, { steps: 5 })
    await page.mouse.move(640, 792, { steps: 5 })
    await eventually(async () => {
      const below = await page.evaluate<number>(
        'document.documentElement.scrollHeight - innerHeight - scrollY',
      )
      assert.isAtMost(below, 1)
    })
    // the last of them stands above the line that adds blocks
    await page.mouse.move(640, 600, { steps: 3 })
    await page.mouse.up()
    await saved(page)
    assert.equal((await storedLabels(desk)).at(-1), 'Question 0')
  })

  test('Escape leaves everything as it was, and a page without blocks takes one', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, {
      blocks: [
        ...many(2),
        { id: 'breakblock1', kind: 'page-break', settings: { title: 'Second' } },
        { id: 'breakblock2', kind: 'page-break', settings: { title: 'Third' } },
      ],
    })
    const { page } = desk
    const pick = async () => {
      await block(page, 0).hover()
      await handle(block(page, 0)).hover()
      await page.mouse.down()
    }
    const second = page.locator('[data-block="breakblock1"]')
    const below = async () => {
      const box = await boxOf(second)
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 })
      await page.mouse.move(box.x + box.width / 2, box.y + box.height - 4, { steps: 5 })
      await line(page).waitFor()
    }
    const before = await labels(page)
    await pick()
    await below()
    await page.keyboard.press('Escape')
    await line(page).waitFor({ state: 'detached' })
    await page.mouse.up()
    assert.deepEqual(await labels(page), before)
    assert.equal(await page.locator('html[data-dragging]').count(), 0)
    assert.isTrue(await page.getByRole('button', { name: 'Undo', exact: true }).isDisabled())

    await pick()
    await below()
    await page.mouse.up()
    await block(page, 0).and(page.locator(':focus')).waitFor()
    await saved(page)
    assert.deepEqual(await storedLabels(desk), ['Question 1', 'page-break', 'Question 0', 'page-break'])
  })

  test('what someone else removes while it is dragged stays removed', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: many(3) })
    const other = await openDesk(browser, desk.creator, desk.formId, desk.slug)
    const { page } = desk
    await block(page, 0).hover()
    await handle(block(page, 0)).hover()
    await page.mouse.down()
    const box = await boxOf(block(page, 2))
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 })
    await block(other.page, 0).focus()
    await other.page.keyboard.press('Delete')
    await block(page, 0).waitFor({ state: 'detached' })
    await page.mouse.move(box.x + box.width / 2, box.y + box.height - 4, { steps: 5 })
    await page.mouse.up()
    assert.deepEqual(await labels(page), ['Question 1', 'Question 2'])
    await page.locator('[data-block="block000001"] [data-text="label"]').fill('First')
    await saved(page)
    assert.deepEqual(await storedLabels(desk), ['First', 'Question 2'])
    assert.equal(await page.locator('html[data-dragging]').count(), 0)
  })

  test('with a finger at 390 px: by the handle, and the page does not scroll away under it', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: many(4), viewport: PHONE })
    const { page } = desk
    const finger = await desk.context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
    const from = await boxOf(handle(block(page, 2)))
    const to = await boxOf(block(page, 0))
    const x = from.x + from.width / 2
    const y = from.y + from.height / 2
    const scrolled = await page.evaluate<number>('scrollY')
    await touch('touchStart', x, y)
    for (let step = 1; step <= 6; step += 1)
      await touch('touchMove', x + step * 8, y + ((to.y - y) * step) / 6)
    await touch('touchMove', to.x + 60, to.y + 4)
    await eventually(async () => assert.isAtMost((await boxOf(line(page))).y, to.y))
    assert.equal(await page.evaluate<number>('scrollY'), scrolled)
    await touch('touchEnd')
    await eventually(async () => {
      assert.deepEqual(await labels(page), ['Question 2', 'Question 0', 'Question 1', 'Question 3'])
    })
    assert.isAtMost(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'), 0)
    await saved(page)
  })

  test('by keyboard: lifted, moved, dropped or put back, and every step is said', async ({
    assert,
    browser,
  }) => {
    const { page } = await newDesk(browser, { blocks: many(3) })
    const keys = page.keyboard
    await block(page, 0).focus()
    await keys.press('Tab')
    await handle(block(page, 0)).and(page.locator(':focus')).waitFor()
    await keys.press('Space')
    await said(page).filter({ hasText: 'Picked up. Arrow keys move it, Space drops it' }).waitFor()
    assert.equal(await handle(block(page, 0)).getAttribute('aria-pressed'), 'true')
    await keys.press('ArrowDown')
    await said(page).filter({ hasText: 'Position 2 of 3.' }).waitFor()
    await keys.press('ArrowDown')
    await said(page).filter({ hasText: 'Position 3 of 3.' }).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await keys.press('Escape')
    await said(page).filter({ hasText: 'Put back. Position 1 of 3.' }).waitFor()
    assert.deepEqual(await labels(page), ['Question 0', 'Question 1', 'Question 2'])
    await handle(block(page, 0)).and(page.locator(':focus')).waitFor()
    await keys.press('Space')
    await keys.press('ArrowDown')
    await keys.press('Space')
    await said(page).filter({ hasText: 'Dropped. Position 2 of 3.' }).waitFor()
    assert.deepEqual(await labels(page), ['Question 1', 'Question 0', 'Question 2'])
  })
})
