import { test } from '@japa/runner'
import type { Browser, Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { holds } from '#tests/browser/eventually'
import { rowsWhere, send, visit } from '#tests/browser/plugins/visit'
import { block } from '#tests/browser/respond/forms'
import { faultsOf } from '#tests/browser/shell/screen'
import { signIn } from '#tests/browser/shell/signed_in'
import { type PublishedForm, publishedForm, submit } from '#tests/functional/respond/answering'
import { Visitor } from '#tests/functional/visitor'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`

/** Opens a form as somebody whose browser is set so; waits for the calendars, which come late. */
async function opened(browser: Browser, form: PublishedForm, locale: string, width = 1280): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale, viewport: { width, height: 900 } })
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': new Visitor().address })
  const page = await context.newPage()
  await page.goto(`/forms/${form.slug}`)
  await page.locator('[id$="-hint"]').first().waitFor({ state: 'attached' })
  return page
}

/** What the cell says that has the focus. */
const spoken = (page: Page) => page.locator('td:focus').getAttribute('aria-label')

async function pressed(page: Page, key: string): Promise<string | null> {
  await page.keyboard.press(key)
  return spoken(page)
}

async function thanked(page: Page, thanks = 'Thank you'): Promise<void> {
  await page.getByRole('heading', { name: thanks }).waitFor()
}

const every = (form: PublishedForm, field: string) => rowsWhere(form, { field, op: 'is-not-empty' })

test.group('Dates', () => {
  test('a calendar is a grid for the keyboard, and says what cannot be chosen', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await publishedForm([
      block('date', 'when01', 'Day', {
        settings: { min: '2024-02-05', closedDays: '2024-02-27', weekdays: { sunday: false } },
      }),
    ])
    const page = await opened(browser, form, 'en-US')
    cleanup(() => page.context().close())
    const day = page.getByRole('textbox', { name: 'Day' })
    assert.equal(await day.getAttribute('placeholder'), 'MM/DD/YYYY')
    await day.fill('2/29/2024')
    await day.press('Tab')
    await holds(day, '02/29/2024')
    const open = page.getByRole('button', { name: 'Calendar: Thursday, February 29, 2024' })
    await open.press('Enter')
    await page.getByRole('dialog', { name: 'Calendar' }).waitFor()
    assert.equal(await page.getByRole('grid', { name: 'February 2024' }).count(), 1)
    assert.equal(await spoken(page), 'Thursday, February 29, 2024')
    assert.deepEqual(await axeFindings(page), [])
    assert.deepEqual(await faultsOf(page), [])

    assert.equal(await pressed(page, 'ArrowRight'), 'Friday, March 1, 2024')
    assert.equal(await pressed(page, 'ArrowLeft'), 'Thursday, February 29, 2024')
    assert.equal(await pressed(page, 'Home'), 'Sunday, February 25, 2024')
    assert.equal(await pressed(page, 'End'), 'Saturday, March 2, 2024')
    assert.equal(await pressed(page, 'ArrowUp'), 'Saturday, February 24, 2024')
    assert.equal(await pressed(page, 'ArrowDown'), 'Saturday, March 2, 2024')
    assert.equal(await pressed(page, 'PageUp'), 'Friday, February 2, 2024')
    assert.equal(await pressed(page, 'Shift+PageDown'), 'Sunday, February 2, 2025')
    assert.equal(await pressed(page, 'Shift+PageUp'), 'Friday, February 2, 2024')
    // before the first day: it says so, and cannot be taken
    const told = await page.locator('td:focus').getAttribute('aria-describedby')
    assert.equal(await page.locator(`[id="${told}"]`).textContent(), 'Choose Feb 5, 2024 or a later day.')
    assert.equal(await page.locator('td:focus').getAttribute('aria-disabled'), 'true')
    await page.keyboard.press('Enter')
    assert.equal(await spoken(page), 'Friday, February 2, 2024')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await open.and(page.locator(':focus')).waitFor()
    await holds(day, '02/29/2024')

    await open.click()
    const closed = page.getByRole('gridcell', { name: 'Tuesday, February 27, 2024' })
    assert.equal(await closed.getAttribute('aria-disabled'), 'true')
    await closed.click({ force: true })
    await page.getByText('Choose another day: Tuesday, February 27, 2024 is not possible.').waitFor()
    await page.getByRole('gridcell', { name: 'Wednesday, February 28, 2024' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await holds(day, '02/28/2024')
    // judged alike where it was typed
    await day.fill('02/27/2024')
    await send(page)
    await page.getByText('Choose another day: Tuesday, February 27, 2024 is not possible.').first().waitFor()
    await day.fill('30.30.2024')
    await page.getByText('Enter a date.').first().waitFor()
    await day.fill('02/26/2024')
    await send(page)
    await thanked(page)
    assert.deepEqual(await every(form, 'when01'), [['2024-02-26']])
  })

  test('the first and the last day are picked in one grid', async ({ assert, browser, cleanup }) => {
    const form = await publishedForm([
      block('date', 'stay01', 'Aufenthalt', { settings: { range: true, fromLabel: 'Von', toLabel: 'Bis' } }),
    ])
    const page = await opened(browser, form, 'de-DE')
    cleanup(() => page.context().close())
    const [from, to] = [page.getByLabel('Von', { exact: true }), page.getByLabel('Bis', { exact: true })]
    await from.fill('29022024')
    await to.fill('2.3.2024')
    await to.press('Tab')
    await holds(from, '29.02.2024')
    await holds(to, '02.03.2024')
    await page.getByRole('button', { name: 'Calendar, Bis: Samstag, 2. März 2024' }).click()
    assert.equal(await page.getByRole('columnheader').first().textContent(), 'Mo')
    // the last day cannot be before the first
    await page.getByRole('button', { name: 'Februar 2024', exact: true }).click()
    const before = page.getByRole('gridcell', { name: 'Mittwoch, 28. Februar 2024' })
    assert.equal(await before.getAttribute('aria-disabled'), 'true')
    await before.click({ force: true })
    await page.getByText('The last day cannot be before the first.').waitFor()
    await page.keyboard.press('Escape')

    const opener = page.getByRole('button', { name: 'Calendar, Von: Donnerstag, 29. Februar 2024' })
    await opener.click()
    await page.getByRole('dialog', { name: 'Calendar, Von' }).waitFor()
    assert.equal(await page.getByRole('gridcell', { selected: true }).count(), 1)
    await page.getByRole('button', { name: 'März 2024', exact: true }).click()
    await page.getByRole('gridcell', { name: 'Dienstag, 5. März 2024' }).click()
    await page.getByRole('dialog', { name: 'Calendar, Bis' }).waitFor()
    await holds(to, '')
    await page
      .getByRole('gridcell', { name: 'Dienstag, 5. März 2024, Von' })
      .and(page.locator(':focus'))
      .waitFor()
    for (const key of ['ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page
      .getByRole('button', { name: 'Calendar, Von: Dienstag, 5. März 2024' })
      .and(page.locator(':focus'))
      .waitFor()
    await holds(to, '13.03.2024')
    await page.getByRole('button', { name: 'Calendar, Bis: Mittwoch, 13. März 2024' }).click()
    assert.equal(await page.getByRole('gridcell', { selected: true }).count(), 9)
    assert.deepEqual(await axeFindings(page), [])
    await page.keyboard.press('Escape')
    await send(page)
    await thanked(page)
    assert.deepEqual(await every(form, 'stay01.from'), [['2024-03-05', '2024-03-13']])
  })

  test('times are typed as the clocks of the locale go', async ({ assert, browser, cleanup }) => {
    const form = await publishedForm([
      block('date', 'visit1', 'Visit', { settings: { asks: 'datetime', maxTime: '18:00' } }),
      block('date', 'wakeup', 'Wake up', { settings: { asks: 'time', hours: '24' } }),
    ])
    const page = await opened(browser, form, 'en-US', 390)
    cleanup(() => page.context().close())
    const [day, time] = [page.getByLabel('Visit'), page.getByLabel('Time')]
    await day.fill('3/1/2024')
    assert.equal((await time.getAttribute('placeholder'))?.replace(/\s/g, ' '), 'hh:mm AM/PM')
    await send(page)
    await page.getByText('Enter a date and a time.').first().waitFor()
    await time.fill('715 pm')
    await page.getByText('Choose 6:00 PM or earlier.').first().waitFor()
    await time.fill('515 pm')
    const wake = page.getByLabel('Wake up')
    assert.equal(await wake.getAttribute('placeholder'), 'hh:mm')
    await wake.fill('6.5')
    await wake.press('Tab')
    await holds(wake, '06:05')
    assert.match(await time.inputValue(), /^5:15\sPM$/)
    assert.deepEqual(await faultsOf(page), [])
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('button', { name: /^Calendar/ }).click()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press(' ')
    await holds(day, '03/08/2024')
    await send(page)
    await thanked(page)
    assert.deepEqual(await every(form, 'visit1'), [['2024-03-08T17:15', '06:05']])
  })

  test('in Arabic it reads from right to left, with its digits, and fits a phone', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await publishedForm([block('date', 'when01', 'اليوم')], { general: { language: 'ar' } })
    const page = await opened(browser, form, 'ar-EG', 390)
    cleanup(() => page.context().close())
    await page.getByLabel('اليوم').fill('٢٩/٢/٢٠٢٤')
    await page.getByRole('button', { name: /^التقويم/ }).click()
    assert.include((await spoken(page)) ?? '', '٢٩ فبراير ٢٠٢٤')
    await page.keyboard.press('ArrowLeft')
    assert.include((await spoken(page)) ?? '', '١ مارس ٢٠٢٤')
    const box = await page.getByRole('dialog').boundingBox()
    assert.isTrue(box !== null && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box))
    assert.deepEqual(await axeFindings(page), [])
    assert.deepEqual(await faultsOf(page), [])
    await page.keyboard.press(' ')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'إرسال' }).click()
    await thanked(page, 'شكرًا لك')
    assert.deepEqual(await every(form, 'when01'), [['2024-03-01']])
  })

  test('results are as long as creators say, with the clock that they say', async ({ browser, cleanup }) => {
    const style = { dateStyle: 'full', hours: '24' }
    const form = await publishedForm([
      block('date', 'when01', 'Day', { settings: style }),
      block('date', 'visit1', 'Visit', { settings: { ...style, asks: 'datetime' } }),
    ])
    const { body } = await submit(form, { when01: '2024-02-29', visit1: '2024-03-01T17:30' })
    const context = await browser.newContext({ baseURL, locale: 'en-US' })
    cleanup(() => context.close())
    await signIn(context, form.creator)
    const page = await context.newPage()
    await page.goto(`/forms/${form.slug}/show/submissions?submission=${body.data.id}`)
    const panel = page.getByRole('complementary', { name: 'Submission' })
    for (const said of ['Thursday, February 29, 2024', 'Friday, March 1, 2024 at 17:30']) {
      await page.getByRole('cell', { name: said, exact: true }).waitFor()
      await panel.getByText(said, { exact: true }).waitFor()
    }
  })

  test('without scripts it is the browser’s own', async ({ assert, browser, cleanup }) => {
    const form = await publishedForm([block('date', 'when01', 'Day', { settings: { max: '2024-12-31' } })])
    const page = await visit(browser, form, false)
    cleanup(() => page.context().close())
    assert.equal(await page.getByLabel('Day').getAttribute('type'), 'date')
    assert.equal(await page.getByRole('button', { name: 'Calendar' }).count(), 0)
    await page.getByLabel('Day').fill('2024-02-29')
    await send(page)
    await thanked(page)
    assert.deepEqual(await every(form, 'when01'), [['2024-02-29']])
  })
})
