import { test } from '@japa/runner'
import { axeFindings } from '#tests/browser/axe'
import { eventually } from '#tests/browser/eventually'
import { block } from '#tests/browser/respond/forms'
import { rowsWhere, send, visit } from '#tests/browser/plugins/visit'
import { faultsOf } from '#tests/browser/shell/screen'
import { publishedForm, submit } from '#tests/functional/respond/answering'

const items = ['Tea', 'Coffee', 'Milk', 'Water'].map((label) => ({ id: label.toLowerCase(), label }))
const BLOCKS = [
  block('ranking', 'drinks', 'Your drinks', { settings: { items } }),
  block('ranking', 'best01', 'Your favorites', { settings: { items, top: 2 } }),
]

test.group('Ranking', () => {
  test('is ordered by buttons, keys, numbers and dragging', async ({ assert, browser, cleanup }) => {
    const form = await publishedForm(BLOCKS)
    const page = await visit(browser, form, true)
    cleanup(() => page.context().close())
    const drinks = page.getByRole('group', { name: 'Your drinks' })
    const shown = () => drinks.locator('.fw-rank').allInnerTexts()
    await drinks.getByRole('button', { name: 'Move Tea down' }).waitFor()
    assert.deepEqual(await faultsOf(page), [])
    assert.deepEqual(await shown(), ['Tea', 'Coffee', 'Milk', 'Water'])

    await drinks.getByRole('button', { name: 'Move Water up' }).press('Enter')
    await drinks.getByRole('status').getByText('Water is now number 3 of 4.').waitFor()
    await drinks.getByRole('button', { name: 'Move Water up' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowUp')
    await drinks.getByRole('status').getByText('Water is now number 2 of 4.').waitFor()
    assert.deepEqual(await shown(), ['Tea', 'Water', 'Coffee', 'Milk'])
    await drinks.getByRole('spinbutton', { name: 'Milk' }).fill('1')
    await page.keyboard.press('Enter')
    await drinks.getByRole('status').getByText('Milk is now number 1 of 4.').waitFor()
    assert.deepEqual(await shown(), ['Milk', 'Tea', 'Water', 'Coffee'])
    const grips = await drinks.locator('.fw-grip').all()
    const [first, last] = [await grips[0].boundingBox(), await grips[3].boundingBox()]
    if (!first || !last) throw new Error('There are no grips.')
    await page.mouse.move(first.x + 20, first.y + 20)
    await page.mouse.down()
    await page.mouse.move(first.x + 20, first.y + 60, { steps: 3 })
    await page.mouse.move(last.x + 20, last.y + 25, { steps: 3 })
    await page.mouse.up()
    await drinks.getByRole('status').getByText('Milk is now number 4 of 4.').waitFor()
    assert.deepEqual(await shown(), ['Tea', 'Water', 'Coffee', 'Milk'])

    const best = page.getByRole('group', { name: 'Your favorites' })
    await best.getByRole('button', { name: 'Move Milk up' }).click()
    await best.getByRole('status').getByText('Milk is now number 1 of 2.').waitFor()
    await send(page)
    await page.getByText('Fill all 2 places.').first().waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await best.getByRole('button', { name: 'Move Tea up' }).click()
    await best.getByRole('status').getByText('Tea is now number 2 of 2.').waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await send(page)
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await rowsWhere(form, { field: 'best01.first', op: 'is', value: 'milk' }), [
      ['Tea, Water, Coffee, Milk', 1, 3, 4, 2, 'Milk, Tea', 2, null, 1, null],
    ])
  })

  test('a finger at the edge of the window takes an item along to the end of a long list', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const many = Array.from({ length: 20 }, (_, index) => ({ id: `i${index}`, label: `Item ${index}` }))
    const form = await publishedForm([
      block('ranking', 'long01', 'Your order', { settings: { items: many } }),
    ])
    const page = await visit(browser, form, true, { hasTouch: true, isMobile: true })
    cleanup(() => page.context().close())
    const grip = await page.locator('.fw-grip').first().boundingBox()
    if (!grip) throw new Error('There is no grip.')
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...ys: number[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: ys.map((y) => ({ x: grip.x + 20, y })) })
    await touch('touchStart', grip.y + 20)
    for (const y of [grip.y + 60, 500, 830]) await touch('touchMove', y)
    const end = 'Math.abs(document.documentElement.scrollHeight - innerHeight - scrollY) < 2'
    await eventually(async () => assert.isTrue(await page.evaluate<boolean>(end)))
    await touch('touchEnd')
    await page.getByRole('status').getByText('Item 0 is now number 20 of 20.').waitFor()
  })

  test('without JavaScript each item has a number', async ({ assert, browser, cleanup }) => {
    const form = await publishedForm(BLOCKS)
    const page = await visit(browser, form, false)
    cleanup(() => page.context().close())
    const best = page.getByRole('group', { name: 'Your favorites' })
    const [number, words] = [best.getByLabel('Water'), best.getByText('Water')]
    const [left, right] = [await number.boundingBox(), await words.boundingBox()]
    if (!left || !right) throw new Error('There is no number beside its item.')
    assert.isAtLeast(right.x - left.x - left.width, 8)
    await number.fill('1')
    await best.getByLabel('Tea').fill('1')
    await send(page)
    await page.getByText('Two items have place 1.').first().waitFor()
    await best.getByLabel('Tea').fill('2')
    await send(page)
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    const rows = await rowsWhere(form, { field: 'best01.water', op: 'eq', value: 1 })
    assert.deepEqual(
      rows.map((cells) => cells[5]),
      ['Water, Tea'],
    )
    assert.equal((await submit(form, { best01: ['water', 'tea', 'milk'] })).status, 422)
  })
})
