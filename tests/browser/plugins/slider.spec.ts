import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { descriptionOf } from '#tests/browser/described'
import { eventually, holds } from '#tests/browser/eventually'
import { block } from '#tests/browser/respond/forms'
import { rowsWhere, send, visit } from '#tests/browser/plugins/visit'
import { faultsOf } from '#tests/browser/shell/screen'
import { publishedForm, submit } from '#tests/functional/respond/answering'

const BLOCKS = [
  block('slider', 'far001', 'How far?', { settings: { unit: 'km', marks: 5 } }),
  block('slider', 'budget', 'Your budget', {
    required: true,
    settings: { range: true, min: 0, max: 1000, step: 50, unit: '€' },
  }),
]

const group = (page: Page, name: string) => page.getByRole('group', { name })

test.group('Slider', () => {
  test('is pulled by keys and pointer, typed, cleared, and answers nothing by itself', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await publishedForm(BLOCKS)
    const page = await visit(browser, form, true)
    cleanup(() => page.context().close())
    const far = group(page, 'How far?')
    const handle = far.getByRole('slider')
    const number = far.getByRole('spinbutton')
    await handle.waitFor()
    assert.deepEqual(await faultsOf(page), [])
    assert.equal(await handle.getAttribute('aria-valuetext'), 'No answer')
    await holds(number, '')
    assert.equal(await descriptionOf(number), 'km')

    await handle.focus()
    for (const key of ['ArrowRight', 'ArrowRight', 'PageUp', 'ArrowLeft']) await page.keyboard.press(key)
    await holds(number, '11')
    assert.equal(await handle.getAttribute('aria-valuetext'), '11\u00a0km')
    await page.keyboard.press('End')
    await holds(number, '100')
    await number.fill('40')
    await holds(handle, '40')
    await number.fill('')
    // one by one, as a keyboard does
    for (const digits of ['٧٥', '۷۵']) {
      await number.pressSequentially(digits)
      await holds(number, '75')
      await holds(handle, '75')
      await number.fill('')
    }
    await number.fill('40')
    await far.getByRole('button', { name: 'Clear' }).press('Enter')
    await holds(number, '')
    await handle.and(page.locator(':focus')).waitFor()
    // pressed where it stands, that is the answer
    await handle.click({ position: { x: 12, y: 20 } })
    await holds(number, '0')

    await send(page)
    await page.getByText('Please answer this.').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    const budget = group(page, 'Your budget')
    const [from, to] = [
      budget.getByRole('slider', { name: 'From' }),
      budget.getByRole('slider', { name: 'To' }),
    ]
    await from.focus()
    await page.keyboard.press('ArrowRight')
    await holds(budget.getByRole('spinbutton', { name: 'From' }), '50')
    await holds(budget.getByRole('spinbutton', { name: 'To' }), '1000')
    await to.focus()
    await page.keyboard.press('Home')
    await holds(budget.getByRole('spinbutton', { name: 'To' }), '50')
    // it went no further than the other: the handle neither
    await holds(to, '50')
    const box = await budget.locator('.fw-rail').boundingBox()
    if (!box) throw new Error('There is no rail.')
    const x = (share: number) => box.x + 12 + (box.width - 24) * share
    await page.mouse.move(x(0.05), box.y + 20)
    await page.mouse.down()
    await page.mouse.move(x(0.3), box.y + 20)
    await page.mouse.move(x(0.8), box.y + 20)
    await page.mouse.up()
    await holds(budget.getByRole('spinbutton', { name: 'To' }), '800')
    await page.mouse.move(x(0.05), box.y + 20)
    await page.mouse.down()
    await page.mouse.move(x(0.4), box.y + 20)
    await page.mouse.up()
    await holds(budget.getByRole('spinbutton', { name: 'From' }), '400')
    assert.equal(await budget.getByRole('button', { name: 'Clear' }).count(), 0)
    assert.deepEqual(await faultsOf(page), [])
    await send(page)
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await rowsWhere(form, { field: 'budget.from', op: 'gte', value: 300 }), [[0, 400, 800]])
  })

  test('that a finger scrolls over is not answered by that, and keeps what it had', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await publishedForm([
      ...BLOCKS,
      block('textarea', 'long01', 'More', { settings: { rows: 30 } }),
    ])
    const page = await visit(browser, form, true, { hasTouch: true, isMobile: true })
    cleanup(() => page.context().close())
    const far = group(page, 'How far?')
    const number = far.getByRole('spinbutton')
    await far.getByRole('slider').waitFor()
    const finger = await page.context().newCDPSession(page)
    const scroll = async () => {
      await page.evaluate('scrollTo(0, 0)')
      const box = await far.locator('.fw-rail').boundingBox()
      if (!box) throw new Error('There is no rail.')
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', up?: number) => {
        const touchPoints = up === undefined ? [] : [{ x: box.x + box.width / 2, y: box.y + 20 - up }]
        return finger.send('Input.dispatchTouchEvent', { type, touchPoints })
      }
      await touch('touchStart', 0)
      for (let up = 10; up <= 150; up += 10) await touch('touchMove', up)
      await touch('touchEnd')
      assert.isAbove(await page.evaluate<number>('scrollY'), 50)
    }
    await scroll()
    await holds(number, '')
    await number.fill('20')
    await scroll()
    await holds(number, '20')
    await holds(far.getByRole('slider'), '20')
  })

  test('without JavaScript is a number, or two', async ({ assert, browser, cleanup }) => {
    const form = await publishedForm(BLOCKS)
    const page = await visit(browser, form, false)
    cleanup(() => page.context().close())
    assert.equal(await page.getByRole('slider').count(), 0)
    await page.getByLabel('From').fill('100')
    await send(page)
    await page.getByText('Enter the end too.').first().waitFor()
    await page.getByLabel('To').fill('50')
    await send(page)
    await page.getByText('The end is before the start.').first().waitFor()
    await page.getByLabel('To').fill('150')
    await send(page)
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    await eventually(async () =>
      assert.deepEqual(await rowsWhere(form, { field: 'budget.to', op: 'eq', value: 150 }), [
        [null, 100, 150],
      ]),
    )
    const wrong = [
      { budget: { from: 0, to: 1001 } },
      { budget: { from: 0, to: 25 } },
      { budget: { from: 0, to: 50 }, far001: 1.5 },
    ]
    for (const answers of wrong) assert.equal((await submit(form, answers)).status, 422)
  })
})
